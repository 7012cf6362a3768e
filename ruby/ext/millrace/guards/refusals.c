#include "guards/refusals.h"

enum { KIND_TABLE_SIZE = 256, MAXIMUM_SKIPS = 64 };

typedef struct {
  uint8_t width; /* how many documents are left to stock after the last failure; 0: no failure */
  uint8_t left; /* how many of them will follow */
} RefusedKind;

/* Only threads that hold Ruby's lock come here. */
static RefusedKind kinds[KIND_TABLE_SIZE];
static int refused_count;

static const st_index_t MIXER = (st_index_t)0x9E3779B97F4A7C15;

static st_index_t hash_of_name(VALUE name) {
  if (RB_SYMBOL_P(name)) return (st_index_t)name;
  return CLASS_OF(name) == rb_cString ? rb_str_hash(name) : 0;
}

static int take_first_key(VALUE key, VALUE value, VALUE argument) {
  *(st_index_t *)argument = hash_of_name(key);
  return ST_STOP;
}

static int add_option(VALUE key, VALUE value, VALUE argument) {
  st_index_t *kind = (st_index_t *)argument;
  *kind = *kind * MIXER + hash_of_name(key);
  if (CLASS_OF(value) != rb_cArray) {
    *kind = *kind * MIXER + hash_of_name(value);
    return ST_CONTINUE;
  }
  for (long i = 0; i < RARRAY_LEN(value); i++) *kind = *kind * MIXER + hash_of_name(RARRAY_AREF(value, i));
  return ST_CONTINUE;
}

/* What does not pay for a few elements may pay for more: one kind for up to 4, 8, 16 and 32 elements each, and one for more. */
static st_index_t kind_of_length(long count) {
  st_index_t kind = 0;
  for (long most = 4; most <= 32 && count > most; most *= 2) kind++;
  return kind;
}

static RefusedKind *kind_of(VALUE document, VALUE options) {
  st_index_t kind = 0;
  VALUE class = CLASS_OF(document);
  if (class == rb_cHash) {
    rb_hash_foreach(document, take_first_key, (VALUE)&kind);
  } else if (class == rb_cArray && RARRAY_LEN(document) > 0) {
    kind = (st_index_t)CLASS_OF(RARRAY_AREF(document, RARRAY_LEN(document) - 1)) + kind_of_length(RARRAY_LEN(document));
  } else {
    kind = (st_index_t) class;
  }
  if (CLASS_OF(options) == rb_cHash) rb_hash_foreach(options, add_option, (VALUE)&kind);
  return &kinds[kind * MIXER >> (8 * sizeof kind - 8)];
}

bool refusals_skip(VALUE document, VALUE options) {
  if (refused_count == 0) return false;
  RefusedKind *kind = kind_of(document, options);
  if (kind->left == 0) return false;
  kind->left--;
  return true;
}

void refusals_add(VALUE document, VALUE options) {
  RefusedKind *kind = kind_of(document, options);
  if (kind->width == 0) refused_count++;
  int width = kind->width * 2 + 1;
  kind->width = kind->left = (uint8_t)(width < MAXIMUM_SKIPS ? width : MAXIMUM_SKIPS);
}

void refusals_remove(VALUE document, VALUE options) {
  if (refused_count == 0) return;
  RefusedKind *kind = kind_of(document, options);
  if (kind->width == 0) return;
  *kind = (RefusedKind){0};
  refused_count--;
}

void refusals_clear(void) {
  memset(kinds, 0, sizeof kinds);
  refused_count = 0;
}
