/* The flame page, which the Makefile makes of share/osprey-prof/flame/ and puts into prof-to-html: a whole HTML
 * document. */
#ifndef OSPREY_FLAME_PAGE_H
#define OSPREY_FLAME_PAGE_H

/* What the document's empty profile follows; it stands there once. */
#define FLAME_PAGE_MARK "id=\"profile\">"

extern const char flame_page[];

#endif
