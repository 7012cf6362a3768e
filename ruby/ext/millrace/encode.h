#ifndef MILLRACE_ENCODE_H
#define MILLRACE_ENCODE_H

#include "values/writer.h"

/* Defines Millrace::Native::Profile#encode. */
void encode_define(VALUE native);

/* The settings of now. Runs no code of the application. */
TextSettings text_settings_read(VALUE profile);

/* Settings that are likely to be those of now. */
TextSettings text_settings_assumed(VALUE profile);

/*
 * The value's JSON as a String, or nil or false as Profile#encode. Continues the inquiry. `depth` is the number of arrays
 * and objects around the value.
 */
VALUE encode_text(VALUE profile, Inquiry *inquiry, VALUE value, VALUE options, TextSettings settings, int depth);

#endif
