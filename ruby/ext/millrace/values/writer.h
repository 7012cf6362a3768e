#ifndef MILLRACE_WRITER_H
#define MILLRACE_WRITER_H

#include "records/attribute_set.h"
#include "text/escape.h"
#include "values/filter.h"
#include "inquiry.h"
#include "records/shape.h"

/*
 * The direct pass: a value is written as JSON without running anybody's Ruby code. Every function that writes returns
 * whether it could. If one could not, nothing has happened that could be seen from outside, what was written is thrown
 * away, and Ruby does the whole call.
 *
 * Every value writes a comma after itself, and the end of an array or object overwrites the last one: no state
 * for the first value is needed.
 *
 * A writer lives in a C frame. Objects that it refers to are therefore neither freed nor moved.
 */

/* Deeper documents are left to Ruby, which raises SystemStackError for those that are too deep for it. */
enum { MAXIMUM_DEPTH = 100 };

typedef struct {
  bool is_standard; /* ISO 8601 rather than 2007/01/31 12:00:00 +0000 */
  int precision; /* digits of the second's fraction, 0 to 9; -1: only Ruby knows */
} TimeSettings;

/* The settings that the text depends on. */
typedef struct {
  EscapeSettings escape;
  TimeSettings time;
  bool is_assumed; /* the escapes are those of an earlier call, and the settings for times have not been read */
} TextSettings;

/* What is to be done with a value that could not be written: all by Active Support's own encoder, or in stages. */
typedef enum { REFUSED_FOR_STAGES, REFUSED_FOR_STOCK } Refusal;

enum { MAXIMUM_SHAPES = 8 };

/* Where the text has a name with its quotes and colon, so that the next one is a copy. */
typedef struct {
  VALUE key; /* the String or Symbol; 0: none */
  uint32_t offset, count;
} WrittenName;

enum { WRITTEN_NAME_BITS = 5, MAXIMUM_WRITTEN_NAMES = 1 << WRITTEN_NAME_BITS };

typedef struct {
  Buffer buffer;
  WrittenName names[MAXIMUM_WRITTEN_NAMES];
  TextSettings settings;
  VALUE profile;
  MemberFilter filter;
  VALUE options; /* of as_json: a Hash that is not empty, or nil */
  int depth;
  Refusal refusal;
  bool has_temporary_keys; /* keys of hashes may be freed: those of values that records are asked for */
  bool has_called_as_json; /* of the application: what was written cannot be written again */
  bool has_records; /* of which values were written that the records do not remember */
  VALUE foreign_class; /* of values that as_json is sent to; 0: not known */
  VALUE odd_hash; /* is left to stock as a whole, because as_json would have to be sent to something in it; or 0 */
  struct HashWriting *hashes; /* that are being written, the innermost first */
  bool has_wrong_escapes; /* a part of the text was written with settings that are not those of now */
  int generated_count; /* of the floats that the json gem has printed one by one */

  Inquiry inquiry;

  /* The offset of the last ActiveSupport::TimeWithZone. */
  VALUE zone_offset;
  int zone_seconds;
  bool zone_is_utc;

  Shape *shapes[MAXIMUM_SHAPES];
  VALUE shape_objects[MAXIMUM_SHAPES];
  int shape_count;
} Writer;

/* value.c */
bool write_value(Writer *writer, VALUE value);
bool writer_descend(Writer *writer);

/* string.c; the terminator is a comma, or a colon after a name; `start` counts bytes and is 0 or after ASCII */
void string_init(void);
bool string_is_plain(VALUE string, bool *is_ascii);
bool write_string_from(Writer *writer, VALUE string, long start, char terminator);

/* number.c */
void write_integer(Writer *writer, long integer);
bool write_big_integer(Writer *writer, VALUE integer);
bool write_float(Writer *writer, VALUE number);
/* Writes what the json gem makes of a float, or of an array of floats. */
bool write_by_generator(Writer *writer, VALUE value);
bool write_big_decimal(Writer *writer, VALUE number);

/* collection.c */
bool write_array(Writer *writer, VALUE array);
bool write_set(Writer *writer, VALUE set);

/* hash.c */
bool write_hash(Writer *writer, VALUE hash);
/* The Hash that a row of the tree represents: see leaf.h. */
bool write_row(Writer *writer, VALUE row);
/* Of the hashes that are being written, the outermost one that it is not certain can be written to its end; or 0. */
VALUE outermost_odd_hash(const Writer *writer);

/* answer.c; writes what stock makes of a value that cannot be written natively, in place of what was written of it */
bool write_answer(Writer *writer, VALUE value, size_t offset, int depth);

/* members.c */
bool write_struct(Writer *writer, VALUE structure);
bool write_object(Writer *writer, VALUE object);
bool write_fragment(Writer *writer, VALUE fragment);

/* record.c: values of KIND_MODEL */
bool write_model(Writer *writer, VALUE value);

/* attribute_value.c */
bool write_attribute_value(Writer *writer, VALUE name, const AttributeValue *value);

/* time.c */
bool write_clock_time(Writer *writer, int64_t seconds, long nanoseconds, int offset, bool is_utc);
bool write_calendar_day(Writer *writer, int year, int month, int day);
bool write_time(Writer *writer, VALUE time);
bool write_date(Writer *writer, VALUE date);
bool write_date_time(Writer *writer, VALUE date_time);
bool write_time_with_zone(Writer *writer, VALUE time);
bool write_duration(Writer *writer, VALUE duration);

/* encode.c */
const TimeSettings *writer_time_settings(Writer *writer);

static inline bool writer_trusts(Writer *writer, Kind kind) {
  return inquiry_trusts(&writer->inquiry, kind);
}

/* The same for something that is not a value of its own. */
static inline bool writer_requires(Writer *writer, Kind kind) {
  if (writer_trusts(writer, kind)) return true;
  writer->refusal = REFUSED_FOR_STOCK;
  return false;
}

/* Has to be called before values that are sent as_json in stock, though others are not: see inquiry.h. */
static inline void writer_asks_all(Writer *writer) {
  inquiry_leave_light_mode(&writer->inquiry);
}

static inline Kind writer_kind(Writer *writer, VALUE value, Kind family) {
  return inquiry_kind(&writer->inquiry, value, family);
}

static inline bool write_string(Writer *writer, VALUE string, char terminator) {
  return write_string_from(writer, string, 0, terminator);
}

static inline void write_literal(Writer *writer, const char *text, size_t count) {
  buffer_reserve(&writer->buffer, count);
  buffer_append(&writer->buffer, text, count);
}

static inline void open_bracket(Writer *writer, char bracket) {
  buffer_reserve(&writer->buffer, 1);
  buffer_append_byte(&writer->buffer, bracket);
}

/* Overwrites the last value's comma, if there was a value. */
static inline void close_bracket(Writer *writer, char bracket) {
  buffer_reserve(&writer->buffer, 2);
  if (writer->buffer.end[-1] == ',') writer->buffer.end--;
  buffer_append_byte(&writer->buffer, bracket);
  buffer_append_byte(&writer->buffer, ',');
}

#endif
