#ifndef FAKE_PTHREAD_QOS_H
#define FAKE_PTHREAD_QOS_H

enum { QOS_CLASS_USER_INTERACTIVE = 0x21 };

int pthread_set_qos_class_self_np(unsigned qos_class, int priority);

#endif
