#include "writer.h"

bool writer_trusts(Writer *writer, Kind kind) {
  uint32_t bit = (uint32_t)1 << kind;
  if (writer->trusted & bit) return true;
  if (writer->distrusted & bit) return false;
  bool trusts = profile_trusts(writer->profile, kind);
  if (trusts) {
    writer->trusted |= bit;
  } else {
    writer->distrusted |= bit;
  }
  return trusts;
}

/* Enters an array or object; whoever does leaves it with `writer->depth--`. */
bool writer_descend(Writer *writer) {
  return ++writer->depth <= MAXIMUM_DEPTH && !ruby_stack_check();
}

static bool is_class_of(const Writer *writer, Kind kind, VALUE class) {
  return writer->profile->trusts[kind].class == class;
}

static Kind find_kind(Writer *writer, VALUE value, Kind family) {
  VALUE class = CLASS_OF(value);
  if (family != KIND_NONE && is_class_of(writer, family, class)) return family;
  for (Kind kind = KIND_BIG_DECIMAL; kind < KIND_COUNT; kind++) {
    if (is_class_of(writer, kind, class)) return kind;
  }
  if (family == KIND_NONE || !writer_trusts(writer, family)) return KIND_NONE;
  if (!profile_covers(writer->profile, family, value)) return KIND_NONE;
  if (family == KIND_OBJECT && rb_method_boundp(class, rb_intern("to_hash"), 0)) return KIND_NONE;
  return family;
}

/*
 * How a value is written whose class need not be one of Ruby's own. The family is what it is if its class changes
 * nothing; what was found out about a class holds for the whole call.
 */
Kind kind_of(Writer *writer, VALUE value, Kind family) {
  VALUE class = CLASS_OF(value);
  size_t slot = (class >> 4) % CLASS_CACHE_SIZE;
  if (writer->class_cache[slot].class != class) {
    Kind kind = find_kind(writer, value, family);
    if (kind != KIND_NONE && !writer_trusts(writer, kind)) kind = KIND_NONE;
    writer->class_cache[slot].class = class;
    writer->class_cache[slot].kind = kind;
  }
  return writer->class_cache[slot].kind;
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
    default:
      return false;
  }
}

static bool write_other(Writer *writer, VALUE value, Kind family) {
  switch (kind_of(writer, value, family)) {
    case KIND_BIG_DECIMAL: return write_big_decimal(writer, value);
    case KIND_TIME: return write_time(writer, value);
    case KIND_DATE: return write_date(writer, value);
    case KIND_DATE_TIME: return write_date_time(writer, value);
    case KIND_TIME_WITH_ZONE: return write_time_with_zone(writer, value);
    case KIND_DURATION: return write_duration(writer, value);
    case KIND_SET: return write_set(writer, value);
    case KIND_OBJECT: return write_object(writer, value);
    default: return false;
  }
}

bool write_value(Writer *writer, VALUE value) {
  if (RB_SPECIAL_CONST_P(value)) return write_special_constant(writer, value);
  switch (RB_BUILTIN_TYPE(value)) {
    case T_STRING:
      return kind_of(writer, value, KIND_STRING) == KIND_STRING && write_string(writer, value, ',');
    case T_HASH:
      return kind_of(writer, value, KIND_HASH) == KIND_HASH && write_hash(writer, value);
    case T_ARRAY:
      return kind_of(writer, value, KIND_ARRAY) == KIND_ARRAY && write_array(writer, value);
    case T_SYMBOL:
      return writer_trusts(writer, KIND_SYMBOL) && write_string(writer, rb_sym2str(value), ',');
    case T_FLOAT:
      return writer_trusts(writer, KIND_FLOAT) && write_float(writer, value);
    case T_BIGNUM:
      return writer_trusts(writer, KIND_INTEGER) && write_big_integer(writer, value);
    case T_STRUCT:
      return kind_of(writer, value, KIND_STRUCT) == KIND_STRUCT && write_struct(writer, value);
    case T_OBJECT:
      return write_other(writer, value, KIND_OBJECT);
    case T_DATA:
      return write_other(writer, value, KIND_NONE);
    default:
      return false;
  }
}
