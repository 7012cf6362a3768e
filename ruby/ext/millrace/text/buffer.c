#include "text/buffer.h"

#include <ruby.h>
#include <stdlib.h>

void buffer_init(Buffer *buffer) {
  buffer->start = buffer->inline_storage;
  buffer->end = buffer->start;
  buffer->limit = buffer->start + BUFFER_INLINE_CAPACITY;
  buffer->depends_on_settings = false;
  buffer->escapes = NULL;
  buffer->escape_count = buffer->escape_capacity = 0;
}

static bool is_inline(const Buffer *buffer) {
  return buffer->start == buffer->inline_storage;
}

/* Memory that no buffer uses. Only threads that hold Ruby's lock come here. */
static struct {
  char *start;
  size_t capacity;
} spare;

enum { MAXIMUM_SPARE_CAPACITY = 1 << 20 };

void buffer_note_escape(Buffer *buffer) {
  buffer->depends_on_settings = true;
  if (buffer->escape_count == buffer->escape_capacity) {
    size_t capacity = buffer->escape_capacity ? buffer->escape_capacity * 2 : 64;
    size_t *escapes = realloc(buffer->escapes, capacity * sizeof *escapes);
    if (escapes == NULL) rb_memerror();
    buffer->escapes = escapes;
    buffer->escape_capacity = capacity;
  }
  buffer->escapes[buffer->escape_count++] = (size_t)(buffer->end - buffer->start);
}

void buffer_truncate(Buffer *buffer, size_t offset) {
  buffer->end = buffer->start + offset;
  while (buffer->escape_count > 0 && buffer->escapes[buffer->escape_count - 1] >= offset) buffer->escape_count--;
}

void buffer_free(Buffer *buffer) {
  free(buffer->escapes);
  size_t capacity = (size_t)(buffer->limit - buffer->start);
  if (!is_inline(buffer)) {
    if (capacity <= MAXIMUM_SPARE_CAPACITY && capacity > spare.capacity) {
      free(spare.start);
      spare.start = buffer->start;
      spare.capacity = capacity;
    } else {
      free(buffer->start);
    }
  }
  buffer_init(buffer);
}

static void use(Buffer *buffer, char *start, size_t used, size_t capacity) {
  buffer->start = start;
  buffer->end = start + used;
  buffer->limit = start + capacity;
}

static void leave_inline_storage(Buffer *buffer, size_t used, size_t capacity) {
  char *start;
  if (capacity <= spare.capacity) {
    start = spare.start;
    capacity = spare.capacity;
    spare.start = NULL;
    spare.capacity = 0;
  } else {
    start = malloc(capacity);
    if (start == NULL) rb_memerror();
  }
  memcpy(start, buffer->start, used);
  use(buffer, start, used, capacity);
}

void buffer_grow(Buffer *buffer, size_t count) {
  size_t used = (size_t)(buffer->end - buffer->start);
  size_t capacity = (size_t)(buffer->limit - buffer->start);
  if (count > SIZE_MAX / 4 || used > SIZE_MAX / 4) rb_memerror();
  size_t needed = used + count;
  capacity = capacity * 2 < needed ? needed + needed / 2 : capacity * 2;
  if (is_inline(buffer)) {
    leave_inline_storage(buffer, used, capacity);
    return;
  }
  char *start = realloc(buffer->start, capacity);
  if (start == NULL) rb_memerror();
  use(buffer, start, used, capacity);
}
