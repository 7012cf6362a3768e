#ifndef MILLRACE_RELATION_H
#define MILLRACE_RELATION_H

#include "inquiry.h"

void relation_init(void);

/* The records of a relation or a collection of an association, which is a model's value, or 0 if they have to be loaded
 * from the database first. */
VALUE relation_loaded_records(Inquiry *inquiry, VALUE relation, Role role);

/* What an association of the record has loaded: an Array or a record, nil if there is none, or 0 if it has to be asked.
 * `name` is a Symbol. */
VALUE association_target(Inquiry *inquiry, VALUE record, VALUE name);

#endif
