#!/usr/bin/env python3
"""Tests scripts/lint/docs: it must find each mistake that is planted in a text of the project, and accept the text as it is."""

import importlib.machinery
import importlib.util
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
path = str(ROOT / "scripts" / "lint" / "docs")
loader = importlib.machinery.SourceFileLoader("lint_docs", path)
lint = importlib.util.module_from_spec(importlib.util.spec_from_loader("lint_docs", loader))
loader.exec_module(lint)

UNFINISHED = [
    "/// Returns the number of rows that the\nfunc count() -> Int\n",
    "  /// The name of the column, or\n  ///\n  /// - Throws: an error.\n  var name: String\n",
    "/// - Parameters:\n///   - rows: the rows that are\n///   - name: the name.\nfunc add()\n",
    "/// A reader.\n///\n/// - Throws: ``FormatError`` if\nfunc read() throws\n",
]
FINISHED = [
    "/// Returns the number of rows.\nfunc count() -> Int\n",
    "/// Reads \"a\" (and `b`).\n///\n/// ```swift\n/// let a = 1\n/// ```\n/// - Complexity: O(n)\nfunc read()\n",
    "// not a documentation comment\nlet a = 1\n",
]
# What is added to ARCHITECTURE.md, and whether it exists.
NAMED = [
    ("`Millrace/Kernel`", True), ("`JSON+Reader.swift`", True), ("`Sources/CMillrace/millrace.h`", True), ("`Int`", True),
    ("`Millrace/Kernels`", False), ("`JSON+Readers.swift`", False), ("`scripts/lint-doc.py`", False), ("`docs/no-page.md`", False),
]

failures = []
for text in UNFINISHED:
    if len(list(lint.unfinished_comments("a.swift", text))) != 1:
        failures.append(f"accepted: {text}")
for text in FINISHED:
    if found := list(lint.unfinished_comments("a.swift", text)):
        failures.append(f"rejected: {found}")
# At the place of a comment that was unfinished once.
name = "Sources/Millrace/Macro/Macros.swift"
text = (ROOT / name).read_text(encoding="utf-8")
end = text.index(".\n", text.index("///"))
if not list(lint.unfinished_comments(name, text[:end] + text[end + 1 :])):
    failures.append(f"accepted in {name}: a comment without its full stop")

known = lint.known_paths()
architecture = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
for named, exists in NAMED:
    found = list(lint.missing_files(f"{architecture}\nSee {named}.\n", known))
    if bool(found) == exists:
        failures.append(f"ARCHITECTURE.md with {named}: {found or 'accepted'}")

readme, benchmarks = lint.figure_pages()
if not list(lint.differing_figures(readme.replace("decoded at ", "decoded at 1"), benchmarks)):
    failures.append("accepted: a figure in the README that differs from docs/benchmarks.md")

if failures:
    print("\n".join(failures), file=sys.stderr)
    sys.exit(f"test-docs.py: {len(failures)} failures")
print(f"{len(UNFINISHED) + 2 + sum(not exists for _, exists in NAMED)} mistakes in comments and pages: all found")
