/* Functions called:
 *   fstat
 *   syscall
 */
#include "transfer_linux.h"

#include <stddef.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NOWHERE = -1 };

/* Where a call's arguments say what it moves. */
struct transfer {
	long number;
	int buffer, length, offset;
};

static const struct transfer transfers[] = {
	{SYS_write, 1, 2, NOWHERE},  {SYS_read, 1, 2, NOWHERE},	    {SYS_pwrite64, 1, 2, 3},
	{SYS_sendto, 1, 2, NOWHERE}, {SYS_recvfrom, 1, 2, NOWHERE}, {SYS_getrandom, 0, 1, NOWHERE},
};

static const struct transfer *find(long number)
{
	for (size_t i = 0; i < sizeof(transfers) / sizeof(transfers[0]); i++)
		if (transfers[i].number == number)
			return &transfers[i];
	return NULL;
}

/* The devices that never run dry: /dev/zero, /dev/full, /dev/random, /dev/urandom
 * (Documentation/admin-guide/devices.txt of Linux). */
static bool is_endless(int fd)
{
	enum { MEMORY_DEVICES = 1, FIRST = 5, LAST = 9 };
	struct stat status;

	return fstat(fd, &status) == 0 && S_ISCHR(status.st_mode) && major(status.st_rdev) == MEMORY_DEVICES &&
	       minor(status.st_rdev) >= FIRST && minor(status.st_rdev) <= LAST;
}

static bool is_for_all(const struct returned_call *call)
{
	enum { RECEIVE_FLAGS = 3 };

	if (call->number == SYS_read)
		return is_endless((int)call->arguments[0]);
	if (call->number == SYS_recvfrom)
		return (call->arguments[RECEIVE_FLAGS] & MSG_WAITALL) != 0;
	return true;
}

static uint64_t sum_of(const struct iovec *pieces, uint64_t count)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < count; i++)
		sum += pieces[i].iov_len;
	return sum;
}

static uint64_t wanted(const struct returned_call *call)
{
	const struct transfer *transfer = find(call->number);

	if (call->number == SYS_writev)
		return sum_of((const struct iovec *)call->arguments[1],
			      call->arguments[2]); // NOLINT(performance-no-int-to-ptr)
	return transfer && is_for_all(call) ? call->arguments[transfer->length] : 0;
}

bool transfer_is_cut(const struct returned_call *call)
{
	return call->result > 0 && (uint64_t)call->result < wanted(call);
}

/* The rest of the piece that `done` bytes end in. */
static long write_piece(const struct returned_call *call, uint64_t done)
{
	const struct iovec *piece = (const struct iovec *)call->arguments[1]; // NOLINT(performance-no-int-to-ptr)

	while (done >= piece->iov_len)
		done -= piece++->iov_len;
	return syscall(SYS_write, call->arguments[0], (char *)piece->iov_base + done, piece->iov_len - done);
}

static long move_on(const struct returned_call *call, uint64_t done)
{
	const struct transfer *transfer = find(call->number);
	uint64_t a[MACHINE_ARGUMENTS];

	if (!transfer)
		return write_piece(call, done);
	for (size_t i = 0; i < MACHINE_ARGUMENTS; i++)
		a[i] = call->arguments[i];
	a[transfer->buffer] += done;
	if (transfer->offset != NOWHERE)
		a[transfer->offset] += done;
	a[transfer->length] -= done;
	return syscall(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* What goes wrong now would not have been told by the call either: it had moved a part. */
long transfer_finish(const struct returned_call *call)
{
	uint64_t done = (uint64_t)call->result, all = wanted(call);
	long moved = 1;

	while (done < all && moved > 0) {
		moved = move_on(call, done);
		if (moved > 0)
			done += (uint64_t)moved;
	}
	return (long)done;
}
