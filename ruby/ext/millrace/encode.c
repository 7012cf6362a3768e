#include "encode.h"

#include <ruby/encoding.h>

typedef struct {
  Writer writer;
  VALUE profile; /* here so that it stays alive */
  VALUE value;
  VALUE options;
} Encoding;

static VALUE encode_directly(VALUE argument) {
  Encoding *encoding = (Encoding *)argument;
  Writer *writer = &encoding->writer;
  if (!writer_trusts(writer, KIND_ENCODER)) return Qfalse;
  if (!filter_init(&writer->filter, encoding->options)) return Qnil;
  writer->options = RTEST(encoding->options) && RHASH_SIZE(encoding->options) > 0 ? encoding->options : Qnil;
  if (!write_value(writer, encoding->value)) return writer->refusal == REFUSED_FOR_STOCK ? Qfalse : Qnil;
  long count = writer->buffer.end - writer->buffer.start - 1; /* without the last comma */
  return rb_utf8_str_new(writer->buffer.start, count);
}

/* See read_time: no other ArgumentError is caught here. */
static VALUE refuse_distant_time(VALUE argument, VALUE error) {
  if (!((Encoding *)argument)->writer.is_reading_time) rb_exc_raise(error);
  return Qfalse;
}

static VALUE encode_or_refuse(VALUE argument) {
  return rb_rescue2(encode_directly, argument, refuse_distant_time, argument, rb_eArgError, (VALUE)0);
}

static VALUE free_buffer(VALUE argument) {
  buffer_free(&((Encoding *)argument)->writer.buffer);
  return Qnil;
}

VALUE encode_text(VALUE profile, Inquiry *inquiry, VALUE value, VALUE options, TextSettings settings, int depth) {
  Encoding encoding;
  Writer *writer = &encoding.writer;
  /* All but the buffer, which is the first member: its storage needs no clearing. */
  memset((char *)writer + sizeof writer->buffer, 0, sizeof *writer - sizeof writer->buffer);
  buffer_init(&writer->buffer);
  writer->escape = settings.escape;
  writer->time = settings.time;
  writer->options = Qnil;
  writer->depth = depth;
  writer->inquiry = *inquiry;
  encoding.profile = profile;
  encoding.value = value;
  encoding.options = options;
  VALUE result = rb_ensure(encode_or_refuse, (VALUE)&encoding, free_buffer, (VALUE)&encoding);
  *inquiry = writer->inquiry;
  return result;
}

/*
 * call-seq: encode(value, options, html_entities, js_separators, is_standard_time, precision) -> string, nil or false
 *
 * Returns nil if some of the values need code of their own, and false if Active Support's encoder had better do all
 * of it. Nothing has happened then.
 */
static VALUE profile_encode(VALUE self, VALUE value, VALUE options, VALUE html_entities, VALUE js_separators,
                            VALUE is_standard_time, VALUE precision) {
  Inquiry inquiry;
  inquiry_init(&inquiry, profile_get(self));
  inquiry.is_light = !RTEST(options) || (RB_TYPE_P(options, T_HASH) && RHASH_SIZE(options) == 0);
  TextSettings settings = {
      .escape = {.html_entities = RTEST(html_entities), .js_separators = RTEST(js_separators)},
      .time = {.is_standard = RTEST(is_standard_time), .precision = NUM2INT(precision)},
  };
  return encode_text(self, &inquiry, value, options, settings, 0);
}

void encode_define(VALUE native) {
  VALUE profile = rb_const_get(native, rb_intern("Profile"));
  rb_define_method(profile, "encode", profile_encode, 6);
}
