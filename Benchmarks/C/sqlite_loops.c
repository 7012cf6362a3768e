// The time of SQLite without a library: hand-written loops.
//
//   sqlite_loops insert ROWS DB   a table of {id, title, done}, 100 rows a statement, one transaction
//   sqlite_loops select DB        reads the columns of all its rows and does nothing with them
//
// DB is a path or ":memory:", where `select` has nothing to read: `both ROWS DB` does one after the other. Each prints
// the seconds it took and a checksum of what it wrote or read, by which all contenders must agree.

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS_PER_STATEMENT = 100, COLUMNS = 3, TITLES = 1000, LONGEST_TITLE = 64 };

static sqlite3 *database;

static void check(int code) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  fprintf(stderr, "%s\n", sqlite3_errmsg(database));
  exit(1);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static void execute(const char *sql) {
  check(sqlite3_exec(database, sql, NULL, NULL, NULL));
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
  return statement;
}

static char titles[TITLES][LONGEST_TITLE];
static int title_lengths[TITLES];

static void make_titles(void) {
  for (int i = 0; i < TITLES; i++) title_lengths[i] = snprintf(titles[i], LONGEST_TITLE, "Task number %d, to be done", i);
}

static sqlite3_stmt *prepare_insert(int rows) {
  char sql[64 + ROWS_PER_STATEMENT * 8] = "INSERT INTO tasks VALUES ";
  for (int i = 0; i < rows; i++) strcat(sql, i == 0 ? "(?,?,?)" : ",(?,?,?)");
  return prepare(sql);
}

static void insert_rows(sqlite3_stmt *statement, int64_t first, int count, uint64_t *checksum) {
  for (int i = 0; i < count; i++) {
    int64_t id = first + i;
    int title = id % TITLES, done = id % 3 == 0, index = i * COLUMNS;
    sqlite3_bind_int64(statement, index + 1, id);
    sqlite3_bind_text(statement, index + 2, titles[title], title_lengths[title], SQLITE_STATIC);
    sqlite3_bind_int(statement, index + 3, done);
    *checksum += (uint64_t)id + (uint64_t)title_lengths[title] + (uint64_t)done;
  }
  check(sqlite3_step(statement));
  sqlite3_reset(statement);
}

static void insert(int64_t rows) {
  make_titles();
  execute("DROP TABLE IF EXISTS tasks");
  double start = seconds();
  uint64_t checksum = 0;
  execute("BEGIN IMMEDIATE");
  execute("CREATE TABLE tasks (id INTEGER, title TEXT, done BOOLEAN)");
  sqlite3_stmt *many = prepare_insert(ROWS_PER_STATEMENT);
  int64_t row = 0;
  for (; row + ROWS_PER_STATEMENT <= rows; row += ROWS_PER_STATEMENT) insert_rows(many, row, ROWS_PER_STATEMENT, &checksum);
  if (row < rows) {
    sqlite3_stmt *rest = prepare_insert((int)(rows - row));
    insert_rows(rest, row, (int)(rows - row), &checksum);
    sqlite3_finalize(rest);
  }
  execute("COMMIT");
  printf("insert %.6f %llu\n", seconds() - start, (unsigned long long)checksum);
  sqlite3_finalize(many);
}

static void select_all(void) {
  double start = seconds();
  uint64_t checksum = 0;
  sqlite3_stmt *statement = prepare("SELECT id, title, done FROM tasks");
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    checksum += (uint64_t)sqlite3_column_int64(statement, 0);
    checksum += sqlite3_column_text(statement, 1) ? (uint64_t)sqlite3_column_bytes(statement, 1) : 0;
    checksum += (uint64_t)sqlite3_column_int(statement, 2);
  }
  check(code);
  sqlite3_finalize(statement);
  printf("select %.6f %llu\n", seconds() - start, (unsigned long long)checksum);
}

int main(int count, char **arguments) {
  const char *task = count > 1 ? arguments[1] : "";
  int inserts = strcmp(task, "insert") == 0, selects = strcmp(task, "select") == 0, both = strcmp(task, "both") == 0;
  if (count != (selects ? 3 : 4) || !(inserts || selects || both)) {
    fprintf(stderr, "usage: %s insert ROWS DB | select DB | both ROWS DB\n", arguments[0]);
    return 2;
  }
  check(sqlite3_open_v2(arguments[count - 1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL));
  if (!selects) insert(atoll(arguments[2]));
  if (!inserts) select_all();
  return sqlite3_close(database) == SQLITE_OK ? 0 : 1;
}
