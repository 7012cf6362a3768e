#include <math.h>

#include "values/writer.h"

enum { FEWEST_FLOATS = 4 };

static bool is_array_of_floats(VALUE array) {
  if (RARRAY_LEN(array) < FEWEST_FLOATS) return false;
  for (long i = 0; i < RARRAY_LEN(array); i++) {
    VALUE value = RARRAY_AREF(array, i);
    if (!RB_FLOAT_TYPE_P(value) || !isfinite(RFLOAT_VALUE(value))) return false;
  }
  return true;
}

bool write_array(Writer *writer, VALUE array) {
  if (!writer_descend(writer)) return false;
  if (writer->inquiry.profile->float_style == FLOAT_BY_GENERATOR && is_array_of_floats(array)) {
    writer->depth--;
    return writer_trusts(writer, KIND_FLOAT) && write_by_generator(writer, array);
  }
  open_bracket(writer, '[');
  for (long i = 0; i < RARRAY_LEN(array); i++) {
    if (!write_value(writer, RARRAY_AREF(array, i))) return false;
  }
  close_bracket(writer, ']');
  writer->depth--;
  return true;
}

bool write_set(Writer *writer, VALUE set) {
  writer_asks_all(writer);
  VALUE elements = rb_funcall(set, rb_intern("to_a"), 0);
  return CLASS_OF(elements) == rb_cArray && writer_trusts(writer, KIND_ARRAY) && write_array(writer, elements);
}
