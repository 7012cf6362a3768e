#include <math.h>

#include "values/tree.h"

/*
 * How Active Support 7.1 and 7.2 build the tree: values that JSON has are kept, arrays and hashes are copied, and all
 * other values are sent as_json, without arguments, until the result is one of these. A value that overrides methods of
 * its class is left to Active Support's own method.
 */
static VALUE leave_to_stock(TreeBuilder *builder, VALUE value) {
  tree_expect_anything(builder);
  VALUE result = rb_funcall(builder->stock, rb_intern("jsonify"), 1, value);
  tree_forget(builder);
  return result;
}

/* JSON in a string, for versions of Active Support that write it as it is. */
static bool is_fragment(const TreeBuilder *builder, VALUE value) {
  VALUE class = builder->inquiry.profile->trusts[KIND_FRAGMENT].class;
  return class && RTEST(rb_obj_is_kind_of(value, class));
}

/* The result of a number's as_json is put into the tree as it is, even if jsonify would convert such a value. */
static VALUE jsonify_number(TreeBuilder *builder, VALUE number) {
  VALUE result = leave_to_stock(builder, number);
  if (!NIL_P(result) && !RB_INTEGER_TYPE_P(result) && !RB_TYPE_P(result, T_STRING)) builder->is_unusual = true;
  return result;
}

static VALUE jsonify_array(TreeBuilder *builder, VALUE array) {
  VALUE result = rb_ary_new_capa(RARRAY_LEN(array));
  for (long i = 0; i < RARRAY_LEN(array); i++) {
    tree_push(builder, result, tree_jsonify(builder, RARRAY_AREF(array, i)));
  }
  return result;
}

typedef struct {
  TreeBuilder *builder;
  VALUE result;
} HashCopying;

static int copy_member(VALUE key, VALUE value, VALUE argument) {
  HashCopying *copying = (HashCopying *)argument;
  VALUE name = RB_SYMBOL_P(key) || RB_TYPE_P(key, T_STRING) ? key : tree_name_of_key(copying->builder, key);
  tree_set(copying->builder, copying->result, name, tree_jsonify(copying->builder, value));
  RB_GC_GUARD(name);
  return ST_CONTINUE;
}

static VALUE jsonify_hash(TreeBuilder *builder, VALUE hash) {
  HashCopying copying = {.builder = builder, .result = rb_hash_new()};
  rb_hash_foreach(hash, copy_member, (VALUE)&copying);
  return copying.result;
}

/* The same as value.as_json, which stock sends to all parts of the value; may be a leaf. */
static VALUE as_json(TreeBuilder *builder, VALUE value) {
  if (RB_TYPE_P(value, T_OBJECT) && tree_is_foreign(builder, value)) return tree_send_as_json(builder, value);
  inquiry_leave_light_mode(&builder->inquiry);
  VALUE result = tree_as_json(builder, value);
  inquiry_return_to_light_mode(&builder->inquiry);
  return result;
}

static VALUE jsonify_other(TreeBuilder *builder, VALUE value) {
  VALUE result = as_json(builder, value);
  return is_leaf(result) ? result : tree_jsonify(builder, result);
}

static VALUE jsonify_nested(TreeBuilder *builder, VALUE value) {
  Inquiry *inquiry = &builder->inquiry;
  switch (RB_BUILTIN_TYPE(value)) {
    case T_ARRAY:
      if (is_row(value)) return tree_jsonify(builder, row_hash(value));
      if (inquiry_kind(inquiry, value, KIND_ARRAY) != KIND_ARRAY) return leave_to_stock(builder, value);
      return jsonify_array(builder, value);
    case T_HASH:
      if (inquiry_kind(inquiry, value, KIND_HASH) != KIND_HASH) return leave_to_stock(builder, value);
      return jsonify_hash(builder, value);
    default:
      if (RTEST(rb_obj_is_kind_of(value, rb_cNumeric))) return jsonify_number(builder, value);
      return is_fragment(builder, value) ? value : jsonify_other(builder, value);
  }
}

VALUE tree_jsonify(TreeBuilder *builder, VALUE value) {
  builder->value_count++;
  if (FIXNUM_P(value) || RB_SYMBOL_P(value) || NIL_P(value) || value == Qtrue || value == Qfalse) return value;
  if (RB_FLOAT_TYPE_P(value) && inquiry_trusts(&builder->inquiry, KIND_FLOAT)) {
    return isfinite(RFLOAT_VALUE(value)) ? value : Qnil;
  }
  if (RB_SPECIAL_CONST_P(value)) return jsonify_number(builder, value);
  if (RB_TYPE_P(value, T_STRING) || RB_TYPE_P(value, T_BIGNUM) || is_leaf(value)) return value;

  if (builder->depth >= MAXIMUM_TREE_DEPTH || ruby_stack_check()) return leave_to_stock(builder, value);
  builder->depth++;
  VALUE result = jsonify_nested(builder, value);
  builder->depth--;
  /* Values of other classes than Ruby's own have ended it. */
  if (!builder->inquiry.is_light) inquiry_return_to_light_mode(&builder->inquiry);
  return result;
}
