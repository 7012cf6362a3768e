#include "buffer.h"

#include <ruby.h>
#include <stdlib.h>

void buffer_init(Buffer *buffer) {
  buffer->start = buffer->inline_storage;
  buffer->end = buffer->start;
  buffer->limit = buffer->start + BUFFER_INLINE_CAPACITY;
}

static bool is_inline(const Buffer *buffer) {
  return buffer->start == buffer->inline_storage;
}

void buffer_free(Buffer *buffer) {
  if (!is_inline(buffer)) free(buffer->start);
  buffer_init(buffer);
}

void buffer_grow(Buffer *buffer, size_t count) {
  size_t used = (size_t)(buffer->end - buffer->start);
  size_t capacity = (size_t)(buffer->limit - buffer->start);
  if (count > SIZE_MAX / 4 || used > SIZE_MAX / 4) rb_memerror();
  size_t needed = used + count;
  capacity = capacity * 2 < needed ? needed + needed / 2 : capacity * 2;

  char *start = is_inline(buffer) ? malloc(capacity) : realloc(buffer->start, capacity);
  if (start == NULL) rb_memerror();
  if (is_inline(buffer)) memcpy(start, buffer->start, used);
  buffer->start = start;
  buffer->end = start + used;
  buffer->limit = start + capacity;
}
