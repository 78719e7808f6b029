/* The foot of a report: a line for each thing that makes the numbers less than they seem. */
#ifndef OSPREY_NOTES_H
#define OSPREY_NOTES_H

#include "totals.h"
#include "view.h"

/* Names fibers in the order that totals->fibers has. */
void notes(struct view *view, const struct totals *totals);

#endif
