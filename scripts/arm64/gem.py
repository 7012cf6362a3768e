"""Compiles the sources of the Ruby gem for ARM64, with warnings as errors and the headers of Debian's Ruby for arm64."""

import os
from concurrent.futures import ThreadPoolExecutor

from cross import TRIPLE, run
from macro_plugin import toolchain
from modules import ROOT

EXTENSION = ROOT / "ruby" / "ext" / "millrace"
# Ruby's functions for callbacks have parameters that not all of them use. So Ruby itself turns off the warning about these.
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]
# The functions that `extconf.rb` looks for. Files that mention them are compiled with and without them.
DEFINITIONS = ["-DHAVE_RB_CALLABLE_METHOD_ENTRY", "-DHAVE_RB_HASH_COMPARE_BY_ID_P", "-DHAVE_RB_OBJSPACE_REACHABLE_OBJECTS_FROM"]


def compile_gem(cross, ruby):
    """Compiles with the headers in the folder `ruby`. Returns the number of files."""
    include = ruby / "usr" / "include"
    (headers,) = include.glob("ruby-*")
    common = [toolchain() / "bin" / "clang", f"--target={TRIPLE}", f"--sysroot={cross.root}", "-std=c11", "-fvisibility=hidden"]
    common += ["-O2", "-fPIC", *WARNINGS, "-isystem", headers, "-isystem", include / "aarch64-linux-gnu" / headers.name]
    files = sorted(EXTENSION.glob("*.c"))
    commands = [[*common, *DEFINITIONS, "-c", file, "-o", "/dev/null"] for file in files]
    commands += [[*common, "-c", file, "-o", "/dev/null"] for file in files if "HAVE_RB_" in file.read_text(encoding="utf-8")]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(run, commands))
    return len(files)
