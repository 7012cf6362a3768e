#ifndef MILLRACE_RECORD_TREE_H
#define MILLRACE_RECORD_TREE_H

#include "tree.h"

/* The same as record.as_json with the builder's options, which name methods of the application; 0 if the record needs
 * other application code than these methods. */
VALUE record_as_json(TreeBuilder *builder, VALUE record);

#endif
