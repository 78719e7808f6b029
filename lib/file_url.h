/* Paths as urls (RFC 3986), for formats that name files by url. */
#ifndef OSPREY_FILE_URL_H
#define OSPREY_FILE_URL_H

#include "out.h"

/* A JSON string: file:// and the percent-encoded path when it is absolute, else the path as it is. Ill-formed UTF-8
 * becomes U+FFFD, since viewers refuse it behind a percent sign. */
void out_json_file_url(struct out *out, const char *path);

#endif
