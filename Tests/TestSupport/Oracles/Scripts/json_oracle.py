#!/usr/bin/env python3
"""Says what Python makes of JSON texts and numbers.

The first argument is a file of questions, one a line: a letter, and bytes in hexadecimal digits. The second one is the
file for the answers, one a line.

  t  a JSON text: its canonical form (see below), or `rejected`
  l  a JSON text: its layout by json.dumps with an indentation of two, in hexadecimal digits, or `rejected`
  b  a number: the bits of the nearest double in hexadecimal digits
  x  a hexadecimal number without a prefix: its decimal digits

In the canonical form a number is `#` and its text as it was read, a string is `"` and its UTF-8 in hexadecimal digits, a
member is a string, a colon and a value; null, false and true are `n`, `f` and `t`, and nothing is between the tokens but
commas. A text is rejected as well when it is not UTF-8 and when a string has an unpaired surrogate, which Python's
parser lets pass but UTF-8 cannot express.
"""

import json
import re
import struct
import sys

sys.setrecursionlimit(20_000)
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


class Number(str):
    pass


class Members(list):
    pass


def reject(constant):
    raise ValueError(constant)


def canonical(value):
    if value is None:
        return "n"
    if value is True:
        return "t"
    if value is False:
        return "f"
    if isinstance(value, Number):
        return "#" + value
    if isinstance(value, str):
        return '"' + value.encode("utf-8").hex()
    if isinstance(value, Members):
        return "{" + ",".join(canonical(key) + ":" + canonical(member) for key, member in value) + "}"
    return "[" + ",".join(canonical(element) for element in value) + "]"


def tree(text):
    return canonical(
        json.loads(
            text.decode("utf-8"),
            parse_float=Number,
            parse_int=Number,
            parse_constant=reject,
            object_pairs_hook=Members,
        )
    )


# Numbers go through as strings between two characters that nothing else contains, so that they keep their text.
MARK = "\ue000"


def layout(text):
    value = json.loads(
        text.decode("utf-8"),
        parse_float=lambda number: MARK + number + MARK,
        parse_int=lambda number: MARK + number + MARK,
        parse_constant=reject,
    )
    dumped = json.dumps(value, indent=2, ensure_ascii=False)
    return re.sub(f'"{MARK}([^{MARK}]*){MARK}"', r"\1", dumped).encode("utf-8").hex()


def bits(text):
    return struct.pack(">d", float(text)).hex()


def decimal(text):
    return str(int(text, 16))


def answer(question):
    try:
        return {"t": tree, "l": layout, "b": bits, "x": decimal}[question[:1]](bytes.fromhex(question[1:]))
    except ValueError:
        return "rejected"


with open(sys.argv[1], encoding="ascii") as questions, open(sys.argv[2], "w", encoding="ascii") as answers:
    for line in questions:
        answers.write(answer(line.rstrip("\n")) + "\n")
