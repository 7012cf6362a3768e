#include "records/record_tree.h"

#include <ruby/encoding.h>

/*
 * Records that need application code: methods that the option `methods` names, and attributes with a reader or a type of the
 * application. Builds the Hash of `serializable_hash` in Active Model's order. First
 * the attributes are read: natively, but for those that need application code. It can change the attributes and all methods, so
 * after each call the record is looked at again. Then the methods are called, then the associations; then all values are sent as_json. The values are the
 * objects that the attribute readers return, because application code could change them in place. If nothing but methods ran, and
 * no value has parts, no Hash is made but a row (see leaf.h).
 */
typedef struct {
  Inquiry *inquiry;
  VALUE row; /* the values that have been read, as long as application code has not run; then: */
  VALUE hash;
  VALUE names; /* an Array: of all attributes. Rows share it. */
  long name_count; /* of those that belong to this record */
  long read_count; /* of the first attributes, which have been read */
} MemberReading;

static bool read_value(MemberReading *reading, VALUE name, AttributeValue value, VALUE *member) {
  *member = value.value;
  if (value.is_cast) return true;
  if (value.kind == TYPE_UNKNOWN) return false;
  *member = attribute_cast_value(reading->inquiry, &value);
  if (!RB_SPECIAL_CONST_P(*member)) attribute_cache_value(&value, name, *member);
  return true;
}

/* Records of one query have the same names: the Array is copied when one differs. */
static void add_member_name(MemberReading *reading, VALUE name) {
  long position = reading->name_count++;
  if (position < RARRAY_LEN(reading->names)) {
    if (RARRAY_AREF(reading->names, position) == name) return;
    reading->names = rb_ary_subseq(reading->names, 0, position);
  } else if (RB_OBJ_FROZEN(reading->names)) {
    reading->names = rb_ary_dup(reading->names);
  }
  rb_ary_push(reading->names, name);
}

static bool read_first_member(void *context, VALUE name, AttributeValue value) {
  MemberReading *reading = context;
  VALUE member;
  if (!read_value(reading, name, value, &member)) return false;
  add_member_name(reading, name);
  rb_ary_push(reading->row, member);
  reading->read_count++;
  return true;
}

static void leave_member(void *context, VALUE name) {
  add_member_name(context, name);
}

/* The names are those of before application code ran. */
static bool read_next_member(void *context, VALUE name, AttributeValue value) {
  MemberReading *reading = context;
  if (reading->read_count == reading->name_count) return false;
  VALUE expected = RARRAY_AREF(reading->names, reading->read_count);
  VALUE member;
  if (rb_str_hash_cmp(expected, name) != 0 || !read_value(reading, name, value, &member)) return false;
  rb_hash_aset(reading->hash, name, member);
  reading->read_count++;
  return true;
}

static void leave_next_member(void *context, VALUE name) {
}

static VALUE call_method(VALUE record, VALUE name) {
  return rb_funcall(record, rb_intern("send"), 1, name);
}

/* A method can add names to the list. */
static void call_methods(VALUE record, VALUE names, MemberReading *reading) {
  for (long i = 0; i < RARRAY_LEN(names); i++) {
    VALUE name = RARRAY_AREF(names, i);
    VALUE key = RB_SYMBOL_P(name) ? rb_sym2str(name) : rb_obj_as_string(name);
    VALUE value = call_method(record, name);
    if (reading->hash) {
      rb_hash_aset(reading->hash, key, value);
    } else {
      rb_ary_push(reading->row, value);
      add_member_name(reading, rb_str_to_interned_str(key));
    }
  }
}

/* Reads the attributes from the first one on that needs application code. */
static void read_left(TreeBuilder *builder, VALUE record, Shape *shape, MemberReading *reading) {
  Inquiry *inquiry = &builder->inquiry;
  while (reading->read_count < reading->name_count) {
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
    if (reading->read_count < reading->name_count) attribute_set_visit(&visit, record);
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

/* The names as an Array, which may be that of the options; 0 if a method is missing, so that stock raises the error. */
static VALUE names_of_methods(VALUE record, VALUE options) {
  VALUE names = NIL_P(options) ? Qnil : rb_hash_lookup2(options, ID2SYM(rb_intern("methods")), Qnil);
  if (NIL_P(names)) return rb_ary_new();
  if (!RB_TYPE_P(names, T_ARRAY)) names = rb_ary_new_from_args(1, names);
  if (RBASIC_CLASS(names) != rb_cArray) return 0;
  for (long i = 0; i < RARRAY_LEN(names); i++) {
    VALUE name = RARRAY_AREF(names, i);
    if (!RB_SYMBOL_P(name) && (RB_SPECIAL_CONST_P(name) || RBASIC_CLASS(name) != rb_cString)) return 0;
    if (!RB_SYMBOL_P(name) && rb_enc_str_coderange(name) == ENC_CODERANGE_BROKEN) return 0;
    if (!rb_method_boundp(CLASS_OF(record), rb_to_id(name), 0)) return 0;
  }
  return names;
}

/* The Hash of the values that have been read. */
static VALUE make_hash(const MemberReading *reading) {
  rb_ary_store(reading->row, 0, reading->names);
  return row_hash(reading->row);
}

/* Whether the row has the names of the one before, or other names that differ from each other. */
static bool has_unique_names(TreeBuilder *builder, MemberReading *reading) {
  if (reading->name_count < RARRAY_LEN(reading->names)) {
    reading->names = rb_ary_subseq(reading->names, 0, reading->name_count);
  }
  if (reading->names == builder->row_names) return true;
  if ((long)RHASH_SIZE(make_hash(reading)) != reading->name_count) return false;
  builder->row_names = rb_ary_freeze(reading->names);
  return true;
}

/* Replaces the values with what as_json returns. Returns false at the first one for which application code has to run. */
static bool replace_values(TreeBuilder *builder, VALUE row) {
  if (!inquiry_trusts(&builder->inquiry, KIND_HASH) || !inquiry_trusts(&builder->inquiry, KIND_STRING)) return false;
  for (long i = 1; i < RARRAY_LEN(row); i++) {
    VALUE value = RARRAY_AREF(row, i);
    if (!tree_is_simple(builder, value)) return false;
    VALUE json = tree_as_json(builder, value);
    if (json != value) rb_ary_store(row, i, json);
  }
  return true;
}

/* The same as as_json of the Hash. */
static VALUE members_as_json(TreeBuilder *builder, MemberReading *reading) {
  VALUE options = builder->options;
  builder->options = Qnil;
  builder->has_filter = false;
  VALUE result;
  if (!reading->hash && replace_values(builder, reading->row) && has_unique_names(builder, reading)) {
    result = row_finish(reading->row, reading->names);
  } else {
    result = tree_as_json(builder, reading->hash ? reading->hash : make_hash(reading));
  }
  builder->options = options;
  builder->has_filter = false;
  return result;
}

/* Appends a name, or a copy of it that cannot be changed from outside. */
static bool add_name(VALUE list, VALUE name) {
  if (!RB_SPECIAL_CONST_P(name) && !RB_SYMBOL_P(name)) {
    if (RBASIC_CLASS(name) != rb_cString) return false;
    name = rb_str_dup(name);
  }
  rb_ary_push(list, name);
  return true;
}

static int add_option(VALUE name, VALUE value, VALUE argument) {
  VALUE *list = (VALUE *)argument;
  bool is_known = add_name(*list, name);
  if (RB_SPECIAL_CONST_P(value) || RBASIC_CLASS(value) != rb_cArray) {
    is_known = is_known && add_name(*list, value);
  } else {
    rb_ary_push(*list, rb_cArray);
    for (long i = 0; i < RARRAY_LEN(value) && is_known; i++) is_known = add_name(*list, RARRAY_AREF(value, i));
  }
  rb_ary_push(*list, rb_cHash); /* ends the option */
  if (!is_known) *list = 0;
  return is_known ? ST_CONTINUE : ST_STOP;
}

/* What the options contain at the moment, in one Array; 0 if they contain more than names. */
static VALUE list_options(VALUE options) {
  VALUE list = rb_ary_new();
  if (!NIL_P(options)) rb_hash_foreach(options, add_option, (VALUE)&list);
  return list;
}

static bool is_same_list(VALUE a, VALUE b) {
  if (!a || !b || RARRAY_LEN(a) != RARRAY_LEN(b)) return false;
  for (long i = 0; i < RARRAY_LEN(a); i++) {
    VALUE x = RARRAY_AREF(a, i);
    VALUE y = RARRAY_AREF(b, i);
    if (x == y) continue;
    if (!RB_TYPE_P(x, T_STRING) || !RB_TYPE_P(y, T_STRING) || rb_str_hash_cmp(x, y) != 0) return false;
  }
  return true;
}

/*
 * Application code has run since the record before, which has the same shape if the model and the content of the options are
 * still the same.
 */
static Shape *find_shape(TreeBuilder *builder, VALUE record) {
  VALUE model = inquiry_model(&builder->inquiry, record);
  VALUE options = list_options(builder->options);
  Shape *shape = builder->shape;
  if (shape != NULL && is_same_list(options, builder->shape_options) && !shape_has_default(builder->options) &&
      shape_is_current(shape, model)) {
    return shape;
  }
  shape = shape_new(builder->inquiry.profile->models, model, builder->options);
  shape_call_methods(shape);
  builder->shape = shape;
  builder->shape_object = shape->object;
  builder->shape_options = options;
  return shape;
}

VALUE record_as_json(TreeBuilder *builder, VALUE record) {
  Inquiry *inquiry = &builder->inquiry;
  if (!inquiry_trusts(inquiry, KIND_HASH)) return 0;
  Shape *shape = find_shape(builder, record);
  VALUE shape_object = shape->object;
  VALUE names = shape->is_supported ? names_of_methods(record, builder->options) : 0;
  if (!names) return 0;

  MemberReading reading = {
      .inquiry = inquiry,
      .row = rb_ary_new_capa(1 + shape->slot_count + RARRAY_LEN(names)),
      .names = builder->row_names ? builder->row_names : rb_ary_new(),
  };
  rb_ary_push(reading.row, Qnil); /* the place of the names */
  AttributeVisit visit = {
      .inquiry = inquiry, .shape = shape, .visit = read_first_member, .leave = leave_member, .context = &reading};
  if (!attribute_set_visit(&visit, record)) return 0;
  bool is_read = reading.read_count == reading.name_count;
  if (is_read && RARRAY_LEN(names) == 0) return 0; /* What needs application code is an association. */

  tree_expect_anything(builder);
  if (!is_read || shape->inclusion_count > 0) reading.hash = make_hash(&reading);
  read_left(builder, record, shape, &reading);
  call_methods(record, names, &reading);
  include_associations(record, shape, reading.hash);
  VALUE root = shape->root;
  tree_forget(builder);
  builder->call_count--; /* a record saves more time than one call costs */
  VALUE result = members_as_json(builder, &reading);
  if (RTEST(root)) {
    VALUE wrapped = rb_hash_new();
    tree_set(builder, wrapped, root, result);
    result = wrapped;
  }
  RB_GC_GUARD(shape_object);
  RB_GC_GUARD(reading.row);
  RB_GC_GUARD(reading.names);
  return result;
}
