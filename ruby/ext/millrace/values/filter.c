#include "values/filter.h"

static bool is_name(VALUE value) {
  if (RB_SYMBOL_P(value)) return true;
  return !RB_SPECIAL_CONST_P(value) && RBASIC_CLASS(value) == rb_cString;
}

static bool is_same_name(VALUE a, VALUE b) {
  if (a == b) return true;
  return RB_TYPE_P(a, T_STRING) && RB_TYPE_P(b, T_STRING) && rb_str_hash_cmp(a, b) == 0;
}

bool filter_excludes(const MemberFilter *filter, VALUE name) {
  if (filter->mode == FILTER_NONE) return false;
  for (int i = 0; i < filter->count; i++) {
    if (is_same_name(filter->names[i], name)) return filter->mode == FILTER_EXCEPT;
  }
  return filter->mode == FILTER_ONLY;
}

static bool add_name(MemberFilter *filter, VALUE name) {
  if (!is_name(name) || filter->count == MAXIMUM_FILTER_NAMES) return false;
  for (int i = 0; i < filter->count; i++) {
    if (is_same_name(filter->names[i], name)) return true;
  }
  filter->names[filter->count++] = name;
  return true;
}

static bool add_names(MemberFilter *filter, VALUE names) {
  if (RB_SPECIAL_CONST_P(names) || RBASIC_CLASS(names) != rb_cArray) return add_name(filter, names);
  for (long i = 0; i < RARRAY_LEN(names); i++) {
    if (!add_name(filter, RARRAY_AREF(names, i))) return false;
  }
  return true;
}

/* What options[name] is, without running a default proc: Qundef if only that could say. */
static VALUE look_up(VALUE options, const char *name) {
  VALUE value = rb_hash_lookup2(options, ID2SYM(rb_intern(name)), Qundef);
  if (value != Qundef) return value;
  if (!NIL_P(rb_funcall(options, rb_intern("default_proc"), 0))) return Qundef;
  return NIL_P(rb_funcall(options, rb_intern("default"), 0)) ? Qnil : Qundef;
}

bool filter_init(MemberFilter *filter, VALUE options) {
  filter->mode = FILTER_NONE;
  filter->count = 0;
  if (!RTEST(options)) return true;
  if (RB_SPECIAL_CONST_P(options) || RBASIC_CLASS(options) != rb_cHash) return false;

  VALUE only = look_up(options, "only");
  if (only == Qundef) return false;
  if (RTEST(only)) {
    filter->mode = FILTER_ONLY;
    return add_names(filter, only);
  }
  VALUE except = look_up(options, "except");
  if (except == Qundef) return false;
  if (!RTEST(except)) return true;
  filter->mode = FILTER_EXCEPT;
  return add_names(filter, except);
}
