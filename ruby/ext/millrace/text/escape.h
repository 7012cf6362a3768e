#ifndef MILLRACE_ESCAPE_H
#define MILLRACE_ESCAPE_H

#include "text/buffer.h"

/* What is escaped besides quotes, backslashes and control characters. */
typedef struct {
  bool html_entities; /* < > & */
  bool js_separators; /* U+2028 and U+2029 */
} EscapeSettings;

/*
 * Appends valid UTF-8 as a JSON string, with its quotes and `terminator` (one byte) after them.
 * `is_ascii` says that no byte has its highest bit set.
 */
void write_escaped(Buffer *buffer, const char *bytes, size_t count, bool is_ascii, EscapeSettings settings, char terminator);

/* Appends JSON text and a comma. The settings apply to the whole text. */
void write_raw(Buffer *buffer, const char *json, size_t count, EscapeSettings settings);

/* Appends a text that ends with a comma, with other escapes than it has. */
void write_escaped_again(Buffer *buffer, const Buffer *before, EscapeSettings settings);

#endif
