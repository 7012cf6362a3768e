#!/usr/bin/env python3
"""Tests scripts/lint/languages: each checker must reject the mistake that is planted in a copy of a file of the project, and accept
the file as it is."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# For each checker a file, what is replaced, the mistake in its place, and a word of the complaint.
PLANTED = [
    ("shell", "scripts/run.sh", "set -euo pipefail\n", "set -euo pipefail\ncp $1 $2\n", "SC2086"),
    ("shell", "scripts/require.sh", "# shellcheck shell=bash\n", "", "SC2148"),
    ("python", "scripts/stages/callgrind.py", "import ", "import json\nimport ", "F401"),
    ("python", "scripts/lint/docs", "def main():\n", "def main(names=[]):\n", "B006"),
    ("types", "python/millrace/_library.py", "from __future__ import annotations\n",
     "from __future__ import annotations\n\n\ndef untyped(value):\n    return value\n\n", "no-untyped-def"),
    ("c", "Sources/CThreadStack/ThreadStack.c", "\n#include", "\nint  spaced( void );\n#include", "clang-format-violations"),
]


def check(checker, name, text):
    # In the repository, whose configuration applies there.
    with tempfile.TemporaryDirectory(dir=(ROOT / name).parent, prefix=".planted-") as folder:
        copy = Path(folder) / Path(name).name
        copy.write_text(text, encoding="utf-8")
        result = subprocess.run([ROOT / "scripts/lint/languages", checker, copy.relative_to(ROOT)],
                                cwd=ROOT, capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


failures = []
for checker, name, original, mistake, complaint in PLANTED:
    text = (ROOT / name).read_text(encoding="utf-8")
    if original not in text:
        failures.append(f"{name} does not contain {original!r}")
        continue
    status, output = check(checker, name, text)
    if status != 0:
        failures.append(f"{checker}: rejected {name} as it is: {output}")
    status, output = check(checker, name, text.replace(original, mistake, 1))
    if status == 0 or complaint not in output:
        failures.append(f"{checker}: did not report {complaint} in {name}: {output}")

if failures:
    print("\n".join(failures), file=sys.stderr)
    sys.exit(f"test-languages.py: {len(failures)} failures")
print(f"{len(PLANTED)} mistakes in shell scripts, Python and C: all found")
