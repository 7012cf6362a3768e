#ifndef MILLRACE_SIMPLE_H
#define MILLRACE_SIMPLE_H

#include <ruby.h>
#include <stdbool.h>

/* Defines Millrace::Native.simple?. */
void simple_define(VALUE native);

#endif
