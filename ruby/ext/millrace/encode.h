#ifndef MILLRACE_ENCODE_H
#define MILLRACE_ENCODE_H

#include "writer.h"

/* Defines Millrace::Native::Profile#encode. */
void encode_define(VALUE native);

/* What the text depends on besides the value. */
typedef struct {
  EscapeSettings escape;
  TimeSettings time;
} TextSettings;

/*
 * The value's JSON as a String, or nil or false as Profile#encode. The inquiry goes on where it is; `depth` is how many
 * arrays and objects the value is in.
 */
VALUE encode_text(VALUE profile, Inquiry *inquiry, VALUE value, VALUE options, TextSettings settings, int depth);

#endif
