#!/usr/bin/env python3
"""Tests scripts/lint/words: it must reject every phrase on its list and the phrases of the style guide below, in a comment, in
a message, across a line break and in Markdown; and it must accept ordinary sentences."""

import importlib.machinery
import importlib.util
import sys
from pathlib import Path

sys.dont_write_bytecode = True
path = str(Path(__file__).resolve().parent / "words")
loader = importlib.machinery.SourceFileLoader("lint_words", path)
lint = importlib.util.module_from_spec(importlib.util.spec_from_loader("lint_words", loader))
loader.exec_module(lint)

# The left columns of the style guide's tables.
GUIDE = """\
data.json: in order
unknown members are passed over
unknown members are gone past
the cursor has gone past the key
a comma behind the value
the key stands at the beginning
the file lies in the folder
a point in time
the text is taken apart
the pieces are put together
the rows are gone through
the tree is walked over
the name is looked up
the type is found out
as is said in the options
the reader is told
10 unless something else is said
such a document is refused
a key that is there twice
a key that is there repeated
the file is there already
this is no array
is no X
what is nested
objects in objects
an absent member
a member without a value
the way round is slower
the straight road
files are laid out anew
a number that is too wide
a number beyond the type
the buffer gives up its memory
half by hand
the call is wrong
somebody of yours
a well-kept library
a clever routine
the plain code
a taken port
a full disk
a text of JSON
a file of JSON
a document of JSON5
the row that is too short
other than as many cells
data.json: in order, 631514 bytes
10 unless it is said
lay files of JSON out anew
the rows that are looked at to tell what columns hold
leave Codable away
'a' and 'b' cannot both be: one leaves nothing for the other to say
this has a meaning only if 'x' has a default value
no field has this name; there are a, b
the field 'name' is missing
more follows behind the end of the document
not a number of JSON: digits are missing, or there is a leading zero
an escape that is half a surrogate pair
a backslash that begins no escape
Decodes a value that wants to be told something
Goes on to the object's next member
columns: there is none for what is never more than absent
the first element that is none, or that no columns take
What is shorter than nothing counts as nothing
what is no array is the only element
NobodyWriter
isFollowedAsUsual
Former
Bytes to typed Swift values and back, with nothing built in between""".splitlines()

ORDINARY = [
    "Fields are read in the order of their declaration.",
    "The keys are sorted in order to compare them.",
    "Skips an unknown member.",
    "A missing field is an error.",
    "There is no way to read it again, and it is no longer needed.",
    "Returns the element, or `nil` at the end of the stream.",
    "The name must not be empty; the default is 512 levels.",
]


def rejected(name, text):
    return bool(list(lint.findings(name, text, TABLE)))


TABLE = list(lint.phrases())
failures = []
for pattern, example, instead in TABLE:
    if not pattern.search(example):
        failures.append(f"the pattern {pattern.pattern} does not match its example: {example}")
    if pattern.search(instead):
        failures.append(f"the pattern {pattern.pattern} matches what should be written instead: {instead}")
for phrase in [example for _, example, _ in TABLE] + GUIDE:
    if not rejected("a.md", f"# Title\n\nSome text: {phrase}.\n"):
        failures.append(f"accepted in Markdown: {phrase}")
    if not rejected("a.swift", f"/// Some text: {phrase}.\nlet a = 1\n"):
        failures.append(f"accepted in a comment: {phrase}")
    broken = phrase.replace(" ", "\n  /// ")
    if not rejected("a.swift", f"  /// Some text: {broken}.\n  let a = 1\n"):
        failures.append(f"accepted across lines: {phrase}")
    if '"' not in phrase and "\\" not in phrase and not rejected("a.swift", f'let text = "{phrase}"\n'):
        failures.append(f"accepted in a message: {phrase}")
for sentence in ORDINARY:
    if rejected("a.md", sentence):
        failures.append(f"rejected: {sentence}")
if rejected("a.swift", "let behind = text.stands(nobody)\n"):
    failures.append("code is checked, not only comments and strings")

if failures:
    print("\n".join(failures), file=sys.stderr)
    sys.exit(f"test-words.py: {len(failures)} failures")
print(f"{len(TABLE)} patterns, {len(GUIDE)} phrases of the guide: all rejected")
