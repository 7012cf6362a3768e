#!/usr/bin/env python3
"""Tests scripts/lint/spans: it must find each span and pointer below that can outlive its owner, also when it is planted in a
file of the library, and must accept the others."""

import importlib.machinery
import importlib.util
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
path = str(ROOT / "scripts" / "lint" / "spans")
loader = importlib.machinery.SourceFileLoader("lint_spans", path)
lint = importlib.util.module_from_spec(importlib.util.spec_from_loader("lint_spans", loader))
loader.exec_module(lint)

STRING, TEMPORARY = "the span of a string's UTF-8", "the span of a temporary"
SPAN, POINTER = "a span that is not of an unsafe buffer pointer", "a pointer that leaves its closure"

FOUND = [
    (STRING, "writeString(utf8: value.utf8.span)"),
    (STRING, "unsafe writeString(utf8: value.utf8.span)"),
    (STRING, 'write(text: "\\(value)".utf8.span, at: column)'),
    (STRING, 'write(text: (value ? "true" : "false").utf8.span, at: column)'),
    (STRING, "let span = value\n  .utf8\n  .span"),
    (STRING, "print(value.utf8Span.isASCII)"),
    (STRING, "let bytes = \"\\(write(name.utf8.span))\""),
    (TEMPORARY, "member(named: Array(name.utf8).span)"),
    (TEMPORARY, "unsafe member(of: pointer, named: Array(name.utf8).span)"),
    (TEMPORARY, "write([UInt8](text.utf8).span)"),
    (TEMPORARY, "write(Array<UInt8>(text.utf8).span)"),
    (TEMPORARY, "write(ContiguousArray(lines[row].split(separator: \"=\")[column].utf8).span)"),
    (SPAN, "writer.writeKey(utf8: key.span)"),
    (SPAN, "let names = names.map { search.index(of: $0.span) }"),
    (SPAN, "for index in values.mutableSpan.indices { unsafe reset(values, index) }"),
    (SPAN, "unsafe first(pointer)\nsecond(array.span)"),
    (POINTER, "let bytes = text.withUTF8 { $0 }"),
    (POINTER, "let start = unsafe array.withUnsafeBufferPointer { unsafe $0.baseAddress! }"),
    (POINTER, "let start = unsafe array.withUnsafeBytes { bytes in unsafe bytes.baseAddress }"),
    (POINTER, "let span = array.withSpan { $0 }"),
    (POINTER, "let raw = unsafe array.withUnsafeBufferPointer { unsafe UnsafeRawBufferPointer($0) }"),
    (POINTER, "unsafe withUnsafeMutablePointer(to: &self) { unsafe UnsafeMutableRawPointer($0) }"),
    (POINTER, "unsafe array.withUnsafeBufferPointer { unsafe self.bytes = $0 }"),
    (POINTER, "text.withUTF8 { bytes in\n  start = bytes.baseAddress\n}"),
    (POINTER, "let start = try text.withUTF8 { (bytes) throws(FormatError) -> Pointer in return bytes.baseAddress! }"),
]

ACCEPTED = [
    "value.withUTF8Span { writeString(utf8: $0) }",
    "// not value.utf8.span\nlet a = 1",
    'let message = "value.utf8.span"',
    "unsafe writer.writeKey(utf8: name.span)",
    "return unsafe (try? decode(String.self, from: quoted.span)) ?? name",
    "return unsafe Failure(\n  code,\n  cause: located(cause, in: document.span))",
    "let value = unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }",
    "let count = array.withUnsafeBufferPointer { $0.count }",
    "let first = unsafe array.withUnsafeBufferPointer { unsafe $0[0] }",
    "let sum = array.withUnsafeBytes { bytes in bytes.reduce(0, +) }",
    "unsafe array.withUnsafeBufferPointer { piece in\n  unsafe stream.pointee.next_in = piece.baseAddress\n  run()\n}",
    "unsafe array.withUnsafeBufferPointer { bytes in\n  let start = unsafe bytes.baseAddress!\n  use(start)\n}",
    "let value = lock.withLock { $0 }",
    "for line in lines.span(of: row) {}",
]


def kinds(code, is_library=True):
    return {kind for _, kind, _ in lint.findings(code, is_library)}


failures = []
for kind, code in FOUND:
    function = f"extension Writer {{\n  func write() {{\n    {code}\n  }}\n}}\n"
    if kinds(function) != {kind}:
        failures.append(f"{kind}, but found {kinds(function) or 'nothing'}: {code}")
    if kind in (STRING, TEMPORARY) and kinds(function, is_library=False) != {kind}:
        failures.append(f"accepted in an example: {code}")
    if kind in (STRING, TEMPORARY) and not list(lint.problems("docs/a.md", f"# Title\n\n```swift\n{code}\n```\n")):
        failures.append(f"accepted in the documentation: {code}")
for code in ACCEPTED:
    if found := kinds(f"extension Writer {{\n  func write() {{\n    {code}\n  }}\n}}\n"):
        failures.append(f"rejected as {found}: {code}")

# The line that wrote short strings as other bytes, back at its place, and others that release builds have had.
PLANTED = {
    "Sources/MillraceTables/Rows/RowWriter+Members.swift": (
        "value.withUTF8Span { writeString(utf8: $0) }", "writeString(utf8: value.utf8.span)"),
    "Sources/MillraceTables/Rows/RowColumns.swift": (
        "fields.names.map { member(named: $0) }", "fields.names.map { member(named: Array($0.utf8).span) }"),
    "Sources/Millrace/Protocols/FormatWriter.swift": (
        "key.withUTF8Span { writeKey(utf8: $0) }", "writeKey(utf8: key.utf8.span)"),
    "Sources/MillraceTables/Schema/Schema+Merge.swift": (
        "field.key.withSpan { fields.position(of: $0, from: expected) }",
        "fields.position(of: field.key.span, from: expected)"),
}
for name, (code, planted) in PLANTED.items():
    text = (ROOT / name).read_text(encoding="utf-8")
    if text.count(code) != 1:
        failures.append(f"{name} does not contain this once: {code}")
        continue
    line = text[: text.index(code)].count("\n") + 1
    if line not in {found for found, _, _ in lint.problems(name, text.replace(code, planted))}:
        failures.append(f"accepted in {name}: {planted}")

if failures:
    print("\n".join(failures), file=sys.stderr)
    sys.exit(f"test-spans.py: {len(failures)} failures")
print(f"{len(FOUND) + len(PLANTED)} spans and pointers that can outlive their owners: all found")
