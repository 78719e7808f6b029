/* The signals that end a program when nobody handles them: Ctrl-C, TERM, hang-up. While a profile is taken they end it
 * by a small detour: the sampler writes the profile first, then the process dies of the same signal. What the program
 * handles or ignores is left alone. */
#ifndef OSPREY_ENDING_LINUX_H
#define OSPREY_ENDING_LINUX_H

/* Takes over those of the signals that have their default action. */
void ending_start(void);

/* Gives them their default action back: the profile is done, or this is a child of fork(). */
void ending_forget(void);

/* From the handler of such a signal: tells the sampler. The thread does not get beyond the signal, as it would not have
 * without us. But it may hold a lock that the sampler needs: then it goes on after a while. */
void ending_take(int number, void *context);

/* The signal that came, 0 when none did. */
int ending_signal(void);

/* Dies of the signal. */
void ending_die(void);

#endif
