#include "values/writer.h"

#include <ruby/encoding.h>

/* Structs are written as hashes of their members, objects as hashes of their instance variables. */

static bool write_named(Writer *writer, VALUE name, VALUE value) {
  return write_string(writer, name, ':') && write_value(writer, value);
}

static bool write_struct_member(Writer *writer, VALUE structure, VALUE members, VALUE name) {
  for (long i = 0; i < RARRAY_LEN(members); i++) {
    if (RARRAY_AREF(members, i) == name) return write_named(writer, rb_sym2str(name), RSTRUCT_GET(structure, (int)i));
  }
  return true;
}

bool write_struct(Writer *writer, VALUE structure) {
  writer_asks_all(writer);
  if (!writer_requires(writer, KIND_HASH) || !writer_requires(writer, KIND_SYMBOL)) return false;
  if (!writer_descend(writer)) return false;
  VALUE members = rb_struct_members(structure);
  const MemberFilter *filter = &writer->filter;
  open_bracket(writer, '{');
  if (filter->mode == FILTER_ONLY) {
    for (int i = 0; i < filter->count; i++) {
      if (!write_struct_member(writer, structure, members, filter->names[i])) return false;
    }
  } else {
    for (long i = 0; i < RARRAY_LEN(members); i++) {
      VALUE name = RARRAY_AREF(members, i);
      if (filter_excludes(filter, name)) continue;
      if (!write_named(writer, rb_sym2str(name), RSTRUCT_GET(structure, (int)i))) return false;
    }
  }
  close_bracket(writer, '}');
  writer->depth--;
  return true;
}

/* The name of an instance variable without its @. */
static bool write_variable_name(Writer *writer, VALUE variable) {
  return write_string_from(writer, variable, 1, ':');
}

/* Instance variables can be named by strings only, and by those that are compared by their bytes. */
static bool can_name_variable(VALUE name) {
  bool is_ascii;
  return RB_TYPE_P(name, T_STRING) && string_is_plain(name, &is_ascii);
}

static bool is_excluded(const MemberFilter *filter, VALUE variable) {
  const char *bytes;
  long count;
  RSTRING_GETMEM(variable, bytes, count);
  for (int i = 0; i < filter->count; i++) {
    VALUE name = filter->names[i];
    if (!can_name_variable(name) || RSTRING_LEN(name) != count - 1) continue;
    if (memcmp(RSTRING_PTR(name), bytes + 1, (size_t)count - 1) == 0) return true;
  }
  return false;
}

typedef struct {
  Writer *writer;
  bool failed;
} ObjectWriting;

static int write_variable(ID variable, VALUE value, st_data_t argument) {
  ObjectWriting *writing = (ObjectWriting *)argument;
  Writer *writer = writing->writer;
  VALUE name = rb_id2str(variable);
  if (!RTEST(name) || !rb_is_instance_id(variable)) return ST_CONTINUE; /* Ruby's own */
  if (writer->filter.mode == FILTER_EXCEPT && is_excluded(&writer->filter, name)) return ST_CONTINUE;
  writing->failed = !write_variable_name(writer, name) || !write_value(writer, value);
  return writing->failed ? ST_STOP : ST_CONTINUE;
}

static bool write_only_variables(Writer *writer, VALUE object) {
  const MemberFilter *filter = &writer->filter;
  for (int i = 0; i < filter->count; i++) {
    if (!can_name_variable(filter->names[i])) continue;
    VALUE name = rb_str_plus(rb_str_new_lit("@"), filter->names[i]);
    ID variable = rb_check_id(&name);
    if (variable == 0 || !rb_is_instance_id(variable) || !RTEST(rb_ivar_defined(object, variable))) continue;
    if (!write_variable_name(writer, rb_id2str(variable))) return false;
    if (!write_value(writer, rb_ivar_get(object, variable))) return false;
  }
  return true;
}

bool write_object(Writer *writer, VALUE object) {
  writer_asks_all(writer);
  if (!writer_requires(writer, KIND_HASH) || !writer_requires(writer, KIND_STRING)) return false;
  if (!writer_descend(writer)) return false;
  open_bracket(writer, '{');
  if (writer->filter.mode == FILTER_ONLY) {
    if (!write_only_variables(writer, object)) return false;
  } else {
    ObjectWriting writing = {.writer = writer};
    rb_ivar_foreach(object, write_variable, (st_data_t)&writing);
    if (writing.failed) return false;
  }
  close_bracket(writer, '}');
  writer->depth--;
  return true;
}

/* A JSON::Fragment. With options, stock calls as_json, which writes it as a Struct. */
bool write_fragment(Writer *writer, VALUE fragment) {
  VALUE json = RSTRUCT_GET(fragment, 0);
  bool is_ascii;
  if (!NIL_P(writer->options) || !RB_TYPE_P(json, T_STRING) || !string_is_plain(json, &is_ascii)) return false;
  const char *bytes;
  long count;
  RSTRING_GETMEM(json, bytes, count);
  write_raw(&writer->buffer, bytes, (size_t)count, writer->settings.escape);
  RB_GC_GUARD(json);
  return true;
}
