#include "records/relation.h"

static ID id_loaded, id_records, id_association, id_target, id_association_cache, id_is_stale;

void relation_init(void) {
  id_loaded = rb_intern("@loaded");
  id_records = rb_intern("@records");
  id_association = rb_intern("@association");
  id_target = rb_intern("@target");
  id_association_cache = rb_intern("@association_cache");
  id_is_stale = rb_intern("stale_target?");
}

static bool is_array(VALUE value) {
  return !RB_SPECIAL_CONST_P(value) && RBASIC_CLASS(value) == rb_cArray;
}

/* An association notices when the keys it was loaded with have changed. */
static VALUE loaded_target(Inquiry *inquiry, VALUE association) {
  if (RB_SPECIAL_CONST_P(association) || inquiry_kind(inquiry, association, KIND_OBJECT) != KIND_MODEL) return 0;
  if (model_get(inquiry_model(inquiry, association))->role != ROLE_ASSOCIATION) return 0;
  if (!RTEST(rb_ivar_get(association, id_loaded)) || RTEST(rb_funcall(association, id_is_stale, 0))) return 0;
  return rb_ivar_get(association, id_target);
}

VALUE relation_loaded_records(Inquiry *inquiry, VALUE relation, Role role) {
  VALUE records;
  if (role == ROLE_COLLECTION) {
    records = loaded_target(inquiry, rb_ivar_get(relation, id_association));
  } else {
    records = RTEST(rb_ivar_get(relation, id_loaded)) ? rb_ivar_get(relation, id_records) : 0;
  }
  return records && is_array(records) ? records : 0;
}

VALUE association_target(Inquiry *inquiry, VALUE record, VALUE name) {
  VALUE cache = rb_ivar_get(record, id_association_cache);
  if (RB_SPECIAL_CONST_P(cache) || RBASIC_CLASS(cache) != rb_cHash) return 0;
  VALUE association = rb_hash_lookup2(cache, name, Qnil);
  return NIL_P(association) ? 0 : loaded_target(inquiry, association);
}
