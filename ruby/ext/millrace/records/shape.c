#include "records/shape.h"

#include <ruby/encoding.h>

static VALUE shape_class;

static void shape_mark(void *pointer) {
  const Shape *shape = pointer;
  rb_gc_mark(shape->models);
  rb_gc_mark(shape->class);
  rb_gc_mark(shape->options);
  rb_gc_mark(shape->model_object);
  rb_gc_mark(shape->excluded);
  rb_gc_mark(shape->root);
  rb_gc_mark(shape->types);
  rb_gc_mark(shape->additional_types);
  rb_gc_mark(shape->rest);
  rb_gc_mark(shape->all_names);
  for (int i = 0; i < shape->name_count; i++) rb_gc_mark(shape->names[i]);
  for (int i = 0; i < shape->method_count; i++) rb_gc_mark(shape->methods[i]);
  for (int i = 0; i < shape->inclusion_count; i++) {
    rb_gc_mark(shape->inclusions[i].name);
    rb_gc_mark(shape->inclusions[i].options);
  }
  for (long i = 0; i < shape->slot_count; i++) {
    rb_gc_mark(shape->slots[i].name);
    rb_gc_mark(shape->slots[i].type);
  }
}

static void shape_free(void *pointer) {
  Shape *shape = pointer;
  xfree(shape->slots);
  xfree(shape);
}

static size_t shape_size(const void *pointer) {
  const Shape *shape = pointer;
  return sizeof *shape + (size_t)shape->slot_capacity * sizeof *shape->slots;
}

static const rb_data_type_t shape_type = {
    .wrap_struct_name = "Millrace::Native::Shape",
    .function = {.dmark = shape_mark, .dfree = shape_free, .dsize = shape_size},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static bool is_plain_hash(VALUE value) {
  return !RB_SPECIAL_CONST_P(value) && RBASIC_CLASS(value) == rb_cHash;
}

static bool is_plain_array(VALUE value) {
  return !RB_SPECIAL_CONST_P(value) && RBASIC_CLASS(value) == rb_cArray;
}

/* The String that a name is, for a Symbol or a String; otherwise 0. */
static VALUE string_of(VALUE name) {
  if (RB_SYMBOL_P(name)) return rb_sym2str(name);
  return !RB_SPECIAL_CONST_P(name) && RBASIC_CLASS(name) == rb_cString ? name : 0;
}

/* The first position of a name, or -1. */
static int position_in(const VALUE *names, int count, VALUE name) {
  for (int i = 0; i < count; i++) {
    if (names[i] == name || rb_str_hash_cmp(names[i], name) == 0) return i;
  }
  return -1;
}

static bool add_name(Shape *shape, VALUE value) {
  VALUE name = string_of(value);
  if (!name || shape->name_count == MAXIMUM_SHAPE_NAMES) return false;
  shape->names[shape->name_count++] = name;
  return true;
}

static bool add_names(Shape *shape, VALUE names) {
  if (!is_plain_array(names)) return add_name(shape, names);
  for (long i = 0; i < RARRAY_LEN(names); i++) {
    if (!add_name(shape, RARRAY_AREF(names, i))) return false;
  }
  return true;
}

static bool add_inclusion(Shape *shape, VALUE name, VALUE options) {
  if (!RB_SYMBOL_P(name) || shape->inclusion_count == MAXIMUM_INCLUSIONS) return false;
  if (!NIL_P(options) && !is_plain_hash(options)) return false;
  for (int i = 0; i < shape->inclusion_count; i++) {
    if (shape->inclusions[i].name == name) return false;
  }
  shape->inclusions[shape->inclusion_count++] = (Inclusion){.name = name, .options = options};
  return true;
}

/* Returns false for a method that does more than read the attribute of its name. */
static bool add_method(Shape *shape, VALUE value) {
  VALUE name = string_of(value);
  if (!name || rb_enc_str_coderange(name) == ENC_CODERANGE_BROKEN || shape->method_count == MAXIMUM_SHAPE_METHODS ||
      model_reader(shape->models, shape->model_object, name) == READER_UNKNOWN) {
    return false;
  }
  if (position_in(shape->methods, shape->method_count, name) < 0) shape->methods[shape->method_count++] = name;
  return true;
}

static bool add_methods(Shape *shape, VALUE methods) {
  if (NIL_P(methods)) return true;
  if (!is_plain_array(methods)) return add_method(shape, methods);
  for (long i = 0; i < RARRAY_LEN(methods); i++) {
    if (!add_method(shape, RARRAY_AREF(methods, i))) return false;
  }
  return true;
}

void shape_call_methods(Shape *shape) {
  shape->needs_methods = true;
  shape->method_count = 0;
}

typedef struct {
  Shape *shape;
  bool failed;
} InclusionReading;

static int read_inclusion(VALUE name, VALUE options, VALUE argument) {
  InclusionReading *reading = (InclusionReading *)argument;
  reading->failed = !add_inclusion(reading->shape, name, options);
  return reading->failed ? ST_STOP : ST_CONTINUE;
}

static bool add_inclusions(Shape *shape, VALUE inclusions) {
  if (is_plain_hash(inclusions)) {
    InclusionReading reading = {.shape = shape};
    rb_hash_foreach(inclusions, read_inclusion, (VALUE)&reading);
    return !reading.failed;
  }
  if (!is_plain_array(inclusions)) return add_inclusion(shape, inclusions, Qnil);
  for (long i = 0; i < RARRAY_LEN(inclusions); i++) {
    VALUE inclusion = RARRAY_AREF(inclusions, i);
    if (!(is_plain_hash(inclusion) ? add_inclusions(shape, inclusion) : add_inclusion(shape, inclusion, Qnil))) {
      return false;
    }
  }
  return true;
}

static VALUE option(VALUE options, const char *name, VALUE missing) {
  return NIL_P(options) ? missing : rb_hash_lookup2(options, ID2SYM(rb_intern(name)), missing);
}

/* Whether options[name] is nil for a name that is not in the Hash. */
bool shape_has_default(VALUE options) {
  return !NIL_P(options) &&
         (!NIL_P(rb_funcall(options, rb_intern("default_proc"), 0)) || !NIL_P(rb_funcall(options, rb_intern("default"), 0)));
}

static bool read_root(Shape *shape, VALUE options) {
  VALUE root = option(options, "root", Qundef);
  shape->root = root == Qundef ? shape->model->root : root;
  if (!RTEST(shape->root)) return true;
  shape->root = shape->root == Qtrue ? shape->model->root_name : string_of(shape->root);
  return RTEST(shape->root);
}

/* The attribute that is written only if the option `only` names it: the column with the class's name. */
static VALUE find_excluded(const Shape *shape) {
  if (!shape->model->has_inheritance_column) return Qnil;
  VALUE column = rb_funcall(shape->class, rb_intern("inheritance_column"), 0);
  return RTEST(rb_funcall(shape->class, rb_intern("_has_attribute?"), 1, column)) ? column : Qnil;
}

static bool read_options(Shape *shape, VALUE options) {
  if (shape_has_default(options) || !read_root(shape, options)) return false;

  if (!add_methods(shape, option(options, "methods", Qnil))) shape_call_methods(shape);
  VALUE inclusions = option(options, "include", Qnil);
  if (RTEST(inclusions) && !add_inclusions(shape, inclusions)) return false;

  VALUE only = option(options, "only", Qnil);
  if (RTEST(only)) {
    shape->mode = SHAPE_ONLY;
    shape->is_ordered = shape->model->orders_only;
    return add_names(shape, only);
  }
  VALUE except = option(options, "except", Qnil);
  VALUE excluded = shape->excluded;
  shape->mode = RTEST(except) || RTEST(excluded) ? SHAPE_EXCEPT : SHAPE_ALL;
  if (RTEST(except) && !add_names(shape, except)) return false;
  return !RTEST(excluded) || add_name(shape, excluded);
}

Shape *shape_new(VALUE models, VALUE model, VALUE options) {
  Shape *shape;
  VALUE object = TypedData_Make_Struct(shape_class, Shape, &shape_type, shape);
  shape->object = object;
  shape->models = models;
  shape->model_object = model;
  shape->model = model_get(model);
  shape->class = shape->model->class;
  shape->options = options;
  shape->excluded = find_excluded(shape);
  shape->rest = shape->all_names = Qnil;
  shape->types = shape->additional_types = Qnil;
  shape->value_count = -1;
  shape->is_supported = read_options(shape, options);
  RB_GC_GUARD(object);
  return shape;
}

bool shape_is_current(const Shape *shape, VALUE model) {
  if (shape->model_object != model) return false;
  VALUE excluded = find_excluded(shape);
  if (excluded == shape->excluded) return true;
  return RTEST(excluded) && RTEST(shape->excluded) && rb_str_hash_cmp(excluded, shape->excluded) == 0;
}

static bool is_written(const Shape *shape, int position) {
  switch (shape->mode) {
    case SHAPE_ONLY: return position >= 0;
    case SHAPE_EXCEPT: return position < 0;
    default: return true;
  }
}

static Slot make_slot(Shape *shape, VALUE name, VALUE types, VALUE additional_types) {
  int position = position_in(shape->names, shape->name_count, name);
  Slot slot = {
      .name = name, .type = Qnil, .position = shape->is_ordered ? position : -1, .is_written = is_written(shape, position)};
  slot.method = position_in(shape->methods, shape->method_count, name);
  if (!slot.is_written && slot.method >= 0) {
    slot.is_written = true;
    slot.position = shape->name_count + slot.method;
  }
  if (!slot.is_written && !shape->model->reads_all) return slot;
  VALUE type = NIL_P(additional_types) ? Qundef : rb_hash_lookup2(additional_types, name, Qundef);
  if (type == Qundef && !NIL_P(types)) type = rb_hash_aref(types, name);
  if (slot.is_written) slot.reader = model_reader(shape->models, shape->model_object, name);
  if (type != Qundef) {
    slot.type = type;
    slot.kind = model_type(shape->models, shape->model_object, type);
  }
  return slot;
}

static bool same_types(VALUE a, VALUE b) {
  return a == b || (is_plain_hash(a) && is_plain_hash(b) && RHASH_SIZE(a) == 0 && RHASH_SIZE(b) == 0);
}

void shape_forget_names(Shape *shape) {
  shape->value_count = -1;
  shape->all_names = Qnil;
}

const Slot *shape_slot(Shape *shape, long position, VALUE name, VALUE types, VALUE additional_types) {
  if (shape->types != types || !same_types(shape->additional_types, additional_types)) {
    shape->types = types;
    shape->additional_types = additional_types;
    shape->slot_count = 0;
    shape_forget_names(shape);
  }
  if (position < shape->slot_count && shape->slots[position].name == name) return &shape->slots[position];

  shape_forget_names(shape);
  Slot slot = make_slot(shape, name, types, additional_types);
  if (position > shape->slot_count) { /* another record has replaced the slots meanwhile */
    shape->extra_slot = slot;
    return &shape->extra_slot;
  }
  if (position >= shape->slot_capacity) {
    long capacity = position < 16 ? 16 : position * 2;
    REALLOC_N(shape->slots, Slot, capacity);
    shape->slot_capacity = capacity;
  }
  /* The slots after this one belong to another order. */
  shape->slots[position] = slot;
  shape->slot_count = position + 1;
  return &shape->slots[position];
}

void shape_define(VALUE native) {
  shape_class = rb_define_class_under(native, "Shape", rb_cObject);
  rb_undef_alloc_func(shape_class);
}
