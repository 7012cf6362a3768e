#include "record_tree.h"

/*
 * Records with the option `methods`: builds the Hash of `serializable_hash` in Active Model's order. First all attributes
 * are read, natively; then the methods are called, then the associations; then all values are sent as_json. The values
 * are the objects that the attribute readers return, because the methods could change them in place.
 */
typedef struct {
  Inquiry *inquiry;
  VALUE hash;
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
  VALUE names = rb_hash_lookup2(options, ID2SYM(rb_intern("methods")), Qnil);
  if (!RB_TYPE_P(names, T_ARRAY)) names = rb_ary_new_from_args(1, names);
  for (long i = 0; i < RARRAY_LEN(names); i++) {
    VALUE name = RARRAY_AREF(names, i);
    if (!RB_SYMBOL_P(name) && (RB_SPECIAL_CONST_P(name) || RBASIC_CLASS(name) != rb_cString)) return 0;
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
  if (NIL_P(builder->options) || !inquiry_trusts(inquiry, KIND_HASH)) return 0;
  Shape *shape = shape_new(inquiry->profile->models, inquiry_model(inquiry, record), builder->options);
  VALUE shape_object = shape->object;
  VALUE names = shape->is_supported && shape->needs_methods ? names_of_methods(record, builder->options) : 0;
  if (!names) return 0;

  VALUE hash = rb_hash_new();
  MemberReading reading = {.inquiry = inquiry, .hash = hash};
  AttributeVisit visit = {.inquiry = inquiry, .shape = shape, .visit = read_member, .context = &reading};
  if (!attribute_set_visit(&visit, record)) return 0;

  tree_expect_anything(builder);
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
  return result;
}
