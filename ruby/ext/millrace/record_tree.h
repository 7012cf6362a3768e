#ifndef MILLRACE_RECORD_TREE_H
#define MILLRACE_RECORD_TREE_H

#include "tree.h"

/* The same as record.as_json with the builder's options for a record whose options name methods of the application's,
 * or 0 if it takes other code of the application's than these. */
VALUE record_as_json(TreeBuilder *builder, VALUE record);

#endif
