# Sourced by the scripts that build the suites and the fuzzers. The suites of the library are built in release with Address Sanitizer,
# in a folder of their own, and so are the fuzzers; the other suites are built in debug: see MILLRACE_SUITES in the manifest.

library_build=(-c release -Xswiftc -enable-testing --scratch-path .build/sanitizer)

# Runs a command with the manifest of the library's suites. A trapped process would leave the backtracer running, holding the output
# open.
with_library_suites() {
  env MILLRACE_SUITES=library SWIFT_BACKTRACE=enable=no ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=0}" "$@"
}
