#include "writer.h"

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
  if (!writer_trusts(writer, KIND_HASH) || !writer_trusts(writer, KIND_SYMBOL) || !writer_descend(writer)) return false;
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

typedef struct {
  Writer *writer;
  bool failed;
} ObjectWriting;

static int write_variable(ID variable, VALUE value, st_data_t argument) {
  ObjectWriting *writing = (ObjectWriting *)argument;
  VALUE name = rb_id2str(variable);
  if (!RTEST(name) || !rb_is_instance_id(variable)) return ST_CONTINUE; /* Ruby's own */

  const char *bytes;
  long count;
  RSTRING_GETMEM(name, bytes, count);
  int coderange = rb_enc_str_coderange(name);
  bool is_ascii = coderange == ENC_CODERANGE_7BIT;
  bool is_utf8 = rb_enc_get_index(name) == rb_utf8_encindex() && coderange == ENC_CODERANGE_VALID;
  writing->failed = !is_ascii && !is_utf8;
  if (writing->failed) return ST_STOP;

  Writer *writer = writing->writer;
  write_escaped(&writer->buffer, bytes + 1, (size_t)(count - 1), is_ascii, writer->escape, ':');
  writing->failed = !write_value(writer, value);
  return writing->failed ? ST_STOP : ST_CONTINUE;
}

bool write_object(Writer *writer, VALUE object) {
  if (writer->filter.mode != FILTER_NONE) return false;
  if (!writer_trusts(writer, KIND_HASH) || !writer_trusts(writer, KIND_STRING) || !writer_descend(writer)) return false;
  ObjectWriting writing = {.writer = writer};
  open_bracket(writer, '{');
  rb_ivar_foreach(object, write_variable, (st_data_t)&writing);
  if (writing.failed) return false;
  close_bracket(writer, '}');
  writer->depth--;
  return true;
}
