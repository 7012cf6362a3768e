#include <ruby/encoding.h>

#include "values/writer.h"

/*
 * Documents with values of the application where stock writes them with a coder of the json gem (Active Support 8.1): the
 * coder sends as_json to a value when it comes to it, and writes the answer. The same is done here, in the same order, and
 * all other values are written as ever.
 *
 * Once application code has run, the document cannot be left to stock any more: as_json would be sent twice. So before a call,
 * all hashes around the value must be such that they can be written to their end. What cannot be written natively after the
 * first call is given to stock's coder, value by value.
 *
 * Records remember what is read of them, which as_json can notice. So they are not written natively beside such values.
 */
static VALUE returning_class(void) {
  return rb_path2class("Millrace::Native::Answer");
}

/* What stock's coder writes of a value inside so many arrays. */
static bool write_by_coder(Writer *writer, VALUE value) {
  VALUE nested = value;
  for (int i = 0; i < writer->depth; i++) nested = rb_ary_new_from_args(1, nested);
  VALUE text = rb_funcall(writer->inquiry.profile->coder, rb_intern("dump"), 1, nested);
  Check_Type(text, T_STRING);
  long count = RSTRING_LEN(text) - 2 * writer->depth;
  if (count < 0) return false;
  write_raw(&writer->buffer, RSTRING_PTR(text) + writer->depth, (size_t)count, writer->settings.escape);
  RB_GC_GUARD(text);
  return true;
}

/* Values that the coder sends as_json to. */
static bool is_foreign(const Writer *writer, VALUE value) {
  if (RB_SPECIAL_CONST_P(value)) return false;
  VALUE class = RBASIC_CLASS(value);
  switch (RB_BUILTIN_TYPE(value)) {
    case T_STRING: return class != rb_cString;
    case T_HASH: return class != rb_cHash;
    case T_ARRAY: return class != rb_cArray;
    case T_FLOAT:
    case T_BIGNUM:
    case T_SYMBOL: return false;
    default: return class != writer->inquiry.profile->trusts[KIND_FRAGMENT].class;
  }
}

/* The coder looks at the class that `class` returns. */
static bool is_native_class(const Writer *writer, VALUE class) {
  VALUE classes[] = {
      rb_cHash, rb_cArray, rb_cFloat, rb_cString, rb_cSymbol, rb_cInteger, rb_cNilClass, rb_cTrueClass, rb_cFalseClass};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    if (class == classes[i]) return true;
  }
  return class == writer->inquiry.profile->trusts[KIND_FRAGMENT].class;
}

/* Whether the json gem writes the answer as it is. */
static bool is_plain_answer(VALUE answer) {
  if (RB_SPECIAL_CONST_P(answer)) return true;
  if (CLASS_OF(answer) != rb_obj_class(answer)) return false;
  bool is_ascii;
  return !RB_TYPE_P(answer, T_STRING) || string_is_plain(answer, &is_ascii);
}

static VALUE send_as_json(VALUE value) {
  return rb_funcallv_public(value, rb_intern("as_json"), 0, NULL);
}

/* How often stock asks the answers of a value. */
enum { MAXIMUM_ANSWERS = 5 };

static VALUE find_answer(Writer *writer, VALUE value) {
  VALUE answer = send_as_json(value);
  if (answer == value) return answer;
  for (int left = MAXIMUM_ANSWERS; !is_native_class(writer, rb_obj_class(answer)); left--) {
    if (left == 0) rb_exc_raise(rb_class_new_instance(0, NULL, rb_eSysStackError));
    answer = send_as_json(answer);
  }
  return answer;
}

static bool write_text_of_itself(Writer *writer, VALUE value) {
  VALUE text = rb_funcall(rb_path2class("JSON"), rb_intern("generate"), 1, value);
  Check_Type(text, T_STRING);
  write_raw(&writer->buffer, RSTRING_PTR(text), (size_t)RSTRING_LEN(text), writer->settings.escape);
  RB_GC_GUARD(text);
  return true;
}

/* What was known before application code ran. */
static void forget(Writer *writer) {
  inquiry_forget(&writer->inquiry);
  writer->settings.is_assumed = true;
  writer->zone_offset = 0;
  writer->shape_count = 0;
  if (!writer->has_temporary_keys) memset(writer->names, 0, sizeof writer->names);
  writer->has_temporary_keys = true;
}

static void remove_from(Writer *writer, size_t offset) {
  if (writer->buffer.end == writer->buffer.start + offset) return;
  buffer_truncate(&writer->buffer, offset);
  memset(writer->names, 0, sizeof writer->names);
}

static bool write_by_coder_and_forget(Writer *writer, VALUE value) {
  bool is_written = write_by_coder(writer, value);
  forget(writer);
  return is_written;
}

bool write_answer(Writer *writer, VALUE value, size_t offset, int depth) {
  bool is_asked = is_foreign(writer, value) && rb_method_boundp(CLASS_OF(value), rb_intern("as_json"), 1);
  if (!writer->has_called_as_json) {
    if (!is_asked || writer->has_records || writer->has_wrong_escapes || outermost_odd_hash(writer)) return false;
    writer->has_called_as_json = true;
  }
  writer->odd_hash = value == writer->odd_hash ? 0 : outermost_odd_hash(writer);
  if (writer->odd_hash) return false;
  remove_from(writer, offset);
  writer->depth = depth;
  if (!is_asked) return write_by_coder_and_forget(writer, value);

  /* Stock sends as_json to it whatever has become of its methods: it need not be looked at again. */
  writer->foreign_class = CLASS_OF(value);
  VALUE answer = find_answer(writer, value);
  forget(writer);
  bool is_written = false;
  if (answer == value) {
    is_written = write_text_of_itself(writer, value);
    forget(writer);
  } else if (is_plain_answer(answer)) {
    is_written = write_value(writer, answer);
  } else {
    is_written = write_by_coder_and_forget(writer, rb_struct_new(returning_class(), answer));
  }
  RB_GC_GUARD(answer);
  return is_written;
}
