# shellcheck shell=bash
# shellcheck disable=SC2034 # for the scripts that source this
# Sourced by the scripts that build the suites and the fuzzers. The suites of the library are built in release with Address Sanitizer,
# in a folder of their own, and so are the fuzzers; those of the tool, the C interface and SQLite in release as users build; the others in
# debug: see MILLRACE_SUITES in the manifest.

library_build=(-c release -Xswiftc -enable-testing --scratch-path .build/sanitizer)

# Chooses the manifest with the suites of the library for all that follows. A trapped process would leave the backtracer running,
# holding the output open.
use_library_suites() {
  export MILLRACE_SUITES=library SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
}
