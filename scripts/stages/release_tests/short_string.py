"""The minimal program of the compiler's defect: the span of a short string in inlinable code of another module."""

import subprocess
import sys

from .package import SOURCES

EXPECTED = "short1\n"


def output(folder, optimization):
    """What the program prints when it is built with an option of optimization."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = SOURCES / "ShortString"

    def compile(*arguments):
        command = ["swiftc", optimization, *map(str, arguments)]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            sys.exit(f"the minimal program of the compiler's defect does not compile:\n{result.stderr}")

    compile("-parse-as-library", "-emit-module", "-emit-library", "-static", "-module-name", "Lending", sources / "Lending.swift")
    compile("-I.", "-L.", "-lLending", sources / "main.swift", "-o", "main")
    return subprocess.run([folder / "main"], capture_output=True, check=True).stdout.decode(errors="replace")


def describe_compiler(folder):
    """A sentence about the defect. The library does without such spans, so a compiler with the defect is accepted."""
    plain = output(folder, "-Onone")
    if plain != EXPECTED:
        sys.exit(f"the minimal program of the compiler's defect prints {plain!r} without optimization, expected {EXPECTED!r}")
    optimized = output(folder, "-O")
    if optimized == EXPECTED:
        return ("this compiler is right about spans of short strings in inlinable code: the first reason in "
                "Sources/Millrace/Kernel/Memory/Span+Owners.swift may be gone")
    return f"this compiler is wrong about spans of short strings in inlinable code: {optimized!r} instead of {EXPECTED!r}"
