#include "simple.h"

#include "method_guard.h"

/*
 * Small documents of Ruby's own values. Where Active Support writes them quickly, it takes less time for such a document than
 * the guards take. The document is counted up to a limit, so that a large one costs nothing.
 */
typedef struct {
  long left; /* how many values may follow */
} Counting;

enum { BYTES_LIKE_A_VALUE = 64 };

static bool count_value(Counting *counting, VALUE value);

static int count_member(VALUE key, VALUE value, VALUE argument) {
  Counting *counting = (Counting *)argument;
  bool is_simple = (RB_SYMBOL_P(key) || CLASS_OF(key) == rb_cString) && count_value(counting, value);
  if (!is_simple) counting->left = -1;
  return is_simple ? ST_CONTINUE : ST_STOP;
}

static bool count_value(Counting *counting, VALUE value) {
  if (--counting->left < 0) return false;
  if (RB_SPECIAL_CONST_P(value)) return true;
  VALUE class = RBASIC_CLASS(value);
  if (class == rb_cString) {
    counting->left -= RSTRING_LEN(value) / BYTES_LIKE_A_VALUE;
    return counting->left >= 0;
  }
  if (class == rb_cHash) {
    if ((long)RHASH_SIZE(value) > counting->left) return false;
    rb_hash_foreach(value, count_member, (VALUE)counting);
    return counting->left >= 0;
  }
  if (class != rb_cArray || RARRAY_LEN(value) > counting->left) return false;
  for (long i = 0; i < RARRAY_LEN(value); i++) {
    if (!count_value(counting, RARRAY_AREF(value, i))) return false;
  }
  return true;
}

/*
 * call-seq: Native.simple?(value, limit) -> boolean
 *
 * Whether a document has at most this many values, all of them of Ruby's own classes.
 */
static VALUE native_is_simple(VALUE self, VALUE value, VALUE limit) {
  Counting counting = {.left = FIX2LONG(limit)};
  return count_value(&counting, value) ? Qtrue : Qfalse;
}

static int take_first_key(VALUE key, VALUE value, VALUE argument) {
  if (RB_SYMBOL_P(key) || CLASS_OF(key) == rb_cString) *(VALUE *)argument = key;
  return ST_STOP;
}

/*
 * call-seq: Native.kind_of(value) -> string, symbol or integer
 *
 * What documents of the same kind have in common: the first key, or a number for the class of the last element or of the
 * value. Another class may get the number of one that is gone.
 */
static VALUE native_kind_of(VALUE self, VALUE value) {
  VALUE class = CLASS_OF(value);
  if (class == rb_cHash) {
    VALUE kind = INT2FIX(0);
    rb_hash_foreach(value, take_first_key, (VALUE)&kind);
    return kind;
  }
  if (class == rb_cArray && RARRAY_LEN(value) > 0) value = RARRAY_AREF(value, RARRAY_LEN(value) - 1);
  return LONG2FIX((long)(rb_obj_class(value) >> 4));
}

void simple_define(VALUE native) {
  /* It has no state, so other Ractors may ask it. */
  rb_ext_ractor_safe(true);
  rb_define_singleton_method(native, "simple?", native_is_simple, 2);
  rb_ext_ractor_safe(false);
  rb_define_singleton_method(native, "kind_of", native_kind_of, 1);
  rb_define_const(native, "HAS_FAST_GUARDS", METHOD_GUARDS_ARE_FAST ? Qtrue : Qfalse);
}
