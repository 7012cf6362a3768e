#include "guards/profile.h"

#include <math.h>

static const char *const kind_names[KIND_COUNT] = {
    [KIND_ENCODER] = "encoder",
    [KIND_NIL] = "nil",
    [KIND_TRUE] = "true",
    [KIND_FALSE] = "false",
    [KIND_INTEGER] = "integer",
    [KIND_FLOAT] = "float",
    [KIND_STRING] = "string",
    [KIND_SYMBOL] = "symbol",
    [KIND_SYMBOL_KEY] = "symbol_key",
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
  rb_gc_mark(profile->coder);
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
  profile->models = profile->coder = Qnil;
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
 * call-seq: trust(kind, class, is_trusted, is_trusted_lightly)
 *
 * Values of exactly this class are of the kind; they are from now on encoded natively if they are trusted. What is trusted
 * lightly is encoded natively where stock sends as_json to nothing around it. Guards of the kind have to be put up after
 * this.
 */
static VALUE profile_trust(VALUE self, VALUE name, VALUE class, VALUE is_trusted, VALUE is_trusted_lightly) {
  Trust *trust = &profile_get(self)->trusts[kind_named(name)];
  trust->class = class;
  trust->is_trusted = RTEST(is_trusted);
  trust->is_trusted_lightly = RTEST(is_trusted_lightly);
  trust->is_stale = false;
  trust->guard_count = 0;
  profile_get(self)->unguarded = 0;
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
 * call-seq: guard(kind, receiver, method, chain_length, is_inherited, is_free)
 *
 * The kind is stale as soon as the receiver does not answer this message with the method any more that answers it now,
 * or if that method calls super, with one of the methods after it: so many count. Values of other classes are of the
 * kind only if they inherit the methods that have to be inherited. Stock does not call a free method as long as it sends as_json
 * to nothing around the value.
 */
static VALUE profile_guard(
    VALUE self, VALUE name, VALUE receiver, VALUE method, VALUE chain_length, VALUE is_inherited, VALUE is_free) {
  Trust *trust = &profile_get(self)->trusts[kind_named(name)];
  Check_Type(method, T_SYMBOL);
  if (trust->guard_count == MAXIMUM_GUARDS) rb_raise(rb_eArgError, "too many guards");
  MethodGuard guard;
  method_guard_init(&guard, receiver, SYM2ID(method), NUM2INT(chain_length));
  guard.is_inherited = RTEST(is_inherited);
  guard.is_free = RTEST(is_free);
  trust->guards[trust->guard_count++] = guard;
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
 * call-seq: coder = object
 *
 * The json gem's coder that stock writes documents with.
 */
static VALUE profile_set_coder(VALUE self, VALUE coder) {
  profile_get(self)->coder = coder;
  return coder;
}

static FloatStyle style_named(VALUE name) {
  static const char *const names[] = {"ruby", "json_gem", "generator"};
  Check_Type(name, T_SYMBOL);
  for (FloatStyle style = FLOAT_AS_RUBY; style <= FLOAT_BY_GENERATOR; style++) {
    if (strcmp(rb_id2name(SYM2ID(name)), names[style]) == 0) return style;
  }
  rb_raise(rb_eArgError, "not a style of floats: %+" PRIsVALUE, name);
}

/*
 * call-seq: float_style = symbol
 *
 * Floats are written as Float#to_s prints them (:ruby), as the json gem from 2.10.3 on does (:json_gem), or by calling
 * JSON.generate (:generator).
 */
static VALUE profile_set_float_style(VALUE self, VALUE style) {
  profile_get(self)->float_style = style_named(style);
  return style;
}

/*
 * call-seq: Native.format_float(float, style) -> string
 */
static VALUE native_format_float(VALUE self, VALUE number, VALUE name) {
  FloatStyle style = style_named(name);
  Check_Type(number, T_FLOAT);
  double value = RFLOAT_VALUE(number);
  if (style == FLOAT_BY_GENERATOR || !isfinite(value)) rb_raise(rb_eArgError, "%+" PRIsVALUE " has no digits", number);
  char text[ROOM_FOR_FLOAT];
  return rb_usascii_str_new(text, format_float(text, value, style) - text);
}

bool profile_trusts(Profile *profile, Kind kind, bool is_light, uint64_t period) {
  Trust *trust = &profile->trusts[kind];
  if (!trust->class || trust->is_stale) return false;
  int free_count = 0;
  for (int i = 0; i < trust->guard_count; i++) {
    MethodGuard *guard = &trust->guards[i];
    if (is_light && guard->is_free) {
      free_count++;
    } else if (!method_guard_holds(guard, period)) {
      trust->is_stale = true;
      return false;
    }
  }
  if (is_light && free_count == trust->guard_count) profile->unguarded |= (uint64_t)1 << kind;
  return is_light ? trust->is_trusted_lightly : trust->is_trusted;
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
  rb_define_const(native, "HAS_FAST_GUARDS", METHOD_GUARDS_ARE_FAST ? Qtrue : Qfalse);
  VALUE class = rb_define_class_under(native, "Profile", rb_cObject);
  rb_define_alloc_func(class, profile_allocate);
  rb_define_method(class, "trust", profile_trust, 4);
  rb_define_method(class, "stale", profile_stale, 0);
  rb_define_method(class, "guard", profile_guard, 6);
  rb_define_method(class, "models=", profile_set_models, 1);
  rb_define_method(class, "coder=", profile_set_coder, 1);
  rb_define_method(class, "float_style=", profile_set_float_style, 1);
  rb_define_singleton_method(native, "format_float", native_format_float, 2);
}
