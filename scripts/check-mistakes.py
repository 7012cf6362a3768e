#!/usr/bin/env python3
"""Compiles the mistakes in Tests/MillraceSyntaxTests/Fixtures/Mistakes: check-mistakes.py BUILD_FOLDER.

BUILD_FOLDER has the modules of this repository, such as .build/debug. Each file has one mistake. The compiler must report
one error, at the line that ends in `// !`, in at most 25 words.
"""

import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
folder = root / "Tests" / "MillraceSyntaxTests" / "Fixtures" / "Mistakes"
longest = 25


def errors(file, build):
    """The errors of a file, as pairs of a line and a text. Line 0 is outside of the file."""
    plugin = build / "MillraceMacros-tool"
    command = ["swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-parse-as-library"]
    command += ["-diagnostic-style", "llvm", "-module-name", "Mistake", "-I", str(build / "Modules")]
    command += ["-load-plugin-executable", f"{plugin}#MillraceMacros"]
    for name in ("CByteMask", "CThreadStack"):
        command += ["-Xcc", f"-fmodule-map-file={build / f'{name}.build' / 'module.modulemap'}"]
    output = subprocess.run(command + [str(file)], capture_output=True, text=True).stderr
    found = set()
    for path, line, text in re.findall(r"^(.+?):(\d+):\d+: error: (.*)$", output, re.MULTILINE):
        text = re.sub(r" \(from macro '.*'\)$", "", text)
        found.add((int(line) if pathlib.Path(path).name == file.name else 0, text))
    return sorted(found)


def check(file, build):
    lines = file.read_text().splitlines()
    expected = [number for number, line in enumerate(lines, 1) if line.endswith("// !")]
    found = errors(file, build)
    if len(expected) != 1:
        return "the file must mark one line with // !"
    if [line for line, _ in found] != expected:
        return f"expected one error at line {expected[0]}:\n" + "\n".join(f"    {line}: {text}" for line, text in found)
    text = found[0][1]
    if len(text.split()) > longest:
        return f"{len(text.split())} words: {text}"
    return None


if len(sys.argv) != 2:
    sys.exit(__doc__)
files = sorted(folder.glob("*.swift"))
problems = [(file, problem) for file in files if (problem := check(file, pathlib.Path(sys.argv[1]).resolve()))]
for file, problem in problems:
    print(f"{file.name}: {problem}")
print(f"{len(files)} mistakes, {len(problems)} problems")
sys.exit(1 if problems or len(files) < 40 else 0)
