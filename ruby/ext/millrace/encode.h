#ifndef MILLRACE_ENCODE_H
#define MILLRACE_ENCODE_H

#include <ruby.h>

/* Defines Millrace::Native::Profile#encode. */
void encode_define(VALUE native);

#endif
