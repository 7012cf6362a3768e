#include "encode.h"

#include <ruby/encoding.h>

typedef struct {
  Writer writer;
  VALUE value;
  VALUE options;
} Encoding;

/* Of the last call that read them. Only threads that hold Ruby's lock come here. */
static EscapeSettings last_escape = {true, true};

TextSettings text_settings_read(VALUE profile) {
  VALUE settings = rb_funcall(profile_get(profile)->models, rb_intern("settings"), 0);
  Check_Type(settings, T_ARRAY);
  TextSettings result = {
      .escape = {.html_entities = RTEST(rb_ary_entry(settings, 0)), .js_separators = RTEST(rb_ary_entry(settings, 1))},
      .time = {.is_standard = RTEST(rb_ary_entry(settings, 2)), .precision = NUM2INT(rb_ary_entry(settings, 3))},
  };
  last_escape = result.escape;
  return result;
}

/*
 * To read the settings takes as long as to write a small document. So the text is written with those of an earlier call, and
 * they are read only if the text depends on them: if something was escaped because of them, or has U+2028, which they left
 * as it is. All strings depend on them where < and > are not escaped.
 */
TextSettings text_settings_assumed(VALUE profile) {
  if (!last_escape.html_entities) return text_settings_read(profile);
  return (TextSettings){.escape = last_escape, .is_assumed = true};
}

const TimeSettings *writer_time_settings(Writer *writer) {
  TextSettings *settings = &writer->settings;
  if (!settings->is_assumed) return &settings->time;
  EscapeSettings assumed = settings->escape;
  *settings = text_settings_read(writer->profile);
  bool has_changed = assumed.html_entities != settings->escape.html_entities ||
                     assumed.js_separators != settings->escape.js_separators;
  writer->has_wrong_escapes = has_changed && writer->buffer.end != writer->buffer.start;
  return &settings->time;
}

/* Whether the text that was written has the escapes of the settings. */
static bool has_right_escapes(Writer *writer) {
  if (writer->settings.is_assumed && writer->buffer.depends_on_settings) writer_time_settings(writer);
  return !writer->has_wrong_escapes;
}

static void start_again(Writer *writer) {
  writer->buffer.end = writer->buffer.start;
  writer->has_wrong_escapes = false;
  memset(writer->names, 0, sizeof writer->names);
}

static VALUE encode_directly(VALUE argument) {
  Encoding *encoding = (Encoding *)argument;
  Writer *writer = &encoding->writer;
  if (!writer_trusts(writer, KIND_ENCODER)) return Qfalse;
  if (!filter_init(&writer->filter, encoding->options)) return Qnil;
  writer->options = RTEST(encoding->options) && RHASH_SIZE(encoding->options) > 0 ? encoding->options : Qnil;
  for (;;) {
    if (!write_value(writer, encoding->value)) return writer->refusal == REFUSED_FOR_STOCK ? Qfalse : Qnil;
    if (has_right_escapes(writer)) break;
    start_again(writer);
  }
  long count = writer->buffer.end - writer->buffer.start - 1; /* without the last comma */
  return rb_utf8_str_new(writer->buffer.start, count);
}

/* See read_time: no other ArgumentError is caught here. */
static bool is_distant_time(const Writer *writer) {
  return writer->is_reading_time && RTEST(rb_obj_is_kind_of(rb_errinfo(), rb_eArgError));
}

VALUE encode_text(VALUE profile, Inquiry *inquiry, VALUE value, VALUE options, TextSettings settings, int depth) {
  Encoding encoding;
  Writer *writer = &encoding.writer;
  /* All but the buffer, which is the first member: its storage needs no clearing. */
  memset((char *)writer + sizeof writer->buffer, 0, sizeof *writer - sizeof writer->buffer);
  buffer_init(&writer->buffer);
  writer->settings = settings;
  writer->profile = profile;
  writer->options = Qnil;
  writer->depth = depth;
  writer->inquiry = *inquiry;
  encoding.value = value;
  encoding.options = options;
  int state;
  VALUE result = rb_protect(encode_directly, (VALUE)&encoding, &state);
  buffer_free(&writer->buffer);
  if (state != 0) {
    if (!is_distant_time(writer)) rb_jump_tag(state);
    rb_set_errinfo(Qnil);
    result = Qfalse;
  }
  *inquiry = writer->inquiry;
  RB_GC_GUARD(profile);
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
