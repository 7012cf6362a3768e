#include "records/model.h"

static ID id_model;

static void model_mark(void *pointer) {
  const Model *model = pointer;
  rb_gc_mark(model->class);
  rb_gc_mark(model->root);
  rb_gc_mark(model->root_name);
  rb_gc_mark(model->readers);
  rb_gc_mark(model->types);
  for (int i = 0; i < model->watch_count; i++) {
    rb_gc_mark(model->watches[i].receiver);
    rb_gc_mark(model->watches[i].value);
  }
  for (int i = 0; i < model->guard_count; i++) method_guard_mark(&model->guards[i]);
}

static void model_free(void *pointer) {
  Model *model = pointer;
  xfree(model->guards);
  xfree(model);
}

static size_t model_size(const void *pointer) {
  const Model *model = pointer;
  return sizeof *model + (size_t)model->guard_capacity * sizeof *model->guards;
}

static const rb_data_type_t model_type_description = {
    .wrap_struct_name = "Millrace::Native::Model",
    .function = {.dmark = model_mark, .dfree = model_free, .dsize = model_size},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static VALUE model_allocate(VALUE class) {
  Model *model;
  VALUE object = TypedData_Make_Struct(class, Model, &model_type_description, model);
  model->class = Qnil;
  model->root = Qfalse;
  model->root_name = model->readers = model->types = Qnil;
  return object;
}

Model *model_get(VALUE object) {
  return RTEST(object) ? rb_check_typeddata(object, &model_type_description) : NULL;
}

static Role role_named(VALUE name) {
  static const char *const names[] = {"", "record", "relation", "collection", "association"};
  Check_Type(name, T_SYMBOL);
  for (Role role = ROLE_RECORD; role <= ROLE_ASSOCIATION; role++) {
    if (strcmp(rb_id2name(SYM2ID(name)), names[role]) == 0) return role;
  }
  rb_raise(rb_eArgError, "unknown role: %+" PRIsVALUE, name);
}

/*
 * call-seq: new(class, role)
 */
static VALUE model_initialize(VALUE self, VALUE class, VALUE role) {
  Model *model = model_get(self);
  Check_Type(class, T_CLASS);
  model->role = role_named(role);
  model->class = class;
  model->readers = rb_hash_new();
  model->types = rb_funcall(rb_hash_new(), rb_intern("compare_by_identity"), 0);
  return self;
}

static bool has_guard(const Model *model, VALUE receiver, ID name) {
  for (int i = 0; i < model->guard_count; i++) {
    const MethodGuard *guard = &model->guards[i];
    if (guard->name == name && CLASS_OF(guard->receiver) == CLASS_OF(receiver)) return true;
  }
  return false;
}

/*
 * call-seq: guard(receiver, method, chain_length)
 *
 * As Profile#guard.
 */
static VALUE model_guard(VALUE self, VALUE receiver, VALUE method, VALUE chain_length) {
  Model *model = model_get(self);
  Check_Type(method, T_SYMBOL);
  if (has_guard(model, receiver, SYM2ID(method))) return self;
  MethodGuard guard;
  method_guard_init(&guard, receiver, SYM2ID(method), NUM2INT(chain_length));
  guard.is_inherited = guard.is_free = false;
  if (model->guard_count == model->guard_capacity) {
    int capacity = model->guard_capacity ? model->guard_capacity * 2 : 32;
    REALLOC_N(model->guards, MethodGuard, capacity);
    model->guard_capacity = capacity;
  }
  model->guards[model->guard_count++] = guard;
  RB_GC_GUARD(receiver);
  return self;
}

/*
 * call-seq: watch(receiver, method)
 *
 * The model is stale as soon as this method, which runs no application code, returns another object. Some versions of
 * Active Support assign attributes of classes without redefining their methods.
 */
static VALUE model_watch(VALUE self, VALUE receiver, VALUE method) {
  Model *model = model_get(self);
  Check_Type(method, T_SYMBOL);
  ID name = SYM2ID(method);
  for (int i = 0; i < model->watch_count; i++) {
    if (model->watches[i].receiver == receiver && model->watches[i].name == name) return self;
  }
  if (model->watch_count == MAXIMUM_WATCHES) rb_raise(rb_eArgError, "too many watches");
  VALUE value = rb_funcall(receiver, name, 0);
  model->watches[model->watch_count++] = (Watch){.receiver = receiver, .name = name, .value = value};
  return self;
}

/*
 * call-seq: trust(root, root_name, reads_all, orders_only, has_inheritance_column)
 *
 * From now on values of the class are encoded natively.
 */
static VALUE model_trust(
    VALUE self, VALUE root, VALUE root_name, VALUE reads_all, VALUE orders_only, VALUE has_inheritance_column) {
  Model *model = model_get(self);
  model->root = root;
  model->root_name = root_name;
  model->reads_all = RTEST(reads_all);
  model->orders_only = RTEST(orders_only);
  model->has_inheritance_column = RTEST(has_inheritance_column);
  model->is_trusted = true;
  return self;
}

/*
 * call-seq: distrust
 */
static VALUE model_distrust(VALUE self) {
  model_get(self)->is_trusted = false;
  return self;
}

VALUE model_of_class(VALUE class) {
  VALUE object = rb_attr_get(class, id_model);
  /* A copy of a class has its variables. */
  return RTEST(object) && model_get(object)->class != class ? Qnil : object;
}

void model_set_for_class(VALUE class, VALUE model) {
  if (!RB_OBJ_FROZEN(class)) rb_ivar_set(class, id_model, model);
}

static bool is_untouched(Model *model, uint64_t period) {
  for (int i = 0; i < model->guard_count; i++) {
    if (!method_guard_holds(&model->guards[i], period)) return false;
  }
  for (int i = 0; i < model->watch_count; i++) {
    const Watch *watch = &model->watches[i];
    if (rb_funcall(watch->receiver, watch->name, 0) != watch->value) return false;
  }
  return true;
}

bool model_holds(Model *model, uint64_t state, uint64_t period) {
  if (!model->is_trusted || model->is_stale) return false;
  if (model->verified == state) return true;
  if (!is_untouched(model, period)) {
    model->is_stale = true;
    return false;
  }
  model->verified = state;
  return true;
}

/* Queries can contain any number of names. A model with more names is replaced. */
enum { MAXIMUM_NAMES = 256 };

static Reader reader_named(VALUE value) {
  if (value == ID2SYM(rb_intern("primary_key"))) return READER_PRIMARY_KEY;
  return RTEST(value) ? READER_GENERATED : READER_UNKNOWN;
}

Reader model_reader(VALUE models, VALUE object, VALUE name) {
  VALUE readers = model_get(object)->readers;
  if (RHASH_SIZE(readers) >= MAXIMUM_NAMES) model_get(object)->is_stale = true;
  VALUE known = rb_hash_lookup2(readers, name, Qundef);
  if (known == Qundef) {
    known = INT2FIX(reader_named(rb_funcall(models, rb_intern("reader?"), 3, object, model_get(object)->class, name)));
    rb_hash_aset(readers, name, known);
  }
  return (Reader)FIX2INT(known);
}

/* A bit of a type's number. */
enum { CASTS_BY_CODE = 1 << 8 };

static int type_number(VALUE models, VALUE object, VALUE type) {
  VALUE types = model_get(object)->types;
  if (RHASH_SIZE(types) >= MAXIMUM_NAMES) model_get(object)->is_stale = true;
  VALUE kind = rb_hash_lookup2(types, type, Qundef);
  if (kind == Qundef) {
    kind = rb_funcall(models, rb_intern("type"), 2, object, type);
    rb_hash_aset(types, type, kind);
  }
  return FIXNUM_P(kind) ? FIX2INT(kind) : TYPE_UNKNOWN;
}

TypeKind model_type(VALUE models, VALUE object, VALUE type) {
  int kind = type_number(models, object, type) & ~CASTS_BY_CODE;
  return kind < TYPE_COUNT ? (TypeKind)kind : TYPE_UNKNOWN;
}

TypeKind model_type_of_assigned(VALUE models, VALUE object, VALUE type) {
  return type_number(models, object, type) & CASTS_BY_CODE ? TYPE_UNKNOWN : model_type(models, object, type);
}

/* The numbers of the kinds of types, in a Hash by name. */
static VALUE type_numbers(void) {
  static const char *const names[TYPE_COUNT] = {
      "unknown", "called", "identity", "string", "integer", "float", "boolean", "date", "time", "zoned_time"};
  VALUE numbers = rb_hash_new();
  for (int kind = 0; kind < TYPE_COUNT; kind++) rb_hash_aset(numbers, ID2SYM(rb_intern(names[kind])), INT2FIX(kind));
  return rb_obj_freeze(numbers);
}

void model_define(VALUE native) {
  id_model = rb_intern("millrace_model");
  VALUE class = rb_define_class_under(native, "Model", rb_cObject);
  rb_define_alloc_func(class, model_allocate);
  rb_define_const(class, "TYPES", type_numbers());
  rb_define_const(class, "CASTS_BY_CODE", INT2FIX(CASTS_BY_CODE));
  rb_define_method(class, "initialize", model_initialize, 2);
  rb_define_method(class, "guard", model_guard, 3);
  rb_define_method(class, "watch", model_watch, 2);
  rb_define_method(class, "trust", model_trust, 5);
  rb_define_method(class, "distrust", model_distrust, 0);
}
