#include "values/leaf.h"
#include "values/writer.h"

/* Enters an array or object; whoever does leaves it with `writer->depth--`. */
bool writer_descend(Writer *writer) {
  if (++writer->depth <= MAXIMUM_DEPTH && !ruby_stack_check()) return true;
  writer->refusal = REFUSED_FOR_STOCK;
  return false;
}

/* Notes what has to be done with a value that is of no known kind. Where as_json cannot be called at all, Ruby's
 * message shows the line that calls it, which had better be the right one. */
static bool refuse(Writer *writer, VALUE value) {
  if (!rb_method_boundp(CLASS_OF(value), rb_intern("as_json"), 1)) writer->refusal = REFUSED_FOR_STOCK;
  return false;
}

static bool write_special_constant(Writer *writer, VALUE value) {
  if (FIXNUM_P(value)) {
    if (!writer_trusts(writer, KIND_INTEGER)) return false;
    write_integer(writer, FIX2LONG(value));
    return true;
  }
  if (STATIC_SYM_P(value)) {
    return writer_trusts(writer, KIND_SYMBOL) && write_string(writer, rb_sym2str(value), ',');
  }
  if (RB_FLONUM_P(value)) return writer_trusts(writer, KIND_FLOAT) && write_float(writer, value);
  switch (value) {
    case Qnil:
      if (!writer_trusts(writer, KIND_NIL)) return false;
      write_literal(writer, "null,", 5);
      return true;
    case Qtrue:
      if (!writer_trusts(writer, KIND_TRUE)) return false;
      write_literal(writer, "true,", 5);
      return true;
    case Qfalse:
      if (!writer_trusts(writer, KIND_FALSE)) return false;
      write_literal(writer, "false,", 6);
      return true;
    default: return false;
  }
}

static bool write_other(Writer *writer, VALUE value, Kind family) {
  switch (writer_kind(writer, value, family)) {
    case KIND_BIG_DECIMAL: return write_big_decimal(writer, value);
    case KIND_TIME: return write_time(writer, value);
    case KIND_DATE: return write_date(writer, value);
    case KIND_DATE_TIME: return write_date_time(writer, value);
    case KIND_TIME_WITH_ZONE: return write_time_with_zone(writer, value);
    case KIND_DURATION: return write_duration(writer, value);
    case KIND_SET: return write_set(writer, value);
    case KIND_OBJECT: return write_object(writer, value);
    case KIND_MODEL: return write_model(writer, value);
    default: return false;
  }
}

static bool write_known(Writer *writer, VALUE value) {
  if (RB_SPECIAL_CONST_P(value)) return write_special_constant(writer, value);
  if (RBASIC_CLASS(value) == writer->foreign_class && writer->inquiry.is_light) return false;
  switch (RB_BUILTIN_TYPE(value)) {
    case T_STRING: return writer_kind(writer, value, KIND_STRING) == KIND_STRING && write_string(writer, value, ',');
    case T_HASH: return writer_kind(writer, value, KIND_HASH) == KIND_HASH && write_hash(writer, value);
    case T_ARRAY:
      if (is_row(value)) return write_row(writer, value);
      return writer_kind(writer, value, KIND_ARRAY) == KIND_ARRAY && write_array(writer, value);
    case T_SYMBOL: return writer_trusts(writer, KIND_SYMBOL) && write_string(writer, rb_sym2str(value), ',');
    case T_FLOAT: return writer_trusts(writer, KIND_FLOAT) && write_float(writer, value);
    case T_BIGNUM:
      writer_asks_all(writer); /* the json gem calls to_s */
      return writer_trusts(writer, KIND_INTEGER) && write_big_integer(writer, value);
    case T_STRUCT:
      switch (writer_kind(writer, value, KIND_STRUCT)) {
        case KIND_STRUCT: return write_struct(writer, value);
        case KIND_FRAGMENT: return write_fragment(writer, value);
        default: return false;
      }
    case T_OBJECT: return write_other(writer, value, KIND_OBJECT);
    case T_DATA: return is_leaf(value) ? write_leaf(writer, value) : write_other(writer, value, KIND_NONE);
    default: return false;
  }
}

bool write_value(Writer *writer, VALUE value) {
  size_t offset = (size_t)(writer->buffer.end - writer->buffer.start);
  int depth = writer->depth;
  bool is_light = writer->inquiry.is_light;
  bool is_written = write_known(writer, value);
  if (writer->inquiry.is_light != is_light) inquiry_return_to_light_mode(&writer->inquiry);
  if (is_written) return true;
  bool is_answered = is_light && writer->inquiry.may_call_as_json && (!writer->odd_hash || value == writer->odd_hash) &&
                     write_answer(writer, value, offset, depth);
  return is_answered || refuse(writer, value);
}
