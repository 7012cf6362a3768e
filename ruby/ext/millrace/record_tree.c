#include "record_tree.h"

#include <ruby/encoding.h>

/*
 * Records that need application code: methods that the option `methods` names, and attributes with a reader or a type of the
 * application. Builds the Hash of `serializable_hash` in Active Model's order. First
 * the attributes are read: natively, but for those that need application code. It can change the attributes and all methods, so
 * after each call the record is looked at again. Then the methods are called, then the associations; then all values are sent as_json. The values are the
 * objects that the attribute readers return, because application code could change them in place.
 */
typedef struct {
  Inquiry *inquiry;
  VALUE hash;
  VALUE names; /* an Array: of all attributes */
  long read_count; /* of the first attributes, which have been read */
} MemberReading;

static bool read_member(void *context, VALUE name, AttributeValue value) {
  MemberReading *reading = context;
  VALUE member = value.value;
  if (!value.is_cast) {
    if (value.kind == TYPE_UNKNOWN) return false;
    member = attribute_cast_value(reading->inquiry, &value);
    if (!RB_SPECIAL_CONST_P(member)) attribute_cache_value(&value, name, member);
  }
  rb_hash_aset(reading->hash, name, member);
  return true;
}

static bool read_first_member(void *context, VALUE name, AttributeValue value) {
  MemberReading *reading = context;
  if (!read_member(context, name, value)) return false;
  rb_ary_push(reading->names, name);
  reading->read_count++;
  return true;
}

static void leave_member(void *context, VALUE name) {
  rb_ary_push(((MemberReading *)context)->names, name);
}

/* The names are those of before application code ran. */
static bool read_next_member(void *context, VALUE name, AttributeValue value) {
  MemberReading *reading = context;
  VALUE expected = rb_ary_entry(reading->names, reading->read_count);
  if (NIL_P(expected) || rb_str_hash_cmp(expected, name) != 0 || !read_member(context, name, value)) return false;
  reading->read_count++;
  return true;
}

static void leave_next_member(void *context, VALUE name) {
}

static VALUE call_method(VALUE record, VALUE name) {
  return rb_funcall(record, rb_intern("send"), 1, name);
}

static void call_methods(VALUE record, VALUE names, VALUE hash) {
  for (long i = 0; i < RARRAY_LEN(names); i++) {
    VALUE name = RARRAY_AREF(names, i);
    VALUE result = call_method(record, name);
    rb_hash_aset(hash, RB_SYMBOL_P(name) ? rb_sym2str(name) : name, result);
  }
}

/* Reads the attributes from the first one on that needs application code. */
static void read_left(TreeBuilder *builder, VALUE record, Shape *shape, MemberReading *reading) {
  Inquiry *inquiry = &builder->inquiry;
  while (reading->read_count < RARRAY_LEN(reading->names)) {
    VALUE name = RARRAY_AREF(reading->names, reading->read_count);
    rb_hash_aset(reading->hash, name, call_method(record, name));
    reading->read_count++;
    tree_forget(builder);
    if (inquiry_kind(inquiry, record, KIND_OBJECT) != KIND_MODEL || inquiry_model(inquiry, record) != shape->model_object) {
      continue;
    }
    AttributeVisit visit = {.inquiry = inquiry,
        .shape = shape,
        .visit = read_next_member,
        .leave = leave_next_member,
        .context = reading,
        .skipped = (int)reading->read_count};
    if (reading->read_count < RARRAY_LEN(reading->names)) attribute_set_visit(&visit, record);
  }
}

static VALUE serialize_records(VALUE records, VALUE options) {
  VALUE arguments = NIL_P(options) ? rb_hash_new() : options;
  if (!rb_respond_to(records, rb_intern("to_ary"))) {
    return rb_funcallv_public(records, rb_intern("serializable_hash"), 1, &arguments);
  }
  VALUE list = rb_funcallv_public(records, rb_intern("to_ary"), 0, NULL);
  Check_Type(list, T_ARRAY);
  VALUE hashes = rb_ary_new_capa(RARRAY_LEN(list));
  for (long i = 0; i < RARRAY_LEN(list); i++) {
    rb_ary_push(hashes, rb_funcallv_public(RARRAY_AREF(list, i), rb_intern("serializable_hash"), 1, &arguments));
  }
  return hashes;
}

static void include_associations(VALUE record, const Shape *shape, VALUE hash) {
  for (int i = 0; i < shape->inclusion_count; i++) {
    Inclusion inclusion = shape->inclusions[i];
    VALUE records = call_method(record, inclusion.name);
    if (RTEST(records)) rb_hash_aset(hash, rb_sym2str(inclusion.name), serialize_records(records, inclusion.options));
  }
}

/* The names as an Array of symbols and strings; 0 if a method is missing, so that stock raises the error. */
static VALUE names_of_methods(VALUE record, VALUE options) {
  VALUE names = NIL_P(options) ? Qnil : rb_hash_lookup2(options, ID2SYM(rb_intern("methods")), Qnil);
  if (NIL_P(names)) return rb_ary_new();
  if (!RB_TYPE_P(names, T_ARRAY)) names = rb_ary_new_from_args(1, names);
  for (long i = 0; i < RARRAY_LEN(names); i++) {
    VALUE name = RARRAY_AREF(names, i);
    if (!RB_SYMBOL_P(name) && (RB_SPECIAL_CONST_P(name) || RBASIC_CLASS(name) != rb_cString)) return 0;
    if (!RB_SYMBOL_P(name) && rb_enc_str_coderange(name) == ENC_CODERANGE_BROKEN) return 0;
    if (!rb_method_boundp(CLASS_OF(record), rb_to_id(name), 0)) return 0;
  }
  return rb_ary_dup(names);
}

static VALUE as_json_without_options(TreeBuilder *builder, VALUE hash) {
  VALUE options = builder->options;
  builder->options = Qnil;
  builder->has_filter = false;
  VALUE result = tree_as_json(builder, hash);
  builder->options = options;
  builder->has_filter = false;
  return result;
}

VALUE record_as_json(TreeBuilder *builder, VALUE record) {
  Inquiry *inquiry = &builder->inquiry;
  if (!inquiry_trusts(inquiry, KIND_HASH)) return 0;
  Shape *shape = shape_new(inquiry->profile->models, inquiry_model(inquiry, record), builder->options);
  VALUE shape_object = shape->object;
  shape_call_methods(shape);
  VALUE names = shape->is_supported ? names_of_methods(record, builder->options) : 0;
  if (!names) return 0;

  VALUE hash = rb_hash_new();
  MemberReading reading = {.inquiry = inquiry, .hash = hash, .names = rb_ary_new()};
  AttributeVisit visit = {
      .inquiry = inquiry, .shape = shape, .visit = read_first_member, .leave = leave_member, .context = &reading};
  if (!attribute_set_visit(&visit, record)) return 0;
  /* What needs application code is an association. */
  if (reading.read_count == RARRAY_LEN(reading.names) && RARRAY_LEN(names) == 0) return 0;

  tree_expect_anything(builder);
  read_left(builder, record, shape, &reading);
  call_methods(record, names, hash);
  include_associations(record, shape, hash);
  VALUE root = shape->root;
  tree_forget(builder);
  VALUE result = as_json_without_options(builder, hash);
  if (RTEST(root)) {
    VALUE wrapped = rb_hash_new();
    tree_set(builder, wrapped, root, result);
    result = wrapped;
  }
  RB_GC_GUARD(shape_object);
  RB_GC_GUARD(reading.names);
  return result;
}
