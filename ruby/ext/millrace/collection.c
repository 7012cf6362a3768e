#include "writer.h"

bool write_array(Writer *writer, VALUE array) {
  if (!writer_descend(writer)) return false;
  open_bracket(writer, '[');
  for (long i = 0; i < RARRAY_LEN(array); i++) {
    if (!write_value(writer, RARRAY_AREF(array, i))) return false;
  }
  close_bracket(writer, ']');
  writer->depth--;
  return true;
}

bool write_set(Writer *writer, VALUE set) {
  VALUE elements = rb_funcall(set, rb_intern("to_a"), 0);
  return CLASS_OF(elements) == rb_cArray && writer_trusts(writer, KIND_ARRAY) && write_array(writer, elements);
}
