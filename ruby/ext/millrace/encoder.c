#include "encoder.h"

#include <ruby/ractor.h>

#include "encode.h"
#include "guards/refusals.h"

/*
 * The way of most calls, from Active Support's `encode` to the text. Small documents take stock less than half a
 * microsecond, so this runs no Ruby code, and reads no setting that the text does not depend on.
 */
static VALUE usual_profile = Qnil;
static VALUE no_options = Qnil; /* the options of encoders that were made without any */
static bool asks_small_records;
static bool freezes_options;
static ID id_as_json, id_only, id_include, id_escape, id_escape_html_entities, id_options;
static ID id_encode_with_options, id_encode_by_stock, id_encode_otherwise, id_encode_answer;

/* What is known of methods is not shared with other Ractors. */
static rb_ractor_local_key_t is_main_ractor;

static VALUE encode_without_options(VALUE value) {
  Inquiry inquiry;
  inquiry_init(&inquiry, profile_get(usual_profile));
  inquiry.is_light = true;
  inquiry.may_call_as_json = !NIL_P(inquiry.profile->coder);
  return encode_text(usual_profile, &inquiry, value, Qnil, text_settings_assumed(usual_profile), 0);
}

static bool is_record(VALUE value) {
  if (RB_SPECIAL_CONST_P(value) || !RB_TYPE_P(value, T_OBJECT)) return false;
  Model *model = model_get(model_of_class(CLASS_OF(value)));
  return model != NULL && model->role == ROLE_RECORD;
}

enum { MAXIMUM_SMALL_NAMES = 2 };

static bool has_option(VALUE options, ID name) {
  return rb_hash_lookup2(options, ID2SYM(name), Qundef) != Qundef;
}

/* Whether the document is one record, of which `only` names no more than two attributes, with the usual escapes. */
static bool is_small_record(VALUE value, VALUE options) {
  if (RB_SPECIAL_CONST_P(options) || CLASS_OF(options) != rb_cHash) return false;
  VALUE names = rb_hash_lookup2(options, ID2SYM(id_only), Qnil);
  if (!RTEST(names) || has_option(options, id_include)) return false;
  if (CLASS_OF(names) == rb_cArray && RARRAY_LEN(names) > MAXIMUM_SMALL_NAMES) return false;
  if (has_option(options, id_escape) || has_option(options, id_escape_html_entities)) return false;
  bool is_list = CLASS_OF(value) == rb_cArray && RARRAY_LEN(value) == 1;
  return is_record(is_list ? RARRAY_AREF(value, 0) : value);
}

/* Its as_json is Active Support's or the application's. What that gives is a document without options. */
static VALUE encode_small_record(VALUE encoder, VALUE value, VALUE options) {
  VALUE given = rb_hash_dup(options);
  if (freezes_options) rb_obj_freeze(given);
  VALUE answer = rb_funcallv_public(value, id_as_json, 1, &given);
  VALUE json = encode_without_options(answer);
  return RTEST(json) ? json : rb_funcall(encoder, id_encode_answer, 1, answer);
}

/*
 * call-seq: encode(value) -> string
 *
 * Raises whatever Active Support's encoder raises for the value.
 */
static VALUE encoding_encode(VALUE self, VALUE value) {
  bool is_main = RTEST(rb_ractor_local_storage_value(is_main_ractor));
  if (!is_main) return rb_funcall(self, id_encode_by_stock, 1, value);
  VALUE options = rb_ivar_get(self, id_options);
  if (asks_small_records && is_small_record(value, options)) return encode_small_record(self, value, options);
  if (refusals_skip(value, options)) return rb_funcall(self, id_encode_by_stock, 1, value);
  bool has_options = options != no_options;
  VALUE json = has_options ? rb_funcall(self, id_encode_with_options, 1, value) : encode_without_options(value);
  if (!RTEST(json)) return rb_funcall(self, id_encode_otherwise, 2, value, json);
  refusals_remove(value, options);
  return json;
}

/*
 * call-seq: use(profile, no_options, asks_small_records, freezes_options)
 *
 * To be called once, in the main Ractor. `asks_small_records` is whether `as_json` of a small record takes less time than
 * the guards of a native encoding, and `freezes_options` whether Active Support freezes what it gives `as_json`.
 */
static VALUE encoding_use(VALUE self, VALUE profile, VALUE options, VALUE asks, VALUE freezes) {
  profile_get(profile);
  usual_profile = profile;
  no_options = options;
  asks_small_records = RTEST(asks);
  freezes_options = RTEST(freezes);
  rb_ractor_local_storage_value_set(is_main_ractor, Qtrue);
  return self;
}

/*
 * call-seq: add_refusal(document, options)
 */
static VALUE encoding_add_refusal(VALUE self, VALUE document, VALUE options) {
  refusals_add(document, options);
  return Qnil;
}

/*
 * call-seq: clear_refusals
 *
 * For tests: kinds of documents that share their count by chance would depend on each other.
 */
static VALUE encoding_clear_refusals(VALUE self) {
  refusals_clear();
  return Qnil;
}

void encoder_define(VALUE native) {
  id_only = rb_intern("only");
  id_include = rb_intern("include");
  id_escape = rb_intern("escape");
  id_escape_html_entities = rb_intern("escape_html_entities");
  id_as_json = rb_intern("as_json");
  id_options = rb_intern("@options");
  id_encode_with_options = rb_intern("encode_with_options");
  id_encode_by_stock = rb_intern("encode_by_stock");
  id_encode_otherwise = rb_intern("encode_otherwise");
  id_encode_answer = rb_intern("encode_answer");
  rb_gc_register_address(&usual_profile);
  rb_gc_register_address(&no_options);
  is_main_ractor = rb_ractor_local_storage_value_newkey();

  VALUE encoding = rb_define_module_under(native, "Encoding");
  rb_define_singleton_method(encoding, "use", encoding_use, 4);
  rb_define_singleton_method(encoding, "add_refusal", encoding_add_refusal, 2);
  rb_define_singleton_method(encoding, "clear_refusals", encoding_clear_refusals, 0);
  rb_ext_ractor_safe(true);
  rb_define_method(encoding, "encode", encoding_encode, 1);
  rb_ext_ractor_safe(false);
}
