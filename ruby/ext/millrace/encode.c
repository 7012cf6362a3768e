#include "encode.h"

#include <ruby/encoding.h>

typedef struct {
  Writer writer;
  VALUE value;
  VALUE options;
} Encoding;

/* Of the last call that read them. Only threads that hold Ruby's lock come here. */
static EscapeSettings last_escape = {true, true};

static TextSettings text_settings(VALUE settings) {
  Check_Type(settings, T_ARRAY);
  return (TextSettings){
      .escape = {.html_entities = RTEST(rb_ary_entry(settings, 0)), .js_separators = RTEST(rb_ary_entry(settings, 1))},
      .time = {.is_standard = RTEST(rb_ary_entry(settings, 2)), .precision = NUM2INT(rb_ary_entry(settings, 3))},
  };
}

TextSettings text_settings_read(VALUE profile) {
  TextSettings result = text_settings(rb_funcall(profile_get(profile)->models, rb_intern("settings"), 0));
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

static bool is_same(EscapeSettings a, EscapeSettings b) {
  return a.html_entities == b.html_entities && a.js_separators == b.js_separators;
}

const TimeSettings *writer_time_settings(Writer *writer) {
  TextSettings *settings = &writer->settings;
  if (!settings->is_assumed) return &settings->time;
  TextSettings now = text_settings_read(writer->profile);
  settings->time = now.time;
  settings->is_assumed = false;
  if (writer->has_called_as_json) return &settings->time;
  writer->has_wrong_escapes = !is_same(settings->escape, now.escape) && writer->buffer.end != writer->buffer.start;
  settings->escape = now.escape;
  return &settings->time;
}

/* Stock escapes the finished text, with the settings of then, which as_json may have changed. */
static void set_final_escapes(Writer *writer) {
  EscapeSettings settings = text_settings_read(writer->profile).escape;
  if (is_same(settings, writer->settings.escape)) return;
  Buffer text;
  buffer_init(&text);
  write_escaped_again(&text, &writer->buffer, settings);
  buffer_truncate(&writer->buffer, 0);
  buffer_reserve(&writer->buffer, (size_t)(text.end - text.start));
  buffer_append(&writer->buffer, text.start, (size_t)(text.end - text.start));
  buffer_free(&text);
}

/* Whether the text that was written has the escapes of the settings. */
static bool has_right_escapes(Writer *writer) {
  if (writer->has_called_as_json) {
    set_final_escapes(writer);
    return true;
  }
  if (writer->settings.is_assumed && writer->buffer.depends_on_settings) writer_time_settings(writer);
  return !writer->has_wrong_escapes;
}

static void start_again(Writer *writer, int depth) {
  buffer_truncate(&writer->buffer, 0);
  writer->depth = depth;
  writer->refusal = REFUSED_FOR_STAGES;
  writer->has_wrong_escapes = false;
  memset(writer->names, 0, sizeof writer->names);
}

static VALUE encode_directly(VALUE argument) {
  Encoding *encoding = (Encoding *)argument;
  Writer *writer = &encoding->writer;
  if (!writer_trusts(writer, KIND_ENCODER)) return Qfalse;
  if (!filter_init(&writer->filter, encoding->options)) return Qnil;
  writer->options = RTEST(encoding->options) && RHASH_SIZE(encoding->options) > 0 ? encoding->options : Qnil;
  int depth = writer->depth;
  for (;;) {
    bool is_written = write_value(writer, encoding->value);
    if (is_written ? has_right_escapes(writer) : !writer->has_wrong_escapes) {
      if (is_written) break;
      return writer->refusal == REFUSED_FOR_STOCK ? Qfalse : Qnil;
    }
    start_again(writer, depth);
  }
  long count = writer->buffer.end - writer->buffer.start - 1; /* without the last comma */
  return rb_utf8_str_new(writer->buffer.start, count);
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
  if (state != 0) rb_jump_tag(state);
  *inquiry = writer->inquiry;
  RB_GC_GUARD(profile);
  return result;
}

/*
 * call-seq: encode(value, options, settings) -> string, nil or false
 *
 * Returns nil if some of the values need code of their own, and false if Active Support's encoder had better do all
 * of it. Nothing has happened then.
 */
static VALUE profile_encode(VALUE self, VALUE value, VALUE options, VALUE settings) {
  Inquiry inquiry;
  inquiry_init(&inquiry, profile_get(self));
  inquiry.is_light = !RTEST(options) || (RB_TYPE_P(options, T_HASH) && RHASH_SIZE(options) == 0);
  return encode_text(self, &inquiry, value, options, text_settings(settings), 0);
}

void encode_define(VALUE native) {
  VALUE profile = rb_const_get(native, rb_intern("Profile"));
  rb_define_method(profile, "encode", profile_encode, 3);
}
