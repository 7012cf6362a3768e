#ifndef MILLRACE_RELATION_H
#define MILLRACE_RELATION_H

#include "inquiry.h"

void relation_init(void);

/* The records of a relation or of an association's collection, or 0 if they have to be loaded from the database. */
VALUE relation_loaded_records(Inquiry *inquiry, VALUE relation, Role role);

/* The records that an association has loaded: an Array, a record, or nil; 0 if it has to be loaded. `name` is a Symbol. */
VALUE association_target(Inquiry *inquiry, VALUE record, VALUE name);

#endif
