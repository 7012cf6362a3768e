#include "tree.h"

#include <math.h>

#include "filter.h"
#include "inquiry.h"

/*
 * The way round for values with methods of their own: `value.as_json(options.dup)` as Active Support computes it, which
 * is a tree of new hashes and arrays, without a Ruby frame for each of them. Everything that is not known to be
 * untouched is sent `as_json`, once, in the same order, with a copy of the options of its own.
 *
 * Such a method can do anything: redefine others, change the hash that is being gone through, the options, or the
 * strings that were seen before. So nothing is kept after a call but the tree.
 */
enum { MAXIMUM_TREE_DEPTH = 100 };

typedef struct {
  Inquiry inquiry;
  VALUE options;
  MemberFilter filter;
  bool has_filter; /* the filter says what the options say */
  int depth;
} TreeBuilder;

static VALUE build(TreeBuilder *builder, VALUE value);

static void forget(TreeBuilder *builder) {
  inquiry_forget(&builder->inquiry);
  builder->has_filter = false;
}

/* For values whose methods are untouched: no code but Active Support's runs. */
static VALUE send_trusted_as_json(TreeBuilder *builder, VALUE value) {
  VALUE options = rb_hash_dup(builder->options);
  return rb_funcallv_public(value, rb_intern("as_json"), 1, &options);
}

static VALUE send_as_json(TreeBuilder *builder, VALUE value) {
  VALUE result = send_trusted_as_json(builder, value);
  forget(builder);
  return result;
}

static VALUE build_array(TreeBuilder *builder, VALUE array) {
  VALUE result = rb_ary_new_capa(RARRAY_LEN(array));
  for (long i = 0; i < RARRAY_LEN(array); i++) rb_ary_push(result, build(builder, RARRAY_AREF(array, i)));
  return result;
}

static VALUE name_of_key(TreeBuilder *builder, VALUE key) {
  if (RB_SYMBOL_P(key) && inquiry_trusts(&builder->inquiry, KIND_SYMBOL)) return rb_sym2str(key);
  if (!RB_SPECIAL_CONST_P(key) && RBASIC_CLASS(key) == rb_cString && inquiry_trusts(&builder->inquiry, KIND_STRING)) {
    return key;
  }
  VALUE name = rb_funcallv_public(key, rb_intern("to_s"), 0, NULL);
  forget(builder);
  return name;
}

typedef struct {
  TreeBuilder *builder;
  VALUE result;
} HashBuilding;

static int build_member(VALUE key, VALUE value, VALUE argument) {
  HashBuilding *building = (HashBuilding *)argument;
  VALUE name = name_of_key(building->builder, key);
  rb_hash_aset(building->result, name, build(building->builder, value));
  RB_GC_GUARD(name);
  return ST_CONTINUE;
}

/* The members that the options let through, in a Hash of their own. */
static VALUE select_members(const MemberFilter *filter, VALUE hash) {
  if (filter->mode == FILTER_EXCEPT) {
    VALUE selected = rb_hash_dup(hash);
    for (int i = 0; i < filter->count; i++) rb_hash_delete(selected, filter->names[i]);
    return selected;
  }
  VALUE selected = rb_hash_new();
  for (int i = 0; i < filter->count; i++) {
    VALUE value = rb_hash_lookup2(hash, filter->names[i], Qundef);
    if (value != Qundef) rb_hash_aset(selected, filter->names[i], value);
  }
  return selected;
}

static VALUE build_hash(TreeBuilder *builder, VALUE hash) {
  if (!builder->has_filter) {
    if (!filter_init(&builder->filter, builder->options)) return send_as_json(builder, hash);
    builder->has_filter = true;
  }
  VALUE members = hash;
  if (builder->filter.mode != FILTER_NONE) {
    if (RBASIC_CLASS(hash) != rb_cHash || RTEST(rb_funcall(hash, rb_intern("compare_by_identity?"), 0))) {
      return send_as_json(builder, hash);
    }
    members = select_members(&builder->filter, hash);
  }
  HashBuilding building = {.builder = builder, .result = rb_hash_new()};
  rb_hash_foreach(members, build_member, (VALUE)&building);
  RB_GC_GUARD(members);
  return building.result;
}

/* A Struct's members, as they are now. */
static VALUE members_of_struct(VALUE structure) {
  VALUE names = rb_struct_members(structure);
  VALUE members = rb_hash_new();
  for (long i = 0; i < RARRAY_LEN(names); i++) {
    rb_hash_aset(members, RARRAY_AREF(names, i), RSTRUCT_GET(structure, (int)i));
  }
  return members;
}

static VALUE build_nested(TreeBuilder *builder, VALUE value) {
  Inquiry *inquiry = &builder->inquiry;
  switch (RB_BUILTIN_TYPE(value)) {
    case T_ARRAY:
      if (inquiry_kind(inquiry, value, KIND_ARRAY) != KIND_ARRAY) break;
      return build_array(builder, value);
    case T_HASH:
      if (inquiry_kind(inquiry, value, KIND_HASH) != KIND_HASH) break;
      return build_hash(builder, value);
    case T_STRUCT:
      if (inquiry_kind(inquiry, value, KIND_STRUCT) != KIND_STRUCT || !inquiry_trusts(inquiry, KIND_HASH)) break;
      return build_hash(builder, members_of_struct(value));
    case T_OBJECT:
      if (inquiry_kind(inquiry, value, KIND_OBJECT) == KIND_OBJECT) {
        if (!inquiry_trusts(inquiry, KIND_HASH)) break;
        return build_hash(builder, rb_funcall(value, rb_intern("instance_values"), 0));
      }
      /* fall through */
    case T_DATA:
      switch (inquiry_kind(inquiry, value, KIND_NONE)) {
        case KIND_NONE:
        case KIND_SET: /* as_json of its elements */
          break;
        default:
          return send_trusted_as_json(builder, value);
      }
      break;
    default:
      break;
  }
  return send_as_json(builder, value);
}

static VALUE build(TreeBuilder *builder, VALUE value) {
  Inquiry *inquiry = &builder->inquiry;
  if (FIXNUM_P(value) && inquiry_trusts(inquiry, KIND_INTEGER)) return value;
  if (NIL_P(value) && inquiry_trusts(inquiry, KIND_NIL)) return value;
  if (value == Qtrue && inquiry_trusts(inquiry, KIND_TRUE)) return value;
  if (value == Qfalse && inquiry_trusts(inquiry, KIND_FALSE)) return value;
  if (RB_SYMBOL_P(value) && inquiry_trusts(inquiry, KIND_SYMBOL)) return rb_sym_to_s(value);
  if (RB_FLOAT_TYPE_P(value) && inquiry_trusts(inquiry, KIND_FLOAT)) {
    return isfinite(RFLOAT_VALUE(value)) ? value : Qnil;
  }
  if (RB_SPECIAL_CONST_P(value)) return send_as_json(builder, value);
  if (RB_TYPE_P(value, T_STRING) && inquiry_kind(inquiry, value, KIND_STRING) == KIND_STRING) return value;

  if (builder->depth >= MAXIMUM_TREE_DEPTH || ruby_stack_check()) return send_as_json(builder, value);
  builder->depth++;
  VALUE result = build_nested(builder, value);
  builder->depth--;
  return result;
}

/*
 * call-seq: as_json(value, options) -> object
 *
 * The same as value.as_json(options.dup).
 */
static VALUE profile_as_json(VALUE self, VALUE value, VALUE options) {
  if (RB_SPECIAL_CONST_P(options) || RBASIC_CLASS(options) != rb_cHash) {
    return rb_funcall(value, rb_intern("as_json"), 1, rb_funcall(options, rb_intern("dup"), 0));
  }
  TreeBuilder builder = {.options = options};
  inquiry_init(&builder.inquiry, profile_get(self));
  VALUE result = build(&builder, value);
  RB_GC_GUARD(self);
  RB_GC_GUARD(options);
  return result;
}

void tree_define(VALUE native) {
  VALUE profile = rb_const_get(native, rb_intern("Profile"));
  rb_define_method(profile, "as_json", profile_as_json, 2);
}
