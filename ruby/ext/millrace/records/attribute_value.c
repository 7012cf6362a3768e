#include "records/record_time.h"

/*
 * Writes values of attributes as the database returned them. Usual values are written directly; all others are converted
 * to a Ruby value by the attribute's type, as stock does.
 */
VALUE attribute_cast_value(Inquiry *inquiry, const AttributeValue *value) {
  VALUE raw = value->value;
  switch (value->kind) {
    case TYPE_IDENTITY: return raw;
    case TYPE_INTEGER:
      if (RB_INTEGER_TYPE_P(raw)) return raw;
      break;
    case TYPE_FLOAT:
      if (RB_FLOAT_TYPE_P(raw)) return raw;
      break;
    case TYPE_BOOLEAN:
      if (raw == INT2FIX(0) || raw == INT2FIX(1)) return raw == INT2FIX(1) ? Qtrue : Qfalse;
      break;
    case TYPE_TIME:
    case TYPE_ZONED_TIME: {
      VALUE time = record_time_cast(inquiry, value);
      if (time != Qundef) return time;
      break;
    }
    default: break;
  }
  return rb_funcall(value->type, rb_intern("deserialize"), 1, raw);
}

static bool is_exactly(VALUE value, VALUE class) {
  return CLASS_OF(value) == class;
}

/* Whether a value's cast is the same whenever it is computed, and makes no attribute look as if it had changed. */
static bool is_cast_later(const AttributeValue *value) {
  VALUE raw = value->value;
  if (NIL_P(raw)) return true;
  switch (value->kind) {
    case TYPE_IDENTITY: return true;
    case TYPE_STRING: return is_exactly(raw, rb_cString);
    case TYPE_INTEGER:
    case TYPE_BOOLEAN: return RB_INTEGER_TYPE_P(raw);
    case TYPE_FLOAT: return RB_FLOAT_TYPE_P(raw);
    default: return false;
  }
}

void attribute_read_unwritten(Inquiry *inquiry, VALUE name, const AttributeValue *value) {
  if (value->is_cast || is_cast_later(value)) return;
  attribute_cache_value(value, name, attribute_cast_value(inquiry, value));
}

static bool write_by_type(Writer *writer, VALUE name, const AttributeValue *value) {
  VALUE cast = rb_funcall(value->type, rb_intern("deserialize"), 1, value->value);
  attribute_cache_value(value, name, cast);
  return write_value(writer, cast);
}

static bool write_boolean(Writer *writer, VALUE name, const AttributeValue *value) {
  if (value->value == Qtrue || value->value == INT2FIX(1)) return write_value(writer, Qtrue);
  if (value->value == Qfalse || value->value == INT2FIX(0)) return write_value(writer, Qfalse);
  return write_by_type(writer, name, value);
}

static bool write_text_of_time(Writer *writer, VALUE name, const AttributeValue *value) {
  RecordTimeResult result =
      value->kind == TYPE_DATE ? write_record_date(writer, value->value) : write_record_time(writer, name, value);
  if (result == RECORD_TIME_UNUSUAL) return write_by_type(writer, name, value);
  return result == RECORD_TIME_WRITTEN;
}

bool write_attribute_value(Writer *writer, VALUE name, const AttributeValue *value) {
  VALUE raw = value->value;
  if (value->is_cast) return write_value(writer, raw);
  switch (value->kind) {
    case TYPE_IDENTITY: return write_value(writer, raw);
    case TYPE_STRING:
      if (NIL_P(raw) || is_exactly(raw, rb_cString)) return write_value(writer, raw);
      break;
    case TYPE_INTEGER:
      if (NIL_P(raw) || RB_INTEGER_TYPE_P(raw)) return write_value(writer, raw);
      break;
    case TYPE_FLOAT:
      if (NIL_P(raw) || RB_FLOAT_TYPE_P(raw)) return write_value(writer, raw);
      break;
    case TYPE_BOOLEAN: return NIL_P(raw) ? write_value(writer, raw) : write_boolean(writer, name, value);
    case TYPE_DATE:
    case TYPE_TIME:
    case TYPE_ZONED_TIME:
      if (NIL_P(raw)) return write_value(writer, raw);
      if (is_exactly(raw, rb_cString)) return write_text_of_time(writer, name, value);
      break;
    case TYPE_CALLED: break;
    default: return false;
  }
  return write_by_type(writer, name, value);
}
