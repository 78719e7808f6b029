/* Room on disk for what another process is to read. */
#ifndef OSPREY_TEMPORARY_H
#define OSPREY_TEMPORARY_H

/* An empty file in $TMPDIR, or /tmp, that has no name any more; the caller closes it. Dies when there can be none. */
int temporary_file(void);

#endif
