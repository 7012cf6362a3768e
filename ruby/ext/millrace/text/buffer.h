#ifndef MILLRACE_BUFFER_H
#define MILLRACE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * One growing buffer of bytes. It begins in the frame of the caller, so that small documents cost no allocation, and
 * grows by malloc, which never starts Ruby's garbage collector. Memory of moderate size is kept for the next buffer: to
 * have fresh pages cleared for every document takes longer than to write to them.
 *
 * Room is asked for before anything is written: `buffer_reserve(buffer, n)`, and then up to n bytes after `end`.
 */
#ifndef MILLRACE_INLINE_CAPACITY
#define MILLRACE_INLINE_CAPACITY 4096
#endif

enum { BUFFER_INLINE_CAPACITY = MILLRACE_INLINE_CAPACITY };

typedef struct {
  char *start;
  char *end;
  char *limit;
  size_t *escapes; /* where the text has escapes that the settings demand */
  size_t escape_count, escape_capacity;
  bool depends_on_settings; /* something was or might have been escaped by the settings of the call: see writer.h */
  char inline_storage[BUFFER_INLINE_CAPACITY];
} Buffer;

/* Notes that an escape which the settings demand begins at the end of the text. */
void buffer_note_escape(Buffer *buffer);

/* Removes everything from an offset on. */
void buffer_truncate(Buffer *buffer, size_t offset);

void buffer_init(Buffer *buffer);
void buffer_free(Buffer *buffer);

/* Makes room for `count` more bytes and some. Raises NoMemoryError. */
void buffer_grow(Buffer *buffer, size_t count);

static inline void buffer_reserve(Buffer *buffer, size_t count) {
  if ((size_t)(buffer->limit - buffer->end) < count) buffer_grow(buffer, count);
}

/* Appends bytes for which there is room. */
static inline void buffer_append(Buffer *buffer, const char *bytes, size_t count) {
  memcpy(buffer->end, bytes, count);
  buffer->end += count;
}

static inline void buffer_append_byte(Buffer *buffer, char byte) {
  *buffer->end++ = byte;
}

#endif
