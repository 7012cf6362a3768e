#include "values/writer.h"

#include <math.h>
#include <ruby/encoding.h>

enum { LONGEST_INTEGER = 20 };

/* Writes the digits so that they end in front of `end`, and returns where they begin. */
static char *format_digits(char *end, uint64_t number) {
  do {
    *--end = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return end;
}

void write_integer(Writer *writer, long integer) {
  char digits[LONGEST_INTEGER];
  char *end = digits + sizeof digits;
  uint64_t magnitude = integer < 0 ? -(uint64_t)integer : (uint64_t)integer;
  char *start = format_digits(end, magnitude);
  buffer_reserve(&writer->buffer, LONGEST_INTEGER + 2);
  if (integer < 0) buffer_append_byte(&writer->buffer, '-');
  buffer_append(&writer->buffer, start, (size_t)(end - start));
  buffer_append_byte(&writer->buffer, ',');
}

/* Appends a string of Ruby's that is known to be plain ASCII. */
static void append_text(Writer *writer, VALUE text, char quote) {
  size_t count = (size_t)RSTRING_LEN(text);
  buffer_reserve(&writer->buffer, count + 3);
  if (quote) buffer_append_byte(&writer->buffer, quote);
  buffer_append(&writer->buffer, RSTRING_PTR(text), count);
  if (quote) buffer_append_byte(&writer->buffer, quote);
  buffer_append_byte(&writer->buffer, ',');
  RB_GC_GUARD(text);
}

bool write_big_integer(Writer *writer, VALUE integer) {
  append_text(writer, rb_big2str(integer, 10), 0);
  return true;
}

/*
 * Ruby prints the fewest digits that read back as the same number. For most numbers in documents these are few, and
 * then there is a short way: a double that equals the quotient of an integer below 10^15 and a power of ten up to
 * 10^22 is what that decimal reads as (both are exact, and division rounds correctly), and no two decimals of up to
 * 15 digits read as the same double, so without its trailing zeros it is the shortest one.
 *
 * Everything else, and what Ruby writes with an exponent, takes the longer way: see float.c.
 */
static const double powers_of_ten[] = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};

enum { LONGEST_SHORT_DECIMAL = 24 };

static bool write_short_decimal(Writer *writer, double number) {
  double magnitude = fabs(number);
  if (!(magnitude >= 1e-4 && magnitude < 1e14)) return false;

  int places = 0; /* after the point: as many as 15 digits leave */
  while (magnitude * powers_of_ten[places + 1] < 1e15 && places < 18) places++;
  uint64_t digits = (uint64_t)(magnitude * powers_of_ten[places] + 0.5);
  if (digits >= 1000000000000000 || (double)digits / powers_of_ten[places] != magnitude) return false;

  while (places > 1 && digits % 10 == 0) {
    digits /= 10;
    places--;
  }
  char text[LONGEST_SHORT_DECIMAL];
  char *end = text + sizeof text;
  char *start = format_digits(end, digits);
  while (end - start <= places) *--start = '0';

  Buffer *buffer = &writer->buffer;
  buffer_reserve(buffer, LONGEST_SHORT_DECIMAL + 3);
  size_t whole = (size_t)(end - start - places);
  if (number < 0) buffer_append_byte(buffer, '-');
  buffer_append(buffer, start, whole);
  buffer_append_byte(buffer, '.');
  buffer_append(buffer, start + whole, (size_t)places);
  buffer_append_byte(buffer, ',');
  return true;
}

bool write_by_generator(Writer *writer, VALUE value) {
  VALUE text = rb_funcall(rb_path2class("JSON"), rb_intern("generate"), 1, value);
  if (!RB_TYPE_P(text, T_STRING)) return false;
  append_text(writer, text, 0);
  return true;
}

/* Printing floats one by one takes several times as long as printing all of a document at once, as stock does. */
enum { MOST_GENERATED_FLOATS = 8, LEAST_BYTES_PER_FLOAT = 200 };

static bool has_too_many_floats(Writer *writer) {
  int count = ++writer->generated_count;
  return count > MOST_GENERATED_FLOATS && (writer->buffer.end - writer->buffer.start) / count < LEAST_BYTES_PER_FLOAT;
}

bool write_float(Writer *writer, VALUE value) {
  double number = RFLOAT_VALUE(value);
  if (!isfinite(number)) {
    writer_asks_all(writer);
    if (!writer_trusts(writer, KIND_FLOAT)) return false;
    write_literal(writer, "null,", 5);
    return true;
  }
  FloatStyle style = writer->inquiry.profile->float_style;
  if (style == FLOAT_BY_GENERATOR) {
    if (!has_too_many_floats(writer)) return write_by_generator(writer, value);
    writer->refusal = REFUSED_FOR_STOCK;
    return false;
  }
  if (style == FLOAT_AS_RUBY && write_short_decimal(writer, number)) return true;
  buffer_reserve(&writer->buffer, ROOM_FOR_FLOAT);
  writer->buffer.end = format_float(writer->buffer.end, number, style);
  buffer_append_byte(&writer->buffer, ',');
  return true;
}

bool write_big_decimal(Writer *writer, VALUE number) {
  if (!RTEST(rb_funcall(number, rb_intern("finite?"), 0))) {
    write_literal(writer, "null,", 5);
    return true;
  }
  VALUE text = rb_funcall(number, rb_intern("to_s"), 0);
  if (!RB_TYPE_P(text, T_STRING) || rb_enc_str_coderange(text) != ENC_CODERANGE_7BIT) return false;
  append_text(writer, text, '"');
  return true;
}
