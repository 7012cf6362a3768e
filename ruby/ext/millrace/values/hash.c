#include "values/writer.h"

/*
 * Rails makes every key a string, and of members with the same name the last one's value is at the first one's
 * place. Strings alone, symbols alone and integers alone cannot meet; for strings among symbols a lookup is needed; all
 * other keys are left to Ruby.
 */
enum { STRING_KEYS = 1, SYMBOL_KEYS = 2, INTEGER_KEYS = 4 };

typedef struct HashWriting {
  Writer *writer;
  VALUE hash;
  struct HashWriting *outer;
  int kinds_of_keys;
  bool failed;
  bool is_simple; /* the keys were looked at */
} HashWriting;

#ifdef HAVE_RB_HASH_COMPARE_BY_ID_P
VALUE rb_hash_compare_by_id_p(VALUE hash);
#endif

static bool compares_by_identity(VALUE hash) {
#ifdef HAVE_RB_HASH_COMPARE_BY_ID_P
  return RTEST(rb_hash_compare_by_id_p(hash));
#else
  return RTEST(rb_funcall(hash, rb_intern("compare_by_identity?"), 0));
#endif
}

static bool write_integer_key(Writer *writer, VALUE key) {
  buffer_reserve(&writer->buffer, 1);
  buffer_append_byte(&writer->buffer, '"');
  write_integer(writer, FIX2LONG(key));
  buffer_reserve(&writer->buffer, 2);
  writer->buffer.end--; /* the comma */
  buffer_append(&writer->buffer, "\":", 2);
  return true;
}

/* Objects in arrays have the same keys, again and again. Where the text of a key is known, it is copied. */
static WrittenName *written_name(Writer *writer, VALUE key) {
  return &writer->names[(uint64_t)key * 0x9E3779B97F4A7C15 >> (64 - WRITTEN_NAME_BITS)];
}

static bool write_name(Writer *writer, VALUE key, VALUE string) {
  WrittenName *name = written_name(writer, key);
  Buffer *buffer = &writer->buffer;
  if (name->key == key) {
    buffer_reserve(buffer, name->count);
    buffer_append(buffer, buffer->start + name->offset, name->count);
    return true;
  }
  size_t offset = (size_t)(buffer->end - buffer->start);
  if (!write_string(writer, string ? string : rb_sym2str(key), ':')) return false;
  size_t count = (size_t)(buffer->end - buffer->start) - offset;
  bool is_permanent = RB_STATIC_SYM_P(key) || !writer->has_temporary_keys;
  if (is_permanent && offset + count <= UINT32_MAX)
    *name = (WrittenName){.key = key, .offset = (uint32_t)offset, .count = (uint32_t)count};
  return true;
}

/* Writes a key and its colon, and returns which kind it is, or 0. */
static int write_key(Writer *writer, VALUE key) {
  if (RB_SYMBOL_P(key)) {
    return writer_requires(writer, KIND_SYMBOL_KEY) && write_name(writer, key, 0) ? SYMBOL_KEYS : 0;
  }
  if (FIXNUM_P(key)) {
    writer_asks_all(writer);
    return writer_requires(writer, KIND_INTEGER) && write_integer_key(writer, key) ? INTEGER_KEYS : 0;
  }
  if (RB_SPECIAL_CONST_P(key) || RBASIC_CLASS(key) != rb_cString) return 0;
  return writer_requires(writer, KIND_STRING) && write_name(writer, key, key) ? STRING_KEYS : 0;
}

static int write_member(VALUE key, VALUE value, VALUE argument) {
  HashWriting *writing = (HashWriting *)argument;
  Writer *writer = writing->writer;
  if (writer->filter.mode == FILTER_EXCEPT && filter_excludes(&writer->filter, key)) return ST_CONTINUE;
  int kind_of_key = write_key(writer, key);
  writing->kinds_of_keys |= kind_of_key;
  writing->failed = kind_of_key == 0 || !write_value(writer, value);
  return writing->failed ? ST_STOP : ST_CONTINUE;
}

/* `only` gives the members in the order of the option, not of the Hash. */
static void write_only(HashWriting *writing, VALUE hash) {
  const MemberFilter *filter = &writing->writer->filter;
  for (int i = 0; i < filter->count && !writing->failed; i++) {
    VALUE value = rb_hash_lookup2(hash, filter->names[i], Qundef);
    if (value != Qundef) write_member(filter->names[i], value, (VALUE)writing);
  }
}

typedef struct {
  VALUE hash;
  bool found;
} NameSearch;

static int find_string_for_symbol(VALUE key, VALUE value, VALUE argument) {
  NameSearch *search = (NameSearch *)argument;
  if (!RB_SYMBOL_P(key)) return ST_CONTINUE;
  search->found = rb_hash_lookup2(search->hash, rb_sym2str(key), Qundef) != Qundef;
  return search->found ? ST_STOP : ST_CONTINUE;
}

static bool names_are_unique(const HashWriting *writing, VALUE hash) {
  int kinds = writing->kinds_of_keys;
  if (kinds & STRING_KEYS && compares_by_identity(hash)) return false; /* equal strings can be different keys */
  if ((kinds & (kinds - 1)) == 0) return true;
  if (kinds & INTEGER_KEYS) return false;
  NameSearch search = {.hash = hash};
  rb_hash_foreach(hash, find_string_for_symbol, (VALUE)&search);
  return !search.found;
}

static int look_at_key(VALUE key, VALUE value, VALUE argument) {
  int *kinds = (int *)argument;
  bool is_ascii;
  if (RB_SYMBOL_P(key)) {
    *kinds |= string_is_plain(rb_sym2str(key), &is_ascii) ? SYMBOL_KEYS : INTEGER_KEYS | SYMBOL_KEYS;
  } else if (!RB_SPECIAL_CONST_P(key) && RBASIC_CLASS(key) == rb_cString && string_is_plain(key, &is_ascii)) {
    *kinds |= STRING_KEYS;
  } else {
    *kinds |= SYMBOL_KEYS | STRING_KEYS;
  }
  return *kinds == SYMBOL_KEYS || *kinds == STRING_KEYS ? ST_CONTINUE : ST_STOP;
}

/* Whether nothing about the keys can keep a hash from being written to its end. */
static bool has_simple_keys(VALUE hash) {
  int kinds = 0;
  rb_hash_foreach(hash, look_at_key, (VALUE)&kinds);
  return kinds == SYMBOL_KEYS || (kinds == STRING_KEYS && !compares_by_identity(hash));
}

VALUE outermost_odd_hash(const Writer *writer) {
  VALUE odd = 0;
  for (HashWriting *open = writer->hashes; open != NULL && !open->is_simple; open = open->outer) {
    open->is_simple = has_simple_keys(open->hash);
    if (!open->is_simple) odd = open->hash;
  }
  return odd;
}

static bool write_members(HashWriting *writing) {
  Writer *writer = writing->writer;
  VALUE hash = writing->hash;
  open_bracket(writer, '{');
  if (writer->filter.mode == FILTER_ONLY) {
    write_only(writing, hash);
  } else {
    rb_hash_foreach(hash, write_member, (VALUE)writing);
  }
  if (writing->failed || !names_are_unique(writing, hash)) return false;
  close_bracket(writer, '}');
  writer->depth--;
  return true;
}

bool write_hash(Writer *writer, VALUE hash) {
  if (!writer_descend(writer)) return false;
  bool has_filter = writer->filter.mode != FILTER_NONE;
  if (has_filter && (RBASIC_CLASS(hash) != rb_cHash || compares_by_identity(hash))) return false;

  HashWriting writing = {.writer = writer, .hash = hash, .outer = writer->hashes};
  writer->hashes = &writing;
  bool is_written = write_members(&writing);
  writer->hashes = writing.outer;
  return is_written;
}

bool write_row(Writer *writer, VALUE row) {
  if (!writer_trusts(writer, KIND_HASH) || !writer_requires(writer, KIND_STRING) || !writer_descend(writer)) return false;
  VALUE names = RARRAY_AREF(row, 0);
  open_bracket(writer, '{');
  for (long i = 1; i < RARRAY_LEN(row); i++) {
    VALUE name = RARRAY_AREF(names, i - 1);
    if (!write_name(writer, name, name) || !write_value(writer, RARRAY_AREF(row, i))) return false;
  }
  close_bracket(writer, '}');
  writer->depth--;
  return true;
}
