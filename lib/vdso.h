/* The vDSO: code that the kernel lends to every process, which no file holds. */
#ifndef OSPREY_VDSO_H
#define OSPREY_VDSO_H

/* A path at which the vDSO of this process can be read until it ends, by its children too, when it has this build id:
 * that of the profile is then the same. Returns NULL, or why there is none. */
const char *vdso_path(const char *build_id, const char **path);

#endif
