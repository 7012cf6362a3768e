#include "text/escape.h"

/*
 * Most strings have nothing to escape. So they are copied in blocks of sixteen bytes, and each block is asked, while it
 * is in a register, whether one of its bytes is special; only then its bytes are looked at one by one.
 *
 * A string's last block is assembled from words that overlap, so that no byte after the string is read, and padded
 * with blanks. It is stored whole: the buffer has room for it.
 *
 * The vectors are those of GCC and Clang, which know what they are on each machine.
 */
enum { BLOCK_SIZE = 16 };

typedef uint8_t Block __attribute__((vector_size(BLOCK_SIZE)));
typedef uint64_t Words __attribute__((vector_size(BLOCK_SIZE)));

#define SPLAT(byte) ((Block){byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte})

/* The longest escape, \u001f. */
enum { LONGEST_ESCAPE = 6 };

static inline Block load_block(const char *bytes) {
  Block block;
  memcpy(&block, bytes, sizeof block);
  return block;
}

static inline __attribute__((always_inline)) bool is_special(Block block, bool is_ascii, EscapeSettings settings) {
  Block special = (Block)(block < SPLAT(0x20)) | (Block)(block == SPLAT('\\'));
  if (settings.html_entities) {
    special |= (Block)((block & SPLAT(0xFB)) == SPLAT('"')); /* " and &, which differ in one bit */
    special |= (Block)((block & SPLAT(0xFD)) == SPLAT('<')); /* < and > */
  } else {
    special |= (Block)(block == SPLAT('"'));
  }
  if (!is_ascii && settings.js_separators) special |= (Block)(block == SPLAT(0xE2));
  Words words = (Words)special;
  return (words[0] | words[1]) != 0;
}

/*
 * The last 1 to 15 bytes of a string, with blanks after them. They are assembled in registers where the order of
 * bytes allows it: a load of bytes that were stored in pieces just before would wait for all of these stores.
 */
static inline Block load_tail(const char *bytes, size_t count) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const uint64_t blanks = 0x2020202020202020;
  uint64_t low, high = blanks;
  if (count >= 8) {
    memcpy(&low, bytes, 8);
    memcpy(&high, bytes + count - 8, 8);
    high = high >> 8 * (15 - count) >> 8 | blanks << 8 * (count - 8);
  } else {
    if (count >= 4) {
      uint32_t head, tail;
      memcpy(&head, bytes, 4);
      memcpy(&tail, bytes + count - 4, 4);
      low = head | (uint64_t)tail << 8 * (count - 4);
    } else {
      low = (uint8_t)bytes[0] | (uint64_t)(uint8_t)bytes[count / 2] << 8 * (count / 2) |
            (uint64_t)(uint8_t)bytes[count - 1] << 8 * (count - 1);
    }
    low |= blanks << 8 * count;
  }
  return (Block)(Words){low, high};
#else
  char padded[BLOCK_SIZE];
  memset(padded, ' ', sizeof padded);
  memcpy(padded, bytes, count);
  return load_block(padded);
#endif
}

static void append_unicode_escape(Buffer *buffer, unsigned char byte) {
  static const char digits[] = "0123456789abcdef";
  char escape[LONGEST_ESCAPE] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
  buffer_append(buffer, escape, sizeof escape);
}

/* Appends one character or byte, escaped where it must be. Returns how many bytes of the string that were. */
static size_t append_character(Buffer *buffer, const char *bytes, size_t count, EscapeSettings settings) {
  unsigned char byte = (unsigned char)bytes[0];
  switch (byte) {
    case '"': buffer_append(buffer, "\\\"", 2); return 1;
    case '\\': buffer_append(buffer, "\\\\", 2); return 1;
    case '\b': buffer_append(buffer, "\\b", 2); return 1;
    case '\f': buffer_append(buffer, "\\f", 2); return 1;
    case '\n': buffer_append(buffer, "\\n", 2); return 1;
    case '\r': buffer_append(buffer, "\\r", 2); return 1;
    case '\t': buffer_append(buffer, "\\t", 2); return 1;
    case '<':
    case '>':
    case '&':
      if (!settings.html_entities) break;
      buffer_note_escape(buffer);
      append_unicode_escape(buffer, byte);
      return 1;
    case 0xE2:
      if (!settings.js_separators || count < 3 || (unsigned char)bytes[1] != 0x80) break;
      if ((unsigned char)bytes[2] == 0xA8) {
        buffer_note_escape(buffer);
        buffer_append(buffer, "\\u2028", 6);
        return 3;
      }
      if ((unsigned char)bytes[2] == 0xA9) {
        buffer_note_escape(buffer);
        buffer_append(buffer, "\\u2029", 6);
        return 3;
      }
      break;
    default:
      if (byte >= 0x20) break;
      append_unicode_escape(buffer, byte);
      return 1;
  }
  buffer_append_byte(buffer, (char)byte);
  return 1;
}

/* Appends a block in which something is special. Returns how many bytes of the string that were: a separator may reach
 * into the next block. */
static size_t append_special_block(Buffer *buffer, const char *bytes, size_t count, EscapeSettings settings) {
  size_t block_size = count < BLOCK_SIZE ? count : BLOCK_SIZE;
  buffer_reserve(buffer, BLOCK_SIZE * LONGEST_ESCAPE + count + BLOCK_SIZE + 2);
  size_t done = 0;
  while (done < block_size) done += append_character(buffer, bytes + done, count - done, settings);
  return done;
}

static inline void finish(Buffer *buffer, char terminator) {
  buffer_append_byte(buffer, '"');
  buffer_append_byte(buffer, terminator);
}

static inline Block load(const char *bytes, size_t count) {
  return count < BLOCK_SIZE ? load_tail(bytes, count) : load_block(bytes);
}

static inline size_t append_block(Buffer *buffer, Block block, size_t count) {
  size_t block_size = count < BLOCK_SIZE ? count : BLOCK_SIZE;
  memcpy(buffer->end, &block, sizeof block);
  buffer->end += block_size;
  return block_size;
}

/* The rest of a string from its first block on that has something special. */
static __attribute__((noinline)) void write_special_rest(
    Buffer *buffer, const char *bytes, size_t count, bool is_ascii, EscapeSettings settings, char terminator) {
  while (count > 0) {
    Block block = load(bytes, count);
    size_t done = is_special(block, is_ascii, settings) ? append_special_block(buffer, bytes, count, settings)
                                                        : append_block(buffer, block, count);
    bytes += done;
    count -= done;
  }
  finish(buffer, terminator);
}

/* The loop for strings without anything special calls nothing, so that all it compares with stays in registers. */
static inline __attribute__((always_inline)) void write_plain(
    Buffer *buffer, const char *bytes, size_t count, bool is_ascii, EscapeSettings settings, char terminator) {
  while (count > 0) {
    Block block = load(bytes, count);
    if (is_special(block, is_ascii, settings)) {
      write_special_rest(buffer, bytes, count, is_ascii, settings, terminator);
      return;
    }
    size_t done = append_block(buffer, block, count);
    bytes += done;
    count -= done;
  }
  finish(buffer, terminator);
}

void write_escaped(Buffer *buffer, const char *bytes, size_t count, bool is_ascii, EscapeSettings settings, char terminator) {
  /* Room for the string as it is, a whole last block, two quotes and the terminator; what grows asks again. */
  buffer_reserve(buffer, count + BLOCK_SIZE + 3);
  if (!is_ascii && !settings.js_separators) buffer->depends_on_settings = true;
  buffer_append_byte(buffer, '"');
  if (settings.html_entities && settings.js_separators && is_ascii) {
    /* A copy of the loop for the usual settings, in which they are constants. */
    write_plain(buffer, bytes, count, true, (EscapeSettings){true, true}, terminator);
  } else {
    write_plain(buffer, bytes, count, is_ascii, settings, terminator);
  }
}

void write_raw(Buffer *buffer, const char *json, size_t count, EscapeSettings settings) {
  size_t done = 0;
  if (!settings.js_separators) buffer->depends_on_settings = true;
  while (done < count) {
    buffer_reserve(buffer, LONGEST_ESCAPE + 1);
    switch (json[done]) {
      case '<':
      case '>':
      case '&':
      case (char)0xE2: done += append_character(buffer, json + done, count - done, settings); break;
      default: buffer_append_byte(buffer, json[done++]);
    }
  }
  buffer_reserve(buffer, 1);
  buffer_append_byte(buffer, ',');
}

/* Appends the character of an escape. */
static void append_unescaped(Buffer *buffer, const char *escape) {
  if (memcmp(escape, "\\u2028", LONGEST_ESCAPE) == 0) {
    buffer_append(buffer, "\u2028", 3);
  } else if (memcmp(escape, "\\u2029", LONGEST_ESCAPE) == 0) {
    buffer_append(buffer, "\u2029", 3);
  } else {
    int digit = escape[LONGEST_ESCAPE - 1];
    int low = digit <= '9' ? digit - '0' : digit - 'a' + 10;
    buffer_append_byte(buffer, (char)((escape[LONGEST_ESCAPE - 2] - '0') * 16 + low));
  }
}

void write_escaped_again(Buffer *buffer, const Buffer *before, EscapeSettings settings) {
  Buffer raw;
  buffer_init(&raw);
  const char *text = before->start;
  buffer_reserve(&raw, (size_t)(before->end - text));
  for (size_t i = 0; i < before->escape_count; i++) {
    const char *escape = before->start + before->escapes[i];
    buffer_append(&raw, text, (size_t)(escape - text));
    append_unescaped(&raw, escape);
    text = escape + LONGEST_ESCAPE;
  }
  buffer_append(&raw, text, (size_t)(before->end - text) - 1); /* without the last comma */
  write_raw(buffer, raw.start, (size_t)(raw.end - raw.start), settings);
  buffer_free(&raw);
}
