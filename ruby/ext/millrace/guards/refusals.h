#ifndef MILLRACE_REFUSALS_H
#define MILLRACE_REFUSALS_H

#include <ruby.h>
#include <stdbool.h>

/*
 * Remembers which documents could not be encoded natively, so that documents of the same kind are not tried each time where
 * an attempt that fails is lost. After each failure in a row twice as many are left to stock.
 *
 * Documents of the same kind have the same first key, or about as many elements and a last one of the same class, and the same
 * options (of which names and lists of names count). Kinds that share a place in the table share their count, which costs time and nothing else.
 */

/* Whether the document had better not be tried now. */
bool refusals_skip(VALUE document, VALUE options);

/* Notes that the document could not be encoded natively. */
void refusals_add(VALUE document, VALUE options);

/* Notes that it could. */
void refusals_remove(VALUE document, VALUE options);

/* Forgets all that was noted. */
void refusals_clear(void);

#endif
