#!/usr/bin/env python3
"""Compiles the mistakes in Tests/MillraceSyntaxTests/Fixtures/Mistakes: scripts/types/mistakes.py BUILD_FOLDER [NAME...].

BUILD_FOLDER has the modules of this repository, such as .build/debug. Each file has one mistake. The compiler must report
one error, at the line that ends in `// !`, in at most 25 words. Where the line ends in `// ! fix`, the error or its first
note must have a fix-it, after which the file compiles, with a type or a value in place of a placeholder. Everywhere else there
must be no fix-it.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "shared"))

from swift_diagnostics import DiagnosticsReader, applied
from swift_package import module_maps

root = pathlib.Path(__file__).resolve().parents[2]
folder = root / "Tests" / "MillraceSyntaxTests" / "Fixtures" / "Mistakes"
longest = 25
fewest = 40
reader = DiagnosticsReader()


def errors(source, build):
    """The errors in a source. Those in expansions of macros have the line 0."""
    with tempfile.TemporaryDirectory() as work:
        file, diagnostics = pathlib.Path(work) / "Mistake.swift", pathlib.Path(work) / "Mistake.dia"
        file.write_text(source)
        command = ["swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-parse-as-library"]
        command += ["-module-name", "Mistake", "-I", str(build / "Modules")]
        command += ["-load-plugin-executable", f"{build / 'MillraceMacros-tool'}#MillraceMacros"]
        for module_map in module_maps(build):
            command += ["-Xcc", f"-fmodule-map-file={module_map}"]
        command += ["-Xfrontend", "-serialize-diagnostics-path", "-Xfrontend", str(diagnostics), str(file)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if not diagnostics.exists():
            sys.exit(f"swiftc failed:\n{result.stderr}")
        found = [found for found in reader.read(diagnostics) if found.severity in ("error", "fatal")]
        for error in found:
            error.text = re.sub(r" \(from macro '.*'\)$", "", error.text)
            if error.file != str(file):
                error.line = 0
        # A macro with two roles reports its errors in each of them, and the compiler shows one.
        return list({(error.line, error.text): error for error in found}.values())


def shown(errors):
    return "".join(f"\n    {error.line}: {error.text}" for error in errors)


def check_fix(source, error, build):
    """What is wrong with the first fix-it of an error."""
    fix_its = error.fix_its or next((note.fix_its for note in error.notes if note.fix_its), [])
    if bool(fix_its) != ("// ! fix" in source):
        return f"there is {'a' if fix_its else 'no'} fix-it: {error.text}"
    if not fix_its:
        return None
    # What a person writes: all files use this type.
    fixed = applied(fix_its, source).replace("<#Type#>", "Int").replace("<#value#>", "{ fatalError() }()")
    remaining = errors(fixed, build)
    return f"errors after the fix-it:{shown(remaining)}\n{fixed}" if remaining else None


def check(file, build):
    source = file.read_text()
    lines = source.splitlines()
    expected = [number for number, line in enumerate(lines, 1) if line.endswith(("// !", "// ! fix"))]
    found = errors(source, build)
    if len(expected) != 1:
        return "the file must mark one line with // !"
    if [error.line for error in found] != expected:
        return f"expected one error at line {expected[0]}:{shown(found)}"
    words = len(found[0].text.split())
    if words > longest:
        return f"{words} words: {found[0].text}"
    return check_fix(source, found[0], build)


if len(sys.argv) < 2:
    sys.exit(__doc__)
build, names = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
files = sorted(file for file in folder.rglob("*.swift") if not names or file.stem in names)
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    results = list(zip(files, pool.map(lambda file: check(file, build), files)))
problems = [f"{file.name}: {problem}" for file, problem in results if problem]
fixed = sum("// ! fix" in file.read_text() for file in files)
print("\n".join(problems + [f"{len(files)} mistakes, {fixed} with a fix-it, {len(problems)} problems"]))
sys.exit(1 if problems or not names and len(files) < fewest else 0)
