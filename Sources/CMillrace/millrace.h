/* Millrace for C: JSON, CSV and Parquet to Arrow streams, and Arrow streams to JSON, CSV and SQLite.

   Each function returns 0 or an errno value. When it fails, and `error` is not null, `*error` is a message in UTF-8
   with the file, the line and the column; release it with millrace_free. Every pointer may be null: then the call fails
   with EINVAL. No function keeps a pointer of the caller's after it returns. */

#ifndef MILLRACE_H
#define MILLRACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The Arrow C data interface and the Arrow C stream interface. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};
#endif

/* Opens a scan.

   `options` is a JSON object in UTF-8, `options_size` bytes long. Unknown members are rejected.

     paths         array of strings; the files, in the order of their rows. Missing if `bytes` is given
     format        "lines" (default), "json" (documents), "csv" or "parquet", which has a schema of its own and
                   only the options paths, columns, batchRows and threads; one thread reads it
     at            JSON Pointer of the array in each document; format "json" only
     columns       array of strings; the columns to read, nested ones as "user.id". Default: all
     begin, end    integers; the rows whose first byte is in this range of bytes are read. One path, not compressed
     beginsQuoted  boolean; whether the byte at `begin` is between quotes of CSV. See millrace_count_quotes
     threads       integer; the number of threads that parse. Default: 1
     batchRows     integer; the maximum number of rows in a batch. Default: 65536
     blockSize     integer; the number of bytes that a thread parses at a time. Default: 1048576, or
                   4194304 for each of several threads
     onBadRow      "error" (default), "skip" or "keep"
     corruptColumn string; a column for the text of bad rows. Requires onBadRow "keep"
     reasonColumn  string; a column for what is wrong with bad rows. Requires onBadRow "keep"
     coercion      "strict", "lenient" or "exact", which accepts only what can be written back unchanged. Default: "lenient"
                   with `schema`, and "exact" without, where "strict" means the same
     delimiter     string of one ASCII character; format "csv" only. Default: it is detected in the first rows of each
                   file, which is a comma, a semicolon, a tab or a pipe
     header        boolean; whether each table has a header; format "csv" only. Default: true
     quotes        "strict" (RFC 4180, default), "lenient" (quotes may be anywhere in a cell) or "none" (quotes are text);
                   format "csv" only. Other quotes than "strict" require whole files
     comment       string of one ASCII character, with which lines begin that are skipped; format "csv" only, whole files. Default: none
     escape        string of one ASCII character, after which any byte is text; format "csv" only, whole files. Default: none
     quoteEscape   string of one ASCII character, which escapes quotes and itself in cells with quotes, as Apache Spark writes
                   tables; format "csv" only, whole files. Default: none, quotes are doubled
     nullValues    array of strings; the texts that mean null in cells without quotes; format "csv" only. Default: none
     matchCase     boolean; whether names of the header and of `schema` must be written in the same case; format "csv"
                   only. Default: true
     encoding      "utf8" (default; text in UTF-16 is recognized), "latin1" or "windows1252"; others than "utf8" require whole files
     trim          boolean; whether spaces and tabs around cells and names are left out; format "csv" only, whole files. Default: false
     ragged        boolean; whether cells that a row lacks at its end are null, and extra cells are left out if they are
                   empty; format "csv" only. Default: false, a row with another number of cells than the table is bad
     decimal       string of one ASCII character, before the fraction of numbers; format "csv" only. Default: "."
     thousands     string of one character, between groups of three digits; format "csv" only. Default: none. A cell in
                   another notation makes its row bad
     dateFormats   object; the formats of columns of timestamps and dates by their names, with the conversions of
                   strptime. In JSON it requires `schema`, and nested columns have names such as "user.born". A text in
                   another format makes its row bad
     zone          string, such as "Europe/Berlin" or "+01:00"; the time zone of instants without an offset. In JSON it
                   requires `schema`. Default: UTC. A time that comes twice is the first one
     inferRows     integer; the number of rows that the schema is inferred from without `schema`. Default: 10000. A later row
                   that does not fit ends the stream with an error, unless `coercion` is "lenient"; it is not a bad row
     inferred      boolean; whether `schema` is what millrace_infer_schema returned. Default: false
     maximumRowSize  integer; the maximum size of a row in bytes. Default: 67108864

   `bytes` is the input itself, or null. It is copied. `schema` is a structure of the columns, or null: then the schema is
   inferred. `stream` must not be in use by two threads at the same time. */
int millrace_scan(const char *options, size_t options_size, const void *bytes, size_t byte_count, const struct ArrowSchema *schema,
    struct ArrowArrayStream *stream, char **error);

/* Infers a schema from the first `inferRows` rows. The options, the bytes and the errors are those of millrace_scan. */
int millrace_infer_schema(
    const char *options, size_t options_size, const void *bytes, size_t byte_count, struct ArrowSchema *schema, char **error);

/* Builds a schema from text such as "id: int64, tags: list<string>, size: struct<x: double>". */
int millrace_parse_schema(const char *text, size_t text_size, struct ArrowSchema *schema, char **error);

/* Writes all batches of a stream, which is released in any case. Members that are null are left out of text. "parquet"
   (compressed with Zstandard), "arrow" (a file) and "arrows" (a stream) keep nulls and types, except that categories become
   their values.

     path          string; the file, which appears under its name when all of it is written
     format        "lines" (default), "json", "csv", "sqlite", "parquet", "arrow" or "arrows"
     delimiter     as above
     header        as above
     table         string; the table of a SQLite database, which must not exist yet

   `rows` receives the number of rows, if it is not null. */
int millrace_write(const char *options, size_t options_size, struct ArrowArrayStream *stream, int64_t *rows, char **error);

/* Counts the quotes in a range of bytes of a file: a part of what tells where the rows of a table can be cut. The byte at
   an offset is between quotes if the number of quotes before it is odd. */
int millrace_count_quotes(const char *path, int64_t begin, int64_t end, int64_t *count, char **error);

/* The number of rows that a stream of millrace_scan has found to be bad so far, or -1 for another stream. */
int64_t millrace_bad_rows(const struct ArrowArrayStream *stream);

/* Releases a message. */
void millrace_free(char *error);

/* The version, such as "0.1.0". */
const char *millrace_version(void);

#ifdef __cplusplus
}
#endif

#endif
