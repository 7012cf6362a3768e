#include "refusals.h"

enum { KIND_TABLE_SIZE = 256, MAXIMUM_SKIPS = 64 };

typedef struct {
  uint8_t width; /* how many documents are left to stock after the last failure; 0: no failure */
  uint8_t left; /* how many of them will follow */
} RefusedKind;

/* Only threads that hold Ruby's lock come here. */
static RefusedKind kinds[KIND_TABLE_SIZE];
static int refused_count;

static int take_first_key(VALUE key, VALUE value, VALUE argument) {
  st_index_t *kind = (st_index_t *)argument;
  if (RB_SYMBOL_P(key)) *kind = (st_index_t)key;
  if (CLASS_OF(key) == rb_cString) *kind = rb_str_hash(key);
  return ST_STOP;
}

static RefusedKind *kind_of(VALUE document) {
  st_index_t kind = 0;
  VALUE class = CLASS_OF(document);
  if (class == rb_cHash) {
    rb_hash_foreach(document, take_first_key, (VALUE)&kind);
  } else if (class == rb_cArray && RARRAY_LEN(document) > 0) {
    kind = (st_index_t)CLASS_OF(RARRAY_AREF(document, RARRAY_LEN(document) - 1));
  } else {
    kind = (st_index_t) class;
  }
  return &kinds[kind * (st_index_t)0x9E3779B97F4A7C15 >> (8 * sizeof kind - 8)];
}

bool refusals_skip(VALUE document) {
  if (refused_count == 0) return false;
  RefusedKind *kind = kind_of(document);
  if (kind->left == 0) return false;
  kind->left--;
  return true;
}

void refusals_add(VALUE document) {
  RefusedKind *kind = kind_of(document);
  if (kind->width == 0) refused_count++;
  int width = kind->width * 2 + 1;
  kind->width = kind->left = (uint8_t)(width < MAXIMUM_SKIPS ? width : MAXIMUM_SKIPS);
}

void refusals_remove(VALUE document) {
  if (refused_count == 0) return;
  RefusedKind *kind = kind_of(document);
  if (kind->width == 0) return;
  *kind = (RefusedKind){0};
  refused_count--;
}
