#include "writer.h"

#include <ruby/encoding.h>

/*
 * Ruby remembers of a string whether it is ASCII, valid or broken. Valid UTF-8 is written here, and ASCII whatever it is
 * declared to be as long as ASCII means the same there; all else the json gem transcodes or refuses.
 */
bool write_string(Writer *writer, VALUE string, char terminator) {
  int coderange = ENC_CODERANGE(string);
  if (coderange == ENC_CODERANGE_UNKNOWN) coderange = rb_enc_str_coderange(string);

  int encoding = ENCODING_GET(string);
  bool is_ascii = coderange == ENC_CODERANGE_7BIT;
  bool is_utf8 = encoding == rb_utf8_encindex();
  if (is_ascii) {
    if (!is_utf8 && encoding != rb_usascii_encindex() && encoding != rb_ascii8bit_encindex()) return false;
  } else if (!is_utf8 || coderange != ENC_CODERANGE_VALID) {
    return false;
  }

  const char *bytes;
  long count;
  RSTRING_GETMEM(string, bytes, count);
  write_escaped(&writer->buffer, bytes, (size_t)count, is_ascii, writer->escape, terminator);
  RB_GC_GUARD(string);
  return true;
}
