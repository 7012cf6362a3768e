// Prints "short1". Swift 6.3.1 prints six NUL characters with -O: `@lifetime(borrow address_for_deps 0)` of the span's
// getter is deserialized as `@lifetime(borrow 0)`, so LLVM takes the parameter for one that is not captured, and reuses
// the memory of the caller's copy. `scripts/stages/release_tests/short_string.py` compiles both files and says when a later
// compiler is right.

import Lending

Writer<Int>().write("short\(CommandLine.argc)")
