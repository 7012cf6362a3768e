#ifndef MILLRACE_ENCODER_H
#define MILLRACE_ENCODER_H

#include <ruby.h>

/* Defines Millrace::Native::Encoding, which Millrace::Rails::Encoder includes. */
void encoder_define(VALUE native);

#endif
