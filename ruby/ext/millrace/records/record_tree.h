#ifndef MILLRACE_RECORD_TREE_H
#define MILLRACE_RECORD_TREE_H

#include "values/tree.h"

/* The same as record.as_json with the builder's options, if it needs application code to read attributes or to call methods
 * that the options name; 0 if it needs other code of the application. */
VALUE record_as_json(TreeBuilder *builder, VALUE record);

#endif
