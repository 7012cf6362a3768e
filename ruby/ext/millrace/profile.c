#include "profile.h"

static const char *const kind_names[KIND_COUNT] = {
    [KIND_ENCODER] = "encoder",
    [KIND_NIL] = "nil",
    [KIND_TRUE] = "true",
    [KIND_FALSE] = "false",
    [KIND_INTEGER] = "integer",
    [KIND_FLOAT] = "float",
    [KIND_STRING] = "string",
    [KIND_SYMBOL] = "symbol",
    [KIND_ARRAY] = "array",
    [KIND_HASH] = "hash",
    [KIND_STRUCT] = "struct",
    [KIND_OBJECT] = "object",
    [KIND_BIG_DECIMAL] = "big_decimal",
    [KIND_TIME] = "time",
    [KIND_DATE] = "date",
    [KIND_DATE_TIME] = "date_time",
    [KIND_TIME_WITH_ZONE] = "time_with_zone",
    [KIND_DURATION] = "duration",
    [KIND_SET] = "set",
    [KIND_FRAGMENT] = "fragment",
    [KIND_TIME_ZONE] = "time_zone",
    [KIND_OFFSET_PERIOD] = "offset_period",
    [KIND_TRANSITIONS_PERIOD] = "transitions_period",
    [KIND_ZONE_OFFSET] = "zone_offset",
    [KIND_ATTRIBUTE_SET] = "attribute_set",
    [KIND_LAZY_ATTRIBUTE_SET] = "lazy_attribute_set",
    [KIND_FROM_DATABASE_ATTRIBUTE] = "from_database_attribute",
    [KIND_FROM_USER_ATTRIBUTE] = "from_user_attribute",
    [KIND_CAST_VALUE_ATTRIBUTE] = "cast_value_attribute",
    [KIND_DEFAULT_ATTRIBUTE] = "default_attribute",
    [KIND_UNINITIALIZED_ATTRIBUTE] = "uninitialized_attribute",
    [KIND_INDEXED_ROW] = "indexed_row",
};

/* Everything is marked so that it stays where it is: guards compare addresses. */
static void profile_mark(void *pointer) {
  const Profile *profile = pointer;
  rb_gc_mark(profile->models);
  const ZonePeriods *periods = &profile->zone_periods;
  rb_gc_mark(periods->zone);
  for (int i = 0; i < periods->count; i++) rb_gc_mark(periods->periods[i].object);
  for (Kind kind = 0; kind < KIND_COUNT; kind++) {
    const Trust *trust = &profile->trusts[kind];
    if (trust->class) rb_gc_mark(trust->class);
    for (int i = 0; i < trust->guard_count; i++) method_guard_mark(&trust->guards[i]);
  }
}

static size_t profile_size(const void *pointer) {
  return sizeof(Profile);
}

static const rb_data_type_t profile_type = {
    .wrap_struct_name = "Millrace::Native::Profile",
    .function = {.dmark = profile_mark, .dfree = RUBY_DEFAULT_FREE, .dsize = profile_size},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

Profile *profile_get(VALUE object) {
  return rb_check_typeddata(object, &profile_type);
}

static VALUE profile_allocate(VALUE class) {
  Profile *profile;
  VALUE object = TypedData_Make_Struct(class, Profile, &profile_type, profile);
  profile->models = Qnil;
  profile->zone_periods.zone = Qnil;
  return object;
}

static Kind kind_named(VALUE name) {
  Check_Type(name, T_SYMBOL);
  for (Kind kind = KIND_ENCODER; kind < KIND_COUNT; kind++) {
    if (strcmp(rb_id2name(SYM2ID(name)), kind_names[kind]) == 0) return kind;
  }
  rb_raise(rb_eArgError, "not a kind of value: %+" PRIsVALUE, name);
}

/*
 * call-seq: trust(kind, class, is_trusted)
 *
 * Values of exactly this class are of the kind; they are from now on encoded natively if they are trusted. Guards of
 * the kind have to be put up after this.
 */
static VALUE profile_trust(VALUE self, VALUE name, VALUE class, VALUE is_trusted) {
  Trust *trust = &profile_get(self)->trusts[kind_named(name)];
  trust->class = class;
  trust->is_trusted = RTEST(is_trusted);
  trust->is_stale = false;
  trust->guard_count = 0;
  return self;
}

/*
 * call-seq: stale -> array of symbols
 *
 * The kinds that have methods which were found to have changed.
 */
static VALUE profile_stale(VALUE self) {
  const Profile *profile = profile_get(self);
  VALUE kinds = rb_ary_new();
  for (Kind kind = KIND_ENCODER; kind < KIND_COUNT; kind++) {
    if (profile->trusts[kind].is_stale) rb_ary_push(kinds, ID2SYM(rb_intern(kind_names[kind])));
  }
  return kinds;
}

/*
 * call-seq: guard(kind, receiver, method, chain_length, is_inherited)
 *
 * The kind is stale as soon as the receiver does not answer this message with the method any more that answers it now,
 * or if that method calls super, with one of the methods after it: so many count. Values of other classes are of the
 * kind only if they inherit the methods that have to be inherited.
 */
static VALUE profile_guard(VALUE self, VALUE name, VALUE receiver, VALUE method, VALUE chain_length,
                           VALUE is_inherited) {
  Trust *trust = &profile_get(self)->trusts[kind_named(name)];
  Check_Type(method, T_SYMBOL);
  if (trust->guard_count == MAXIMUM_GUARDS) rb_raise(rb_eArgError, "too many guards");
  MethodGuard guard;
  method_guard_init(&guard, receiver, SYM2ID(method), NUM2INT(chain_length));
  guard.is_inherited = RTEST(is_inherited);
  trust->guards[trust->guard_count++] = guard;
  return self;
}

/*
 * call-seq: free(kind)
 *
 * Stock writes values of exactly this class without calling their methods, unless as_json of something around them does.
 */
static VALUE profile_free(VALUE self, VALUE name) {
  profile_get(self)->trusts[kind_named(name)].is_free = true;
  return self;
}

/*
 * call-seq: models = object
 *
 * The object that is asked for the models of classes: see lib/millrace/rails/models.rb.
 */
static VALUE profile_set_models(VALUE self, VALUE models) {
  profile_get(self)->models = models;
  return models;
}

/*
 * call-seq: floats_by_generator = boolean
 *
 * Whether JSON.generate is asked for the text of each float.
 */
static VALUE profile_set_floats_by_generator(VALUE self, VALUE value) {
  profile_get(self)->floats_by_generator = RTEST(value);
  return value;
}

bool profile_trusts(Profile *profile, Kind kind) {
  Trust *trust = &profile->trusts[kind];
  if (!trust->class || trust->is_stale) return false;
  for (int i = 0; i < trust->guard_count; i++) {
    if (method_guard_holds(&trust->guards[i])) continue;
    trust->is_stale = true;
    return false;
  }
  return trust->is_trusted;
}

bool profile_covers(const Profile *profile, Kind kind, VALUE object) {
  const Trust *trust = &profile->trusts[kind];
  if (!trust->class) return false;
  for (int i = 0; i < trust->guard_count; i++) {
    const MethodGuard *guard = &trust->guards[i];
    if (guard->is_inherited && !method_guard_covers(guard, object)) return false;
  }
  return true;
}

void profile_define(VALUE native) {
  VALUE class = rb_define_class_under(native, "Profile", rb_cObject);
  rb_define_alloc_func(class, profile_allocate);
  rb_define_method(class, "trust", profile_trust, 3);
  rb_define_method(class, "stale", profile_stale, 0);
  rb_define_method(class, "guard", profile_guard, 5);
  rb_define_method(class, "free", profile_free, 1);
  rb_define_method(class, "models=", profile_set_models, 1);
  rb_define_method(class, "floats_by_generator=", profile_set_floats_by_generator, 1);
}
