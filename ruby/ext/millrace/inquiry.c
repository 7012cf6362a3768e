#include "inquiry.h"

_Static_assert(KIND_COUNT <= 64, "every kind has a bit");

void inquiry_init(Inquiry *inquiry, Profile *profile) {
  inquiry->profile = profile;
  inquiry->period = 0;
  inquiry->is_light = false;
  inquiry->may_call_as_json = false;
  inquiry->trusted_lightly = 0;
  inquiry->record_times.zone = Qnil;
  inquiry->record_times.variable_count = 0;
  inquiry_forget(inquiry);
}

/* Numbers begin at 1. Only threads that hold Ruby's lock come here. */
static uint64_t last_state;

void inquiry_forget(Inquiry *inquiry) {
  inquiry->state = ++last_state;
  inquiry->trusted_fully = 0;
  inquiry->trusted_lightly &= inquiry->profile->unguarded;
  inquiry->trusted = inquiry->is_light ? inquiry->trusted_lightly : 0;
  inquiry->distrusted = 0;
  memset(inquiry->class_cache, 0, sizeof inquiry->class_cache);
  inquiry->record_times.is_known = false;
}

void inquiry_leave_light_mode(Inquiry *inquiry) {
  if (!inquiry->is_light) return;
  inquiry->is_light = false;
  inquiry->trusted = inquiry->trusted_fully;
  inquiry->distrusted = 0;
  memset(inquiry->class_cache, 0, sizeof inquiry->class_cache);
}

void inquiry_return_to_light_mode(Inquiry *inquiry) {
  inquiry->is_light = true;
  inquiry->trusted = inquiry->trusted_lightly | inquiry->trusted_fully;
  inquiry->distrusted = 0;
  /* Other classes than Ruby's own have to be noticed again. */
  memset(inquiry->class_cache, 0, sizeof inquiry->class_cache);
}

bool inquiry_ask(Inquiry *inquiry, Kind kind) {
  uint64_t bit = (uint64_t)1 << kind;
  if (inquiry->distrusted & bit) return false;
  bool is_trusted = profile_trusts(inquiry->profile, kind, inquiry->is_light, inquiry->period);
  if (is_trusted) {
    inquiry->trusted |= bit;
    *(inquiry->is_light ? &inquiry->trusted_lightly : &inquiry->trusted_fully) |= bit;
  } else {
    inquiry->distrusted |= bit;
  }
  return is_trusted;
}

static bool is_class_of(const Inquiry *inquiry, Kind kind, VALUE class) {
  return inquiry->profile->trusts[kind].class == class;
}

/* Whether a model says how values of this class are encoded, and its methods are untouched. */
static bool has_model(Inquiry *inquiry, VALUE value, VALUE class) {
  VALUE models = inquiry->profile->models;
  if (NIL_P(models) || FL_TEST(class, FL_SINGLETON)) return false;
  VALUE object = model_of_class(class);
  if (object == Qfalse) return false;
  Model *model = model_get(object);
  if (model == NULL || (!model_holds(model, inquiry->state, inquiry->period) && model->is_stale)) {
    object = rb_funcall(models, rb_intern("model"), 2, class, value);
    model_set_for_class(class, object);
    model = model_get(object);
    if (model != NULL && model->role == ROLE_RECORD && model_holds(model, inquiry->state, inquiry->period)) {
      rb_funcall(models, rb_intern("verify"), 2, object, value);
    }
  }
  return model != NULL && model_holds(model, inquiry->state, inquiry->period);
}

VALUE inquiry_model(Inquiry *inquiry, VALUE value) {
  return model_of_class(CLASS_OF(value));
}

Kind inquiry_find(Inquiry *inquiry, VALUE value, Kind family) {
  VALUE class = CLASS_OF(value);
  if (family != KIND_NONE && is_class_of(inquiry, family, class)) {
    return inquiry_trusts(inquiry, family) ? family : KIND_NONE;
  }
  if (family != KIND_NONE) inquiry_leave_light_mode(inquiry); /* stock sends as_json to values of other classes */
  for (Kind kind = KIND_FIRST_EXACT; kind < KIND_COUNT; kind++) {
    if (is_class_of(inquiry, kind, class)) return inquiry_trusts(inquiry, kind) ? kind : KIND_NONE;
  }
  if (family == KIND_OBJECT && has_model(inquiry, value, class)) return KIND_MODEL;
  if (family == KIND_NONE || !inquiry_trusts(inquiry, family)) return KIND_NONE;
  if (family == KIND_OBJECT && rb_method_boundp(class, rb_intern("to_hash"), 0)) return KIND_NONE;
  return profile_covers(inquiry->profile, family, value) ? family : KIND_NONE;
}
