#include "values/leaf.h"

typedef struct {
  VALUE value;
  VALUE options;
  VALUE text;
} Leaf;

static VALUE leaf_class, row_class;

static void leaf_mark(void *pointer) {
  const Leaf *leaf = pointer;
  rb_gc_mark(leaf->value);
  rb_gc_mark(leaf->options);
  rb_gc_mark(leaf->text);
}

static const rb_data_type_t leaf_type = {
    .wrap_struct_name = "Millrace::Native::Leaf",
    .function = {.dmark = leaf_mark, .dfree = RUBY_DEFAULT_FREE},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

bool is_leaf(VALUE value) {
  return !RB_SPECIAL_CONST_P(value) && RB_TYPE_P(value, T_DATA) && RBASIC_CLASS(value) == leaf_class;
}

static Leaf *leaf_get(VALUE object) {
  return rb_check_typeddata(object, &leaf_type);
}

void leaves_init(Leaves *leaves, VALUE profile) {
  *leaves = (Leaves){.profile = profile, .leaves = rb_ary_new(), .rows = rb_ary_new()};
}

VALUE leaf_text(Leaves *leaves, Inquiry *inquiry, VALUE value, VALUE options, int depth) {
  if (!leaves->has_settings) leaves->settings = text_settings_read(leaves->profile);
  leaves->has_settings = true;
  return encode_text(leaves->profile, inquiry, value, options, leaves->settings, depth);
}

VALUE leaf_new(Leaves *leaves, Inquiry *inquiry, VALUE value, VALUE options, int depth) {
  VALUE text = leaf_text(leaves, inquiry, value, options, depth);
  if (!RTEST(text)) return 0;
  Leaf *leaf;
  VALUE object = TypedData_Make_Struct(leaf_class, Leaf, &leaf_type, leaf);
  leaf->value = value;
  leaf->options = options;
  leaf->text = text;
  RB_GC_GUARD(text);
  return object;
}

bool is_row(VALUE value) {
  return !RB_SPECIAL_CONST_P(value) && RBASIC_CLASS(value) == row_class;
}

VALUE row_finish(VALUE values, VALUE names) {
  rb_ary_store(values, 0, names);
  return rb_obj_reveal(values, row_class);
}

VALUE row_hash(VALUE row) {
  VALUE names = RARRAY_AREF(row, 0);
  VALUE hash = rb_hash_new();
  for (long i = 1; i < RARRAY_LEN(row); i++) rb_hash_aset(hash, RARRAY_AREF(names, i - 1), RARRAY_AREF(row, i));
  return hash;
}

void leaves_add(Leaves *leaves, VALUE container, VALUE key, VALUE leaf) {
  bool is_of_row = is_row(leaf);
  if (!is_of_row && !is_leaf(leaf)) return;
  VALUE list = is_of_row ? leaves->rows : leaves->leaves;
  rb_ary_push(list, container);
  rb_ary_push(list, key);
  rb_ary_push(list, leaf);
}

VALUE leaves_list(const Leaves *leaves) {
  return rb_ary_concat(leaves->leaves, leaves->rows);
}

/* The value that the leaf represents. Only code of Active Record runs. */
static VALUE value_of(VALUE object) {
  if (is_row(object)) return row_hash(object);
  const Leaf *leaf = leaf_get(object);
  if (NIL_P(leaf->options)) return rb_funcall(leaf->value, rb_intern("as_json"), 0);
  return rb_funcall(leaf->value, rb_intern("as_json"), 1, rb_hash_dup(leaf->options));
}

void leaves_replace(Leaves *leaves) {
  VALUE list = leaves->leaves;
  leaves->has_settings = false;
  for (long i = 0; i + 2 < RARRAY_LEN(list); i += 3) {
    VALUE container = RARRAY_AREF(list, i);
    VALUE key = RARRAY_AREF(list, i + 1);
    VALUE value = value_of(RARRAY_AREF(list, i + 2));
    if (RB_TYPE_P(container, T_ARRAY)) {
      rb_ary_store(container, FIX2LONG(key), value);
    } else if (RB_TYPE_P(container, T_HASH)) {
      rb_hash_aset(container, key, value);
    }
  }
  rb_ary_clear(list);
}

bool write_leaf(Writer *writer, VALUE object) {
  VALUE text = leaf_get(object)->text;
  size_t count = (size_t)RSTRING_LEN(text);
  buffer_reserve(&writer->buffer, count + 1);
  buffer_append(&writer->buffer, RSTRING_PTR(text), count);
  buffer_append_byte(&writer->buffer, ',');
  RB_GC_GUARD(text);
  return true;
}

/*
 * call-seq: replace(tree, leaves) -> tree
 *
 * The tree without leaves and rows.
 */
static VALUE leaf_replace(VALUE self, VALUE tree, VALUE list) {
  if (is_leaf(tree) || is_row(tree)) return value_of(tree);
  Check_Type(list, T_ARRAY);
  leaves_replace(&(Leaves){.leaves = list});
  return tree;
}

void leaf_define(VALUE native) {
  leaf_class = rb_define_class_under(native, "Leaf", rb_cObject);
  rb_undef_alloc_func(leaf_class);
  row_class = rb_define_class_under(native, "Row", rb_cArray);
  rb_define_singleton_method(leaf_class, "replace", leaf_replace, 2);
}
