// SQLite's header with the availability of functions that were added after version 3.28, which is in iOS 13 and macOS 10.15.
// Versions of systems: 3.32 in iOS 14 and macOS 11, 3.36 in iOS 15, 3.37 in macOS 12.3 and iOS 15.4, 3.39 in iOS 16 and macOS 13.

#include_next <sqlite3.h>

#define MILLRACE_SQLITE_3_37                                                                                    \
  __attribute__((availability(macos, introduced = 12.3))) __attribute__((availability(ios, introduced = 15.4))) \
  __attribute__((availability(tvos, introduced = 15.4))) __attribute__((availability(watchos, introduced = 8.5)))

MILLRACE_SQLITE_3_37 sqlite3_int64 sqlite3_changes64(sqlite3 *);
MILLRACE_SQLITE_3_37 sqlite3_int64 sqlite3_total_changes64(sqlite3 *);
