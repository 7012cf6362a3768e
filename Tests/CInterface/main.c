// Calls each function of millrace.h as it is meant and as it is not. Built with Address Sanitizer, it ends with status 0 if
// every call returned what the header says, and if nothing was leaked, freed twice or read out of bounds.

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "millrace.h"

static int failures = 0;

#define CHECK(condition) ((condition) ? (void)0 : (void)(failures++, fprintf(stderr, "line %d: %s\n", __LINE__, #condition)))

static const char *const lines = "{\"a\":1,\"b\":[\"x\",null]}\n{\"a\":2}\n{\"a\":\"bad\"}\n";

/// Expects an error whose message has a text in it.
static void rejected(int status, char *error, const char *text, int line) {
  if (status == 0 || !error || !strstr(error, text)) {
    failures++;
    fprintf(stderr, "line %d: status %d, %s; expected …%s…\n", line, status, error ? error : "no message", text);
  }
  millrace_free(error);
}

static int scan(const char *options, const char *bytes, struct ArrowSchema *schema, struct ArrowArrayStream *stream, char **error) {
  return millrace_scan(options, strlen(options), bytes, bytes ? strlen(bytes) : 0, schema, stream, error);
}

static struct ArrowSchema parsed(const char *text) {
  struct ArrowSchema schema;
  char *error = NULL;
  CHECK(millrace_parse_schema(text, strlen(text), &schema, &error) == 0 && !error);
  return schema;
}

static void test_scan(void) {
  struct ArrowSchema schema = parsed("a: int64, b: list<string>");
  struct ArrowArrayStream stream;
  char *error = NULL;
  CHECK(scan("{\"onBadRow\":\"skip\",\"batchRows\":1}", lines, &schema, &stream, &error) == 0);
  schema.release(&schema);
  CHECK(!schema.release);

  struct ArrowSchema found;
  CHECK(stream.get_schema(&stream, &found) == 0 && found.n_children == 2 && !strcmp(found.children[0]->name, "a"));
  found.release(&found);
  struct ArrowArray first, second, end;
  CHECK(stream.get_next(&stream, &first) == 0 && first.length == 1);
  CHECK(stream.get_next(&stream, &second) == 0 && second.length == 1);
  CHECK(stream.get_next(&stream, &end) == 0 && !end.release);
  CHECK(stream.get_next(&stream, &end) == 0 && !end.release);
  CHECK(millrace_bad_rows(&stream) == 1);
  stream.release(&stream);
  CHECK(!stream.release);
  CHECK(millrace_bad_rows(&stream) == -1);

  // Arrays outlive the stream, and a child that was moved outlives its array.
  CHECK(((const int64_t *)first.children[0]->buffers[1])[0] == 1);
  struct ArrowArray moved = *first.children[1];
  first.children[1]->release = NULL;
  first.release(&first);
  CHECK(!first.release && moved.length == 1 && moved.children[0]->length == 2);
  moved.release(&moved);
  CHECK(((const int64_t *)second.children[0]->buffers[1])[0] == 2);
  second.release(&second);
}

static void test_end_of_streams(void) {
  struct ArrowArrayStream stream;
  struct ArrowArray array;
  char *error = NULL;
  // Never read, read in part, and released twice.
  CHECK(scan("{}", lines, NULL, &stream, &error) == 0);
  stream.release(&stream);
  struct ArrowArrayStream released = stream;
  CHECK(!released.release && !released.get_next);
  CHECK(scan("{\"batchRows\":1,\"threads\":3,\"blockSize\":10}", lines, NULL, &stream, &error) == 0);
  void (*release)(struct ArrowArrayStream *) = stream.release;
  CHECK(stream.get_next(&stream, &array) == 0);
  release(&stream);
  release(&stream);
  release(NULL);
  void (*release_array)(struct ArrowArray *) = array.release;
  release_array(&array);
  release_array(&array);
  release_array(NULL);
  struct ArrowSchema schema = parsed("a: int64, m: map<string, struct<x: double>>");
  void (*release_schema)(struct ArrowSchema *) = schema.release;
  release_schema(&schema);
  release_schema(&schema);
  release_schema(NULL);

  // An error in the middle has the line, ends the stream, and stays readable.
  schema = parsed("a: int64");
  CHECK(scan("{\"batchRows\":1}", lines, &schema, &stream, &error) == 0);
  schema.release(&schema);
  int status = 0;
  while ((status = stream.get_next(&stream, &array)) == 0 && array.release) array.release(&array);
  CHECK(status == EINVAL && strstr(stream.get_last_error(&stream), "line 3"));
  CHECK(stream.get_next(&stream, &array) == 0 && !array.release);
  CHECK(stream.get_next(NULL, &array) == EINVAL);
  CHECK(stream.get_next(&stream, NULL) == EINVAL);
  CHECK(stream.get_schema(&stream, NULL) == EINVAL);
  CHECK(stream.get_last_error(NULL) == NULL);
  stream.release(&stream);
}

static void test_wrong_scans(void) {
  struct ArrowArrayStream stream;
  char *error = NULL;
  CHECK(millrace_scan(NULL, 0, NULL, 0, NULL, NULL, NULL) == EINVAL);
  rejected(millrace_scan("{}", 2, lines, 5, NULL, NULL, &error), error, "stream", __LINE__);
  rejected(millrace_scan(NULL, 7, lines, 5, NULL, &stream, &error), error, "options", __LINE__);
  rejected(millrace_scan("{}", (size_t)-1, lines, 5, NULL, &stream, &error), error, "options", __LINE__);
  rejected(millrace_scan("{}", 2, lines, (size_t)-1, NULL, &stream, &error), error, "bytes", __LINE__);
  const struct {
    const char *options, *bytes, *expected;
  } cases[] = {
      {"", lines, "options"},
      {"{", lines, "options"},
      {"[]", lines, "options"},
      {"{\"x\":1}", lines, "x"},
      {"{\"\xff\":1}", lines, "options"},
      {"{}", NULL, "paths"},
      {"{\"paths\":[]}", lines, "combined"},
      {"{\"begin\":1}", lines, "combined"},
      {"{\"paths\":[\"/no-such-file\"]}", NULL, "/no-such-file"},
      {"{\"paths\":[\"/\"]}", NULL, "/"},
      {"{\"paths\":[\"a\",\"b\"],\"begin\":1}", NULL, "one path"},
      {"{\"paths\":[\"a\"],\"begin\":5,\"end\":1}", NULL, "'begin'"},
      {"{\"paths\":[\"a\"],\"begin\":-9223372036854775808,\"end\":9223372036854775807}", NULL, "'begin'"},
      {"{\"format\":\"xml\"}", lines, "xml"},
      {"{\"format\":\"json\",\"at\":\"a\"}", lines, "JSON Pointer"},
      {"{\"at\":\"/a\"}", lines, "'at'"},
      {"{\"columns\":[\"zz\"]}", lines, "'zz'"},
      {"{\"threads\":0}", lines, "threads"},
      {"{\"threads\":9223372036854775807}", lines, "threads"},
      {"{\"batchRows\":-1}", lines, "rows"},
      {"{\"blockSize\":0}", lines, "block"},
      {"{\"maximumRowSize\":9999999999}", lines, "row"},
      {"{\"onBadRow\":\"\"}", lines, "onBadRow"},
      {"{\"coercion\":\"x\"}", lines, "coercion"},
      {"{\"reasonColumn\":\"x\"}", lines, "bad rows"},
      {"{\"format\":\"csv\",\"delimiter\":\"\"}", lines, "delimiter"},
      {"{\"format\":\"csv\",\"delimiter\":\"\\\"\"}", lines, "delimiter"},
      {"{\"format\":\"csv\",\"delimiter\":\"\\n\"}", lines, "delimiter"},
      {"{\"header\":true}", lines, "header"},
      {"{\"trim\":true}", lines, "trim"},
      {"{\"format\":\"csv\",\"quotes\":\"x\"}", lines, "quotes"},
      {"{\"format\":\"csv\",\"decimal\":\"1\"}", lines, "decimal"},
      {"{\"format\":\"csv\",\"zone\":\"x\"}", lines, "zone"},
      {"{\"inferRows\":-1}", lines, "inferRows"},
      {"{}", "1\n", "objects"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    error = NULL;
    int status = scan(cases[i].options, cases[i].bytes, NULL, &stream, &error);
    if (status == 0 || !error || !strstr(error, cases[i].expected)) {
      failures++;
      fprintf(stderr, "%s: status %d, %s; expected …%s…\n", cases[i].options, status, error ? error : "-", cases[i].expected);
    }
    CHECK(!stream.release);
    if (!status) stream.release(&stream);
    millrace_free(error);
    // The same without a place for the message.
    CHECK(scan(cases[i].options, cases[i].bytes, NULL, &stream, NULL) == status);
    if (stream.release) stream.release(&stream);
  }
}

static void test_schemas(void) {
  struct ArrowSchema schema;
  struct ArrowArrayStream stream;
  char *error = NULL;
  CHECK(millrace_infer_schema("{}", 2, lines, strlen(lines), &schema, &error) == 0 && schema.n_children == 2);
  CHECK(!strcmp(schema.format, "+s") && !strcmp(schema.children[0]->format, "u"));
  schema.release(&schema);
  rejected(millrace_infer_schema("{}", 2, lines, 5, NULL, &error), error, "schema", __LINE__);
  rejected(millrace_infer_schema(NULL, 2, lines, 5, &schema, &error), error, "options", __LINE__);
  rejected(millrace_infer_schema("{}", 2, NULL, 0, &schema, &error), error, "paths", __LINE__);

  const char *const wrong[] = {"a", "a:", "a: x", "a: list<", "a: decimal(1", "`a: int8", ",", "a: int8,", "a: map<int8>", "\xff"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    rejected(millrace_parse_schema(wrong[i], strlen(wrong[i]), &schema, &error), error, "invalid schema", __LINE__);
  rejected(millrace_parse_schema(NULL, 3, &schema, &error), error, "text", __LINE__);
  rejected(millrace_parse_schema("a: int8", 7, NULL, &error), error, "schema", __LINE__);
  char *deep = malloc(100001);
  strcpy(deep, "a: ");
  for (int i = 3; i + 5 < 100000; i += 5) strcpy(deep + i, "list<");
  rejected(millrace_parse_schema(deep, strlen(deep), &schema, &error), error, "nested too deeply", __LINE__);
  free(deep);

  // Schemas that no library would make.
  struct ArrowSchema empty = {0};
  rejected(scan("{}", lines, &empty, &stream, &error), error, "released", __LINE__);
  schema = parsed("a: int64");
  const char *format = schema.children[0]->format;
  const char *const formats[] = {"", "q", "d:", "d:99999999999999999999,1", "d:1", "+l", "+w:3", "ts", "tsx:", "w:5", "\xff"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    schema.children[0]->format = formats[i];
    rejected(scan("{}", lines, &schema, &stream, &error), error, "not supported", __LINE__);
  }
  schema.children[0]->format = NULL;
  rejected(scan("{}", lines, &schema, &stream, &error), error, "malformed", __LINE__);
  schema.children[0]->format = format;
  schema.children[0]->n_children = 3;
  rejected(scan("{}", lines, &schema, &stream, &error), error, "malformed", __LINE__);
  schema.children[0]->n_children = 0;
  schema.n_children = -1;
  rejected(scan("{}", lines, &schema, &stream, &error), error, "malformed", __LINE__);
  schema.n_children = 1;
  schema.children[0]->dictionary = &empty;
  rejected(scan("{}", lines, &schema, &stream, &error), error, "malformed", __LINE__);
  struct ArrowSchema values = parsed("b: string");
  schema.children[0]->dictionary = values.children[0];
  rejected(scan("{}", lines, &schema, &stream, &error), error, "dictionar", __LINE__);
  schema.children[0]->dictionary = NULL;
  values.release(&values);
  rejected(scan("{}", lines, schema.children[0], &stream, &error), error, "not a structure", __LINE__);
  schema.release(&schema);
}

static int failing_next(struct ArrowArrayStream *stream, struct ArrowArray *array) {
  memset(array, 0, sizeof *array);
  return EIO;
}

static int write_options(const char *options, struct ArrowArrayStream *stream, int64_t *rows, char **error) {
  return millrace_write(options, strlen(options), stream, rows, error);
}

static void test_writing(const char *folder) {
  struct ArrowArrayStream stream;
  char *error = NULL;
  char options[500], path[300];
  int64_t rows = 0;
  const char *const formats[] = {"lines", "json", "csv", "sqlite"};
  for (int i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/out.%s", folder, formats[i]);
    snprintf(options, sizeof options, "{\"path\":\"%s\",\"format\":\"%s\"%s}", path, formats[i], i == 3 ? ",\"table\":\"t\"" : "");
    CHECK(scan("{}", lines, NULL, &stream, &error) == 0);
    CHECK(write_options(options, &stream, &rows, &error) == 0 && rows == 3 && !stream.release);
    CHECK(access(path, R_OK) == 0 && unlink(path) == 0);
  }
  const struct {
    const char *options, *expected;
  } cases[] = {
      {"", "options"},
      {"{}", "path"},
      {"{\"path\":\"/no-folder/x\"}", "/no-folder/x"},
      {"{\"path\":\"/tmp/x\",\"format\":\"sqlite\"}", "table"},
      {"{\"path\":\"/tmp/x\",\"table\":\"t\"}", "table"},
      {"{\"path\":\"/tmp/x\",\"delimiter\":\";\"}", "delimiter"},
      {"{\"path\":\"/tmp/x\",\"more\":1}", "more"},
      {"{\"path\":\"/no-folder/x\",\"format\":\"sqlite\",\"table\":\"t\"}", ""},
      {"{\"path\":\"/tmp/x\",\"format\":\"csv\",\"delimiter\":\"ab\"}", "delimiter"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK(scan("{}", lines, NULL, &stream, &error) == 0);
    rejected(write_options(cases[i].options, &stream, &rows, &error), error, cases[i].expected, __LINE__);
    CHECK(!stream.release);
  }
  snprintf(options, sizeof options, "{\"path\":\"%s/x\"}", folder);
  rejected(write_options(options, NULL, NULL, &error), error, "stream", __LINE__);
  CHECK(millrace_write(NULL, 0, NULL, NULL, NULL) == EINVAL);
  struct ArrowArrayStream empty = {0};
  rejected(write_options(options, &empty, NULL, &error), error, "released", __LINE__);
  // A stream that fails.
  CHECK(scan("{}", lines, NULL, &stream, &error) == 0);
  stream.get_next = failing_next;
  CHECK(write_options(options, &stream, NULL, &error) == EIO);
  millrace_free(error);
  // One that ends with an error of the scan.
  struct ArrowSchema schema = parsed("a: int64");
  CHECK(scan("{}", lines, &schema, &stream, &error) == 0);
  schema.release(&schema);
  rejected(write_options(options, &stream, NULL, &error), error, "line 3", __LINE__);
  CHECK(rmdir(folder) == 0);
}

static void test_the_rest(void) {
  char *error = NULL;
  int64_t count = 0;
  char path[] = "/tmp/millrace-c-XXXXXX";
  int file = mkstemp(path);
  CHECK(write(file, "a,\"b\"\n\"\"\n", 9) == 9);
  close(file);
  CHECK(millrace_count_quotes(path, 0, 9, &count, &error) == 0 && count == 4);
  CHECK(millrace_count_quotes(path, 3, INT64_MAX, &count, &error) == 0 && count == 3);
  CHECK(millrace_count_quotes(path, 3, 3, &count, &error) == 0 && count == 0);
  rejected(millrace_count_quotes(path, 5, 3, &count, &error), error, "range", __LINE__);
  rejected(millrace_count_quotes(path, -5, 3, &count, &error), error, "range", __LINE__);
  rejected(millrace_count_quotes(NULL, 0, 3, &count, &error), error, "path", __LINE__);
  rejected(millrace_count_quotes(path, 0, 3, NULL, &error), error, "count", __LINE__);
  unlink(path);
  rejected(millrace_count_quotes(path, 0, 3, &count, &error), error, path, __LINE__);
  CHECK(millrace_bad_rows(NULL) == -1);
  struct ArrowArrayStream empty = {0};
  CHECK(millrace_bad_rows(&empty) == -1);
  millrace_free(NULL);
  CHECK(strlen(millrace_version()) >= 5);
}

int main(void) {
  char folder[] = "/tmp/millrace-c-XXXXXX";
  test_scan();
  test_end_of_streams();
  test_wrong_scans();
  test_schemas();
  if (mkdtemp(folder)) test_writing(folder);
  test_the_rest();
  if (failures) return 1;
  puts("every call of the C interface returned what its header says");
  return 0;
}
