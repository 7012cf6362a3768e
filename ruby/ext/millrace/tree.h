#ifndef MILLRACE_TREE_H
#define MILLRACE_TREE_H

#include <ruby.h>

/* Defines Millrace::Native::Profile#as_json. */
void tree_define(VALUE native);

#endif
