#ifndef MILLRACE_ENCODE_H
#define MILLRACE_ENCODE_H

#include "writer.h"

/* Defines Millrace::Native::Profile#encode. */
void encode_define(VALUE native);

/* The settings that the text depends on. */
typedef struct {
  EscapeSettings escape;
  TimeSettings time;
} TextSettings;

/*
 * The value's JSON as a String, or nil or false as Profile#encode. Continues the inquiry. `depth` is the number of arrays
 * and objects around the value.
 */
VALUE encode_text(VALUE profile, Inquiry *inquiry, VALUE value, VALUE options, TextSettings settings, int depth);

#endif
