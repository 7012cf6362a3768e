#include "values/writer.h"

#include <ruby/encoding.h>

static int utf8, us_ascii, binary;

void string_init(void) {
  utf8 = rb_utf8_encindex();
  us_ascii = rb_usascii_encindex();
  binary = rb_ascii8bit_encindex();
}

/*
 * Ruby remembers of a string whether it is ASCII, valid or broken. Valid UTF-8 is written here, and ASCII whatever it
 * is declared to be as long as ASCII means the same there; all else the json gem transcodes or rejects.
 */
bool string_is_plain(VALUE string, bool *is_ascii) {
  int coderange = ENC_CODERANGE(string);
  if (coderange == ENC_CODERANGE_UNKNOWN) coderange = rb_enc_str_coderange(string);
  *is_ascii = coderange == ENC_CODERANGE_7BIT;

  int encoding = ENCODING_GET(string);
  if (encoding == utf8) return coderange != ENC_CODERANGE_BROKEN;
  return *is_ascii && (encoding == us_ascii || encoding == binary);
}

bool write_string_from(Writer *writer, VALUE string, long start, char terminator) {
  bool is_ascii;
  if (!string_is_plain(string, &is_ascii)) return false;
  const char *bytes;
  long count;
  RSTRING_GETMEM(string, bytes, count);
  write_escaped(&writer->buffer, bytes + start, (size_t)(count - start), is_ascii, writer->settings.escape, terminator);
  RB_GC_GUARD(string);
  return true;
}
