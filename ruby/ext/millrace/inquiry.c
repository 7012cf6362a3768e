#include "inquiry.h"

_Static_assert(KIND_COUNT <= 32, "every kind has a bit");

void inquiry_init(Inquiry *inquiry, Profile *profile) {
  inquiry->profile = profile;
  inquiry_forget(inquiry);
}

void inquiry_forget(Inquiry *inquiry) {
  inquiry->trusted = 0;
  inquiry->distrusted = 0;
  memset(inquiry->class_cache, 0, sizeof inquiry->class_cache);
}

bool inquiry_ask(Inquiry *inquiry, Kind kind) {
  uint32_t bit = (uint32_t)1 << kind;
  if (inquiry->distrusted & bit) return false;
  bool is_trusted = profile_trusts(inquiry->profile, kind);
  if (is_trusted) {
    inquiry->trusted |= bit;
  } else {
    inquiry->distrusted |= bit;
  }
  return is_trusted;
}

static bool is_class_of(const Inquiry *inquiry, Kind kind, VALUE class) {
  return inquiry->profile->trusts[kind].class == class;
}

Kind inquiry_find(Inquiry *inquiry, VALUE value, Kind family) {
  VALUE class = CLASS_OF(value);
  if (family != KIND_NONE && is_class_of(inquiry, family, class)) {
    return inquiry_trusts(inquiry, family) ? family : KIND_NONE;
  }
  for (Kind kind = KIND_FIRST_EXACT; kind < KIND_COUNT; kind++) {
    if (is_class_of(inquiry, kind, class)) return inquiry_trusts(inquiry, kind) ? kind : KIND_NONE;
  }
  if (family == KIND_NONE || !inquiry_trusts(inquiry, family)) return KIND_NONE;
  if (family == KIND_OBJECT && rb_method_boundp(class, rb_intern("to_hash"), 0)) return KIND_NONE;
  return profile_covers(inquiry->profile, family, value) ? family : KIND_NONE;
}
