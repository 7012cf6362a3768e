#include "records/relation.h"
#include "values/writer.h"

/*
 * Writes records of Active Record and Active Model as `as_json` returns them: the attributes, then those that `methods`
 * names, then the associations that `include` names. A record is left to Ruby if it needs application code: an overridden
 * method, another method in `methods`, a type of the application, or an association that has to be loaded.
 */
static Shape *find_shape(Writer *writer, VALUE record, VALUE options) {
  VALUE class = CLASS_OF(record);
  for (int i = 0; i < writer->shape_count; i++) {
    Shape *shape = writer->shapes[i];
    if (shape->class == class && shape->options == options) return shape;
  }
  VALUE models = writer->inquiry.profile->models;
  Shape *shape = shape_new(models, inquiry_model(&writer->inquiry, record), options);
  int index = writer->shape_count < MAXIMUM_SHAPES ? writer->shape_count++ : MAXIMUM_SHAPES - 1;
  writer->shapes[index] = shape;
  writer->shape_objects[index] = shape->object;
  return shape;
}

static bool is_record(Writer *writer, VALUE value) {
  return !RB_SPECIAL_CONST_P(value) && RB_TYPE_P(value, T_OBJECT) && writer_kind(writer, value, KIND_OBJECT) == KIND_MODEL &&
         model_get(inquiry_model(&writer->inquiry, value))->role == ROLE_RECORD;
}

static bool write_attribute(void *context, VALUE name, AttributeValue value) {
  Writer *writer = context;
  return write_string(writer, name, ':') && write_attribute_value(writer, name, &value);
}

static bool write_members(Writer *writer, VALUE record, VALUE options);

static bool write_records(Writer *writer, VALUE records, VALUE options) {
  if (!writer_descend(writer)) return false;
  open_bracket(writer, '[');
  for (long i = 0; i < RARRAY_LEN(records); i++) {
    VALUE record = RARRAY_AREF(records, i);
    if (!is_record(writer, record) || !write_members(writer, record, options)) return false;
  }
  close_bracket(writer, ']');
  writer->depth--;
  return true;
}

/* A missing associated record is not written. */
static bool write_inclusion(Writer *writer, VALUE record, const Shape *shape, Inclusion inclusion) {
  VALUE name = rb_sym2str(inclusion.name);
  if (model_reader(shape->models, shape->model_object, inclusion.name) != READER_GENERATED) return false;
  VALUE target = association_target(&writer->inquiry, record, inclusion.name);
  if (!target) return false;
  if (NIL_P(target)) return true;
  if (!write_string(writer, name, ':')) return false;
  if (RB_TYPE_P(target, T_ARRAY)) return write_records(writer, target, inclusion.options);
  return is_record(writer, target) && write_members(writer, target, inclusion.options);
}

/* Whether an attribute and an association have the same name, which is one member of the object. */
static bool names_meet(const Shape *shape) {
  for (int i = 0; i < shape->inclusion_count; i++) {
    VALUE name = rb_sym2str(shape->inclusions[i].name);
    for (long j = 0; j < shape->slot_count; j++) {
      if (rb_str_hash_cmp(shape->slots[j].name, name) == 0) return true;
    }
  }
  return false;
}

/*
 * For records that need application code. After the first call of it all guards are asked again: where they are slow, Active Support
 * takes less time for a single record.
 */
static bool leave_record(Writer *writer, int depth) {
  if (!METHOD_GUARDS_ARE_FAST && depth == 0) writer->refusal = REFUSED_FOR_STOCK;
  return false;
}

/* Writes the Hash that `serializable_hash(options)` returns. */
static bool write_members(Writer *writer, VALUE record, VALUE options) {
  Shape *shape = find_shape(writer, record, options);
  int depth = writer->depth;
  if (shape->needs_methods) return leave_record(writer, depth);
  if (!shape->is_supported || !writer_requires(writer, KIND_HASH) || !writer_requires(writer, KIND_STRING) ||
      !writer_descend(writer)) {
    return false;
  }
  open_bracket(writer, '{');
  AttributeVisit visit = {.inquiry = &writer->inquiry, .shape = shape, .visit = write_attribute, .context = writer};
  if (!attribute_set_visit(&visit, record)) return leave_record(writer, depth);
  if (shape->inclusion_count > 0 && names_meet(shape)) return false;
  for (int i = 0; i < shape->inclusion_count; i++) {
    if (!write_inclusion(writer, record, shape, shape->inclusions[i])) return false;
  }
  close_bracket(writer, '}');
  writer->depth--;
  return true;
}

static bool write_record(Writer *writer, VALUE record) {
  VALUE options = writer->options;
  Shape *shape = find_shape(writer, record, options);
  VALUE root = shape->root;
  /* Values inside the record are sent as_json without options. */
  int filter = writer->filter.mode;
  writer->filter.mode = FILTER_NONE;
  writer->options = Qnil;
  if (RTEST(root)) {
    if (!shape->is_supported || !writer_descend(writer)) return false;
    open_bracket(writer, '{');
    if (!write_string(writer, root, ':')) return false;
  }
  if (!write_members(writer, record, options)) return false;
  if (RTEST(root)) {
    close_bracket(writer, '}');
    writer->depth--;
  }
  writer->filter.mode = filter;
  writer->options = options;
  return true;
}

bool write_model(Writer *writer, VALUE value) {
  if (writer->has_called_as_json) return false; /* see answer.c */
  writer->has_temporary_keys = writer->has_records = true;
  writer_asks_all(writer);
  Role role = model_get(inquiry_model(&writer->inquiry, value))->role;
  switch (role) {
    case ROLE_RECORD: return write_record(writer, value);
    case ROLE_RELATION:
    case ROLE_COLLECTION: {
      VALUE records = relation_loaded_records(&writer->inquiry, value, role);
      return records && writer_trusts(writer, KIND_ARRAY) && write_array(writer, records);
    }
    default: return false;
  }
}
