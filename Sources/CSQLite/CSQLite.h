#include <sqlite3.h>

// What Swift does not import: functions with a variable number of arguments, and a function that is a cast integer.

/// Sets a switch of a connection.
static inline int millrace_sqlite_set(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/// Binds text that SQLite copies.
static inline int millrace_sqlite_bind_text_copy(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 size) {
  return sqlite3_bind_text64(statement, index, (const char *)text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies.
static inline int millrace_sqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
  return sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_TRANSIENT);
}

/// Returns text from a column of a virtual table. SQLite copies it.
static inline void millrace_sqlite_result_text_copy(sqlite3_context *context, const void *text, sqlite3_uint64 size) {
  sqlite3_result_text64(context, (const char *)text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Returns bytes from a column of a virtual table. SQLite copies them.
static inline void millrace_sqlite_result_blob_copy(sqlite3_context *context, const void *bytes, sqlite3_uint64 size) {
  sqlite3_result_blob64(context, bytes, size, SQLITE_TRANSIENT);
}
