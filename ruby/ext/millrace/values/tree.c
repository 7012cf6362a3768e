#include "values/tree.h"

#include <math.h>

#include "records/record_tree.h"
#include "records/relation.h"

static VALUE build(TreeBuilder *builder, VALUE value);

void tree_expect_anything(TreeBuilder *builder) {
  leaves_replace(&builder->leaves);
}

/*
 * A trace makes Ruby report each allocation. It pays if methods were compared for which Ruby has no fast question: those of
 * values that stock sends as_json to. While stock only copies the document, there are none but for floats.
 */
static bool has_asked_slowly(const TreeBuilder *builder) {
  uint64_t asked = builder->inquiry.trusted_fully & ~((uint64_t)1 << KIND_OBJECT);
  return NIL_P(builder->stock) || asked != 0;
}

void tree_forget(TreeBuilder *builder) {
  builder->call_count++;
  builder->needs_trace = builder->needs_trace || has_asked_slowly(builder);
  if (builder->needs_trace) builder->inquiry.period = definition_trace_period(&builder->trace);
  inquiry_forget(&builder->inquiry);
  builder->has_filter = false;
}

void tree_push(TreeBuilder *builder, VALUE array, VALUE value) {
  rb_ary_push(array, value);
  leaves_add(&builder->leaves, array, LONG2FIX(RARRAY_LEN(array) - 1), value);
}

void tree_set(TreeBuilder *builder, VALUE hash, VALUE key, VALUE value) {
  rb_hash_aset(hash, key, value);
  leaves_add(&builder->leaves, hash, key, value);
}

/* For values whose methods are untouched: no code but Active Support's runs. */
static VALUE send_trusted_as_json(TreeBuilder *builder, VALUE value) {
  if (NIL_P(builder->options)) return rb_funcallv_public(value, rb_intern("as_json"), 0, NULL);
  VALUE options = builder->shares_options ? builder->options : rb_hash_dup(builder->options);
  return rb_funcallv_public(value, rb_intern("as_json"), 1, &options);
}

VALUE tree_send_as_json(TreeBuilder *builder, VALUE value) {
  tree_expect_anything(builder);
  VALUE result = send_trusted_as_json(builder, value);
  tree_forget(builder);
  builder->has_answers = true;
  return result;
}

/* The leaf of a record or an array of records, or 0. */
static VALUE build_leaf(TreeBuilder *builder, VALUE value) {
  VALUE options = NIL_P(builder->options) || RHASH_SIZE(builder->options) == 0 ? Qnil : builder->options;
  return leaf_new(&builder->leaves, &builder->inquiry, value, options, builder->depth);
}

static bool is_model(TreeBuilder *builder, VALUE value) {
  return !RB_SPECIAL_CONST_P(value) && RB_TYPE_P(value, T_OBJECT) &&
         inquiry_kind(&builder->inquiry, value, KIND_OBJECT) == KIND_MODEL;
}

/* Whether a record needs application code. One of the same class before it needed some with the same options. */
static bool needs_code(TreeBuilder *builder, VALUE record) {
  return CLASS_OF(record) == builder->class_with_code && builder->options == builder->options_with_code;
}

static VALUE build_elements(TreeBuilder *builder, VALUE array) {
  VALUE result = rb_ary_new_capa(RARRAY_LEN(array));
  for (long i = 0; i < RARRAY_LEN(array); i++) tree_push(builder, result, build(builder, RARRAY_AREF(array, i)));
  return result;
}

static VALUE build_array(TreeBuilder *builder, VALUE array) {
  if (RARRAY_LEN(array) > 1 && is_model(builder, RARRAY_AREF(array, 0)) && !needs_code(builder, RARRAY_AREF(array, 0))) {
    VALUE leaf = build_leaf(builder, array);
    if (leaf) return leaf;
  }
  return build_elements(builder, array);
}

/* Loads the records of a relation from the database if necessary, at the same point as Active Support. */
static VALUE build_model(TreeBuilder *builder, VALUE value) {
  Role role = model_get(inquiry_model(&builder->inquiry, value))->role;
  if (role == ROLE_RELATION || role == ROLE_COLLECTION) {
    VALUE records = relation_loaded_records(&builder->inquiry, value, role);
    if (!records) {
      tree_expect_anything(builder);
      records = rb_funcallv_public(value, rb_intern("records"), 0, NULL);
      tree_forget(builder);
      bool is_plain = !RB_SPECIAL_CONST_P(records) && RBASIC_CLASS(records) == rb_cArray;
      if (!is_plain || inquiry_kind(&builder->inquiry, records, KIND_ARRAY) != KIND_ARRAY) {
        return tree_send_as_json(builder, records);
      }
    }
    VALUE result = build_array(builder, records);
    RB_GC_GUARD(records);
    return result;
  }
  VALUE result = 0;
  if (role == ROLE_RECORD) {
    result = needs_code(builder, value) ? 0 : build_leaf(builder, value);
    if (!result) {
      builder->class_with_code = CLASS_OF(value);
      builder->options_with_code = builder->options;
      result = record_as_json(builder, value);
    }
  }
  return result ? result : tree_send_as_json(builder, value);
}

VALUE tree_name_of_key(TreeBuilder *builder, VALUE key) {
  if (RB_SYMBOL_P(key) && inquiry_trusts(&builder->inquiry, KIND_SYMBOL)) return rb_sym2str(key);
  if (!RB_SPECIAL_CONST_P(key) && RBASIC_CLASS(key) == rb_cString && inquiry_trusts(&builder->inquiry, KIND_STRING)) {
    return key;
  }
  tree_expect_anything(builder);
  VALUE name = rb_funcallv_public(key, rb_intern("to_s"), 0, NULL);
  tree_forget(builder);
  builder->has_answers = true;
  return name;
}

typedef struct {
  TreeBuilder *builder;
  VALUE result;
} HashBuilding;

static int build_member(VALUE key, VALUE value, VALUE argument) {
  HashBuilding *building = (HashBuilding *)argument;
  VALUE name = tree_name_of_key(building->builder, key);
  tree_set(building->builder, building->result, name, build(building->builder, value));
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
    if (!filter_init(&builder->filter, builder->options)) return tree_send_as_json(builder, hash);
    builder->has_filter = true;
  }
  VALUE members = hash;
  if (builder->filter.mode != FILTER_NONE) {
    if (RBASIC_CLASS(hash) != rb_cHash || RTEST(rb_funcall(hash, rb_intern("compare_by_identity?"), 0))) {
      return tree_send_as_json(builder, hash);
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

/* Changes the String itself, in which nothing is escaped. */
static VALUE remove_quotes(VALUE text) {
  char *bytes = RSTRING_PTR(text);
  long count = RSTRING_LEN(text) - 2;
  memmove(bytes, bytes + 1, (size_t)count);
  rb_str_set_len(text, count);
  return text;
}

static void note_foreign_class(TreeBuilder *builder, VALUE object) {
  VALUE class = RBASIC_CLASS(object);
  builder->foreign_classes[(class >> 4) % FOREIGN_CLASS_COUNT] = class;
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
      if (tree_is_foreign(builder, value)) break;
      switch (inquiry_kind(inquiry, value, KIND_OBJECT)) {
        case KIND_OBJECT:
          if (!inquiry_trusts(inquiry, KIND_HASH)) break;
          return build_hash(builder, rb_funcall(value, rb_intern("instance_values"), 0));
        case KIND_MODEL: return build_model(builder, value);
        case KIND_NONE: note_foreign_class(builder, value); break;
        default: break;
      }
      /* fall through */
    case T_DATA:
      switch (inquiry_kind(inquiry, value, KIND_NONE)) {
        case KIND_NONE:
        case KIND_MODEL:
        case KIND_FRAGMENT:
        case KIND_SET: /* as_json of its elements */ break;
        case KIND_TIME:
        case KIND_DATE:
        case KIND_TIME_WITH_ZONE: {
          VALUE text = leaf_text(&builder->leaves, inquiry, value, Qnil, builder->depth);
          if (RTEST(text)) return remove_quotes(text);
          return send_trusted_as_json(builder, value);
        }
        default: return send_trusted_as_json(builder, value);
      }
      break;
    default: break;
  }
  return tree_send_as_json(builder, value);
}

static VALUE build(TreeBuilder *builder, VALUE value) {
  builder->value_count++;
  Inquiry *inquiry = &builder->inquiry;
  if (FIXNUM_P(value) && inquiry_trusts(inquiry, KIND_INTEGER)) return value;
  if (NIL_P(value) && inquiry_trusts(inquiry, KIND_NIL)) return value;
  if (value == Qtrue && inquiry_trusts(inquiry, KIND_TRUE)) return value;
  if (value == Qfalse && inquiry_trusts(inquiry, KIND_FALSE)) return value;
  if (RB_SYMBOL_P(value) && inquiry_trusts(inquiry, KIND_SYMBOL)) return rb_sym_to_s(value);
  if (RB_FLOAT_TYPE_P(value) && inquiry_trusts(inquiry, KIND_FLOAT)) {
    return isfinite(RFLOAT_VALUE(value)) ? value : Qnil;
  }
  if (RB_SPECIAL_CONST_P(value)) return tree_send_as_json(builder, value);
  if (RB_TYPE_P(value, T_STRING) && inquiry_kind(inquiry, value, KIND_STRING) == KIND_STRING) return value;

  if (builder->depth >= MAXIMUM_TREE_DEPTH || ruby_stack_check()) return tree_send_as_json(builder, value);
  builder->depth++;
  VALUE result = build_nested(builder, value);
  builder->depth--;
  return result;
}

bool tree_is_simple(TreeBuilder *builder, VALUE value) {
  Inquiry *inquiry = &builder->inquiry;
  if (FIXNUM_P(value)) return inquiry_trusts(inquiry, KIND_INTEGER);
  if (NIL_P(value)) return inquiry_trusts(inquiry, KIND_NIL);
  if (value == Qtrue) return inquiry_trusts(inquiry, KIND_TRUE);
  if (value == Qfalse) return inquiry_trusts(inquiry, KIND_FALSE);
  if (RB_SYMBOL_P(value)) return inquiry_trusts(inquiry, KIND_SYMBOL);
  if (RB_FLOAT_TYPE_P(value)) return inquiry_trusts(inquiry, KIND_FLOAT);
  if (RB_SPECIAL_CONST_P(value)) return false;
  switch (RB_BUILTIN_TYPE(value)) {
    case T_STRING: return inquiry_kind(inquiry, value, KIND_STRING) == KIND_STRING;
    case T_OBJECT:
    case T_DATA:
      switch (inquiry_kind(inquiry, value, RB_TYPE_P(value, T_OBJECT) ? KIND_OBJECT : KIND_NONE)) {
        case KIND_BIG_DECIMAL:
        case KIND_TIME:
        case KIND_DATE:
        case KIND_TIME_WITH_ZONE: return true;
        default: return false;
      }
    default: return false;
  }
}

VALUE tree_as_json(TreeBuilder *builder, VALUE value) {
  return build(builder, value);
}

static VALUE finish(TreeBuilder *builder, VALUE tree) {
  leaves_add(&builder->leaves, Qnil, Qnil, tree);
  return rb_assoc_new(tree, leaves_list(&builder->leaves));
}

static void builder_init(TreeBuilder *builder, VALUE profile, VALUE options, VALUE stock) {
  *builder = (TreeBuilder){.options = options, .stock = stock};
  inquiry_init(&builder->inquiry, profile_get(profile));
  builder->inquiry.is_light = !NIL_P(stock);
  leaves_init(&builder->leaves, profile);
}

/* A builder with the value that it is for. */
typedef struct {
  TreeBuilder builder;
  VALUE value;
} Building;

static VALUE build_tree(VALUE argument) {
  TreeBuilder *builder = &((Building *)argument)->builder;
  VALUE value = ((Building *)argument)->value;
  return finish(builder, NIL_P(builder->stock) ? build(builder, value) : tree_jsonify(builder, value));
}

static VALUE stop_trace(VALUE argument) {
  definition_trace_stop(&((Building *)argument)->builder.trace);
  return Qnil;
}

static VALUE build_and_finish(Building *building) {
  return rb_ensure(build_tree, (VALUE)building, stop_trace, (VALUE)building);
}

static bool is_json(TreeBuilder *builder) {
  Inquiry *inquiry = &builder->inquiry;
  return !builder->has_answers && inquiry_trusts(inquiry, KIND_ARRAY) && inquiry_trusts(inquiry, KIND_HASH) &&
         inquiry_trusts(inquiry, KIND_FLOAT);
}

/*
 * Where guards are slow, stock takes less time for small documents, as measured: the stages take as much time as so many values
 * save, and so does each call of application code, after which guards are asked again. With a trace, most of that is for the first
 * call.
 */
enum { VALUES_PER_CALL = 24, VALUES_PER_TRACE = 45, VALUES_PER_TRACED_CALL = 4 };
/* While stock only copies the document: with YJIT, which compiles the copying. */
enum { VALUES_PER_COPY = 90, VALUES_PER_CALL_IN_COPY = 4 };

static bool is_slow(const TreeBuilder *builder) {
  if (METHOD_GUARDS_ARE_FAST) return false;
  if (!builder->needs_trace) return builder->value_count < VALUES_PER_COPY + VALUES_PER_CALL_IN_COPY * builder->call_count;
  if (builder->inquiry.period == 0) return builder->value_count < VALUES_PER_CALL * builder->call_count;
  return builder->value_count < VALUES_PER_TRACE + VALUES_PER_TRACED_CALL * builder->call_count;
}

/*
 * call-seq: as_json(value, options, shares_options) -> [tree, leaves, is_unusual, is_slow, is_json]
 *
 * The same as value.as_json(options.dup), or value.as_json(options) if the options are shared, but for the leaves in it.
 * With `is_json`, the tree has values of JSON's only, and stock.jsonify(tree) would be the same.
 */
static VALUE profile_as_json(VALUE self, VALUE value, VALUE options, VALUE shares_options) {
  if (RB_SPECIAL_CONST_P(options) || RBASIC_CLASS(options) != rb_cHash) {
    VALUE copy = RTEST(shares_options) ? options : rb_funcall(options, rb_intern("dup"), 0);
    return rb_assoc_new(rb_funcall(value, rb_intern("as_json"), 1, copy), rb_ary_new());
  }
  Building building = {.value = value};
  TreeBuilder *builder = &building.builder;
  /* As stock does: application code can change the Hash that the encoder was made with. */
  builder_init(builder, self, RTEST(shares_options) ? options : rb_hash_dup(options), Qnil);
  builder->shares_options = RTEST(shares_options);
  VALUE result = build_and_finish(&building);
  rb_ary_push(result, Qfalse);
  rb_ary_push(result, is_slow(builder) ? Qtrue : Qfalse);
  rb_ary_push(result, is_json(builder) ? Qtrue : Qfalse);
  RB_GC_GUARD(self);
  RB_GC_GUARD(options);
  return result;
}

/*
 * call-seq: jsonify(value, stock) -> [tree, leaves, is_unusual, is_slow]
 *
 * The same as stock.jsonify(value), but for the leaves in it.
 */
static VALUE profile_jsonify(VALUE self, VALUE value, VALUE stock) {
  Building building = {.value = value};
  builder_init(&building.builder, self, Qnil, stock);
  VALUE result = build_and_finish(&building);
  rb_ary_push(result, building.builder.is_unusual ? Qtrue : Qfalse);
  rb_ary_push(result, is_slow(&building.builder) ? Qtrue : Qfalse);
  RB_GC_GUARD(self);
  RB_GC_GUARD(stock);
  return result;
}

void tree_define(VALUE native) {
  VALUE profile = rb_const_get(native, rb_intern("Profile"));
  rb_define_method(profile, "as_json", profile_as_json, 3);
  rb_define_method(profile, "jsonify", profile_jsonify, 2);
}
