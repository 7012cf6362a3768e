#include "records/attribute_set.h"

/*
 * Active Record stores a row's values as the database returned them and converts them to Ruby values when they are read. A
 * LazyAttributeSet has the row's values (a Hash by names, or from Active Record 8 on an array of values and a Hash with the
 * positions of the names, which all rows of a query share), the types of the class and those of the query, the converted values
 * (`@casted_values`), and an Attribute for each attribute that was assigned or accessed in other ways (`@attributes`).
 * Records created by `new`, and objects of Active Model, have an AttributeSet with an Attribute for each.
 *
 * The names are those of the row, then the class's other attributes with a default, then attributes that were added to
 * the record. An uninitialized Attribute is not a member.
 */
static ID id_attributes, id_values, id_types, id_additional_types, id_default_attributes, id_casted_values;
static ID id_column_indexes, id_row, id_primary_key, id_value, id_value_before_type_cast, id_type, id_user_provided_value, id_fetch,
    id_read;

void attribute_set_init(void) {
  id_attributes = rb_intern("@attributes");
  id_column_indexes = rb_intern("@column_indexes");
  id_row = rb_intern("@row");
  id_primary_key = rb_intern("@primary_key");
  id_values = rb_intern("@values");
  id_types = rb_intern("@types");
  id_additional_types = rb_intern("@additional_types");
  id_default_attributes = rb_intern("@default_attributes");
  id_casted_values = rb_intern("@casted_values");
  id_value = rb_intern("@value");
  id_value_before_type_cast = rb_intern("@value_before_type_cast");
  id_type = rb_intern("@type");
  id_user_provided_value = rb_intern("@user_provided_value");
  id_fetch = rb_intern("[]");
  id_read = rb_intern("value");
}

void attribute_cache_value(const AttributeValue *value, VALUE name, VALUE cast) {
  if (RB_OBJ_FROZEN(value->cache)) return;
  if (RB_TYPE_P(value->cache, T_HASH)) {
    rb_hash_aset(value->cache, name, cast);
  } else {
    rb_ivar_set(value->cache, id_value, cast);
  }
}

/* An attribute that is visited later: in the order of the option `only`, or after all others, because only the option `methods`
 * names it. The frame keeps the values alive. */
typedef struct {
  VALUE name; /* 0: there is none */
  bool is_left;
  AttributeValue value;
} OrderedAttribute;

typedef struct Order {
  OrderedAttribute attributes[MAXIMUM_SHAPE_NAMES + MAXIMUM_SHAPE_METHODS];
  int position; /* of the attribute that is being read, or -1: it is visited at once */
  unsigned methods; /* those that are an attribute of the record: one bit each */
} Order;

typedef struct {
  const AttributeVisit *visit;
  VALUE record;
  VALUE set;
  VALUE attributes;
  VALUE values; /* Hash: names => values, or positions in the row */
  VALUE row; /* an Array, or nil if the Hash has the values */
  VALUE types, additional_types, default_attributes, casted_values;
  bool has_attributes, has_casted_values;
  long position;
  int skipped_count; /* of the attributes that are not visited */
  bool has_left; /* an attribute that needs application code */
  bool failed;
} SetReading;

static bool is_hash(VALUE value) {
  return !RB_SPECIAL_CONST_P(value) && RBASIC_CLASS(value) == rb_cHash;
}

static Kind attribute_kind(const AttributeVisit *visit, VALUE attribute) {
  return RB_SPECIAL_CONST_P(attribute) ? KIND_NONE : inquiry_kind(visit->inquiry, attribute, KIND_NONE);
}

static bool visit_value(const AttributeVisit *visit, VALUE name, AttributeValue value) {
  Order *order = visit->order;
  if (order != NULL && order->position >= 0) {
    order->attributes[order->position] = (OrderedAttribute){.name = name, .value = value};
    return true;
  }
  return visit->visit(visit->context, name, value);
}

/* Leaves an attribute to the visitor. */
static bool leave(SetReading *reading, VALUE name) {
  const AttributeVisit *visit = reading->visit;
  if (visit->leave == NULL) return false;
  if (visit->order != NULL && visit->order->position >= 0) {
    visit->order->attributes[visit->order->position] = (OrderedAttribute){.name = name, .is_left = true};
    return true;
  }
  reading->has_left = true;
  visit->leave(visit->context, name);
  return true;
}

/* Visits the result of the Attribute's own method, if its type is known. */
static bool visit_read_attribute(const AttributeVisit *visit, VALUE name, VALUE attribute) {
  Shape *shape = visit->shape;
  TypeKind kind = model_type_of_assigned(shape->models, shape->model_object, rb_ivar_get(attribute, id_type));
  if (kind == TYPE_UNKNOWN) return false;
  VALUE value = rb_funcall(attribute, id_read, 0);
  return visit_value(visit, name, (AttributeValue){.is_cast = true, .value = value});
}

static bool visit_database_attribute(const AttributeVisit *visit, VALUE name, VALUE attribute) {
  Shape *shape = visit->shape;
  VALUE type = rb_ivar_get(attribute, id_type);
  AttributeValue value = {
      .value = rb_ivar_get(attribute, id_value_before_type_cast),
      .type = type,
      .cache = attribute,
      .kind = model_type(shape->models, shape->model_object, type),
  };
  if (value.kind == TYPE_UNKNOWN) return false;
  VALUE cast = attribute_cast_value(visit->inquiry, &value);
  attribute_cache_value(&value, name, cast);
  return visit_value(visit, name, (AttributeValue){.is_cast = true, .value = cast});
}

static bool visit_attribute(const AttributeVisit *visit, VALUE name, VALUE attribute, Kind attribute_kind) {
  VALUE value = rb_ivar_defined(attribute, id_value) ? rb_ivar_get(attribute, id_value) : Qundef;
  switch (attribute_kind) {
    case KIND_FROM_DATABASE_ATTRIBUTE:
      if (value == Qundef) return visit_database_attribute(visit, name, attribute);
      break;
    case KIND_DEFAULT_ATTRIBUTE:
      if (value == Qundef && rb_obj_is_proc(rb_ivar_get(attribute, id_user_provided_value)) != Qfalse) return false;
      if (value == Qundef) return visit_read_attribute(visit, name, attribute);
      break;
    case KIND_FROM_USER_ATTRIBUTE:
      if (value == Qundef) return visit_read_attribute(visit, name, attribute);
      break;
    case KIND_CAST_VALUE_ATTRIBUTE:
      if (value == Qundef) {
        value = rb_ivar_get(attribute, id_value_before_type_cast);
        if (!RB_OBJ_FROZEN(attribute)) rb_ivar_set(attribute, id_value, value);
      }
      break;
    default: return false;
  }
  return visit_value(visit, name, (AttributeValue){.is_cast = true, .value = value});
}

/* Whether reading an attribute that is not written needs application code. */
static bool needs_code(const AttributeVisit *visit, VALUE attribute, Kind kind) {
  if (kind == KIND_CAST_VALUE_ATTRIBUTE) return false;
  if (kind == KIND_NONE ||
      model_type_of_assigned(visit->shape->models, visit->shape->model_object, rb_ivar_get(attribute, id_type)) == TYPE_UNKNOWN) {
    return true;
  }
  return kind == KIND_DEFAULT_ATTRIBUTE && RTEST(rb_obj_is_proc(rb_ivar_get(attribute, id_user_provided_value)));
}

/* Some versions read all attributes first, also those that are not written. Returns false if that needs application code. */
static bool read_unwritten(const AttributeVisit *visit, VALUE attribute, Kind kind) {
  if (!visit->shape->model->reads_all || rb_ivar_defined(attribute, id_value)) return true;
  if (needs_code(visit, attribute, kind)) return false;
  rb_funcall(attribute, id_read, 0);
  return true;
}

/* Whether the method with the attribute's name reads this attribute of the record. */
static bool is_read_by_name(SetReading *reading, const Slot *slot) {
  if (slot->reader != READER_PRIMARY_KEY) return slot->reader == READER_GENERATED;
  VALUE key = rb_attr_get(reading->record, id_primary_key);
  return key == slot->name || (RB_TYPE_P(key, T_STRING) && rb_str_hash_cmp(key, slot->name) == 0);
}

/* Finds the slot of a name. */
static bool find_slot(SetReading *reading, VALUE name, Slot *slot) {
  if (RB_SPECIAL_CONST_P(name) || RBASIC_CLASS(name) != rb_cString) return false;
  *slot = *shape_slot(reading->visit->shape, reading->position++, name, reading->types, reading->additional_types);
  Order *order = reading->visit->order;
  if (order != NULL && slot->is_written) order->position = slot->position;
  if (order != NULL && slot->method >= 0) order->methods |= 1u << slot->method;
  return true;
}

/* Whether a written attribute is one of those at the beginning that are not visited. */
static bool skips(SetReading *reading) {
  if (reading->visit->order != NULL || reading->skipped_count == reading->visit->skipped) return false;
  reading->skipped_count++;
  return true;
}

static bool visit_own(SetReading *reading, VALUE name, VALUE attribute) {
  Kind kind = attribute_kind(reading->visit, attribute);
  if (kind == KIND_UNINITIALIZED_ATTRIBUTE) return true;
  Slot slot;
  if (!find_slot(reading, name, &slot)) return false;
  if (!slot.is_written) return read_unwritten(reading->visit, attribute, kind);
  if (skips(reading)) return true;
  bool is_native = !reading->has_left && is_read_by_name(reading, &slot);
  if (is_native && visit_attribute(reading->visit, name, attribute, kind)) return true;
  return read_unwritten(reading->visit, attribute, kind) && leave(reading, name);
}

static bool visit_row(SetReading *reading, VALUE name, VALUE raw) {
  const AttributeVisit *visit = reading->visit;
  if (reading->has_attributes) {
    VALUE attribute = rb_hash_lookup2(reading->attributes, name, Qnil);
    if (RTEST(attribute)) return visit_own(reading, name, attribute);
  }
  Slot slot;
  if (!find_slot(reading, name, &slot)) return false;
  if (slot.is_written && skips(reading)) return true;
  VALUE cast = reading->has_casted_values ? rb_hash_lookup2(reading->casted_values, name, Qundef) : Qundef;
  AttributeValue value = {.value = raw, .kind = slot.kind, .type = slot.type, .cache = reading->casted_values};
  bool is_known = cast != Qundef || slot.kind != TYPE_UNKNOWN;
  if (slot.is_written && !reading->has_left && is_known && is_read_by_name(reading, &slot)) {
    if (cast != Qundef) value = (AttributeValue){.is_cast = true, .value = cast};
    return visit_value(visit, name, value);
  }
  if (visit->shape->model->reads_all && cast == Qundef) {
    if (!is_known) return false;
    attribute_read_unwritten(visit->inquiry, name, &value);
  }
  return !slot.is_written || leave(reading, name);
}

static int visit_own_attribute(VALUE name, VALUE attribute, VALUE argument) {
  SetReading *reading = (SetReading *)argument;
  reading->failed = !visit_own(reading, name, attribute);
  return reading->failed ? ST_STOP : ST_CONTINUE;
}

static int visit_row_value(VALUE name, VALUE value, VALUE argument) {
  SetReading *reading = (SetReading *)argument;
  if (!NIL_P(reading->row)) value = FIXNUM_P(value) ? rb_ary_entry(reading->row, FIX2LONG(value)) : Qundef;
  reading->failed = value == Qundef || !visit_row(reading, name, value);
  return reading->failed ? ST_STOP : ST_CONTINUE;
}

static bool is_in(VALUE hash, VALUE name) {
  return rb_hash_lookup2(hash, name, Qundef) != Qundef;
}

static int add_missing_name(VALUE name, VALUE type, VALUE argument) {
  SetReading *reading = (SetReading *)argument;
  if (!is_in(reading->values, name)) rb_ary_push(reading->visit->shape->rest, name);
  return ST_CONTINUE;
}

/* The class's attributes that are not in the row. Rows of one query have the same names. */
static void find_rest(SetReading *reading) {
  Shape *shape = reading->visit->shape;
  long value_count = (long)RHASH_SIZE(reading->values);
  if (shape->value_count == value_count) return;
  shape->rest = rb_ary_new();
  shape->all_names = Qnil;
  rb_hash_foreach(reading->types, add_missing_name, (VALUE)reading);
  shape->value_count = value_count;
}

/* The Attribute of a name that is not in the row. Active Model creates it if the attribute has a default. */
static VALUE own_attribute(SetReading *reading, VALUE name) {
  VALUE attribute = reading->has_attributes ? rb_hash_lookup2(reading->attributes, name, Qnil) : Qnil;
  if (RTEST(attribute) || !RTEST(rb_hash_lookup2(reading->default_attributes, name, Qnil))) return attribute;
  return rb_funcall(reading->set, id_fetch, 1, name);
}

static void visit_rest(SetReading *reading) {
  VALUE rest = reading->visit->shape->rest;
  for (long i = 0; i < RARRAY_LEN(rest) && !reading->failed; i++) {
    VALUE attribute = own_attribute(reading, RARRAY_AREF(rest, i));
    if (RTEST(attribute)) visit_own_attribute(RARRAY_AREF(rest, i), attribute, (VALUE)reading);
  }
}

static int add_name(VALUE name, VALUE value, VALUE names) {
  rb_hash_aset(names, name, Qnil);
  return ST_CONTINUE;
}

static void find_all_names(SetReading *reading) {
  Shape *shape = reading->visit->shape;
  if (!NIL_P(shape->all_names)) return;
  shape->all_names = rb_hash_new();
  rb_hash_foreach(reading->values, add_name, shape->all_names);
  for (long i = 0; i < RARRAY_LEN(shape->rest); i++) add_name(RARRAY_AREF(shape->rest, i), Qnil, shape->all_names);
}

static int add_name_if_missing(VALUE name, VALUE value, VALUE attributes) {
  if (!is_in(attributes, name)) rb_hash_aset(attributes, name, Qnil);
  return ST_CONTINUE;
}

/*
 * Stock creates an Attribute for each name when it asks for the names. Later changes of the record keep their order. So the
 * names are added here with nil as the value, which the set replaces with an Attribute when it is asked for one.
 */
static void remember_names(SetReading *reading) {
  if (RB_OBJ_FROZEN(reading->attributes) || RB_OBJ_FROZEN(reading->set)) return;
  find_all_names(reading);
  VALUE names = reading->visit->shape->all_names;
  if (reading->has_attributes) {
    rb_hash_foreach(names, add_name_if_missing, reading->attributes);
  } else {
    reading->attributes = rb_hash_dup(names);
    rb_ivar_set(reading->set, id_attributes, reading->attributes);
  }
}

static int visit_added_attribute(VALUE name, VALUE attribute, VALUE argument) {
  SetReading *reading = (SetReading *)argument;
  if (is_in(reading->values, name) || is_in(reading->types, name)) return ST_CONTINUE;
  return visit_own_attribute(name, attribute, argument);
}

static bool find_row(SetReading *reading, VALUE values) {
  reading->row = Qnil;
  reading->values = values;
  if (is_hash(values)) return true;
  if (RB_SPECIAL_CONST_P(values) || attribute_kind(reading->visit, values) != KIND_INDEXED_ROW) return false;
  reading->values = rb_ivar_get(values, id_column_indexes);
  reading->row = rb_ivar_get(values, id_row);
  return is_hash(reading->values) && RB_TYPE_P(reading->row, T_ARRAY);
}

static bool visit_lazy_set(SetReading *reading) {
  /* Stock creates an Attribute for each value of the row. */
  if (!inquiry_trusts(reading->visit->inquiry, KIND_FROM_DATABASE_ATTRIBUTE)) return false;
  if (!find_row(reading, rb_ivar_get(reading->set, id_values))) return false;
  reading->types = rb_ivar_get(reading->set, id_types);
  reading->additional_types = rb_ivar_get(reading->set, id_additional_types);
  reading->default_attributes = rb_ivar_get(reading->set, id_default_attributes);
  reading->casted_values = rb_ivar_get(reading->set, id_casted_values);
  if (!is_hash(reading->types) || !is_hash(reading->additional_types) || !is_hash(reading->default_attributes) ||
      !is_hash(reading->casted_values)) {
    return false;
  }
  reading->has_attributes = RHASH_SIZE(reading->attributes) > 0;
  reading->has_casted_values = RHASH_SIZE(reading->casted_values) > 0;

  rb_hash_foreach(reading->values, visit_row_value, (VALUE)reading);
  if (reading->failed) return false;
  find_rest(reading);
  remember_names(reading);
  visit_rest(reading);
  if (!reading->failed && reading->has_attributes) {
    rb_hash_foreach(rb_hash_dup(reading->attributes), visit_added_attribute, (VALUE)reading);
  }
  return !reading->failed;
}

static bool visit_set(const AttributeVisit *visit, VALUE record) {
  VALUE set = rb_attr_get(record, id_attributes);
  if (RB_SPECIAL_CONST_P(set)) return false;
  SetReading reading = {.visit = visit, .record = record, .set = set, .types = Qnil, .additional_types = Qnil};
  reading.attributes = rb_ivar_get(set, id_attributes);
  if (!is_hash(reading.attributes)) return false;
  switch (inquiry_kind(visit->inquiry, set, KIND_NONE)) {
    case KIND_LAZY_ATTRIBUTE_SET: return visit_lazy_set(&reading);
    case KIND_ATTRIBUTE_SET: rb_hash_foreach(reading.attributes, visit_own_attribute, (VALUE)&reading); return !reading.failed;
    default: return false;
  }
}

static bool visit_in_order(AttributeVisit visit, VALUE record) {
  Order order;
  order.methods = 0;
  int count = visit.shape->name_count + visit.shape->method_count;
  for (int i = 0; i < count; i++) order.attributes[i].name = 0;
  visit.order = &order;
  if (!visit_set(&visit, record)) return false;
  if (order.methods != (1u << visit.shape->method_count) - 1) return false; /* stock raises an error */
  bool has_left = false;
  int skipped = 0;
  for (int i = 0; i < count; i++) {
    const OrderedAttribute *attribute = &order.attributes[i];
    if (!attribute->name || skipped++ < visit.skipped) continue;
    has_left = has_left || attribute->is_left;
    if (has_left) {
      visit.leave(visit.context, attribute->name);
    } else if (!visit.visit(visit.context, attribute->name, attribute->value)) {
      return false;
    }
  }
  return true;
}

bool attribute_set_visit(const AttributeVisit *visit, VALUE record) {
  const Shape *shape = visit->shape;
  return shape->is_ordered || shape->method_count > 0 ? visit_in_order(*visit, record) : visit_set(visit, record);
}
