#!/usr/bin/env python3
"""Says what two libraries make of JSON5 texts: pyjson5, in C++, and json5, in Python. Neither comes from the other.

The first argument is a file of texts, one a line, as UTF-8 in hexadecimal digits. The second one is the file for the
answers, one a line: that of pyjson5, a tab, that of json5. An answer is `rejected`, or tokens with spaces between them:

  n t f          null, true, false
  i and digits   an integer
  d and 16 hexadecimal digits   the bits of a double
  " and hexadecimal digits      a string, as UTF-16 with its high bytes first; halves of surrogate pairs are possible
  [ ] { }        the ends of arrays and objects; a key is a string before its value
"""

import math
import struct
import sys

import json5
import pyjson5

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


def string(text):
    return '"' + text.encode("utf-16-be", "surrogatepass").hex()


def tokens(value):
    if value is None:
        yield "n"
    elif value is True:
        yield "t"
    elif value is False:
        yield "f"
    elif isinstance(value, int):
        yield f"i{value}"
    elif isinstance(value, float):
        # Of NaN there is one.
        yield "d" + ("7ff8000000000000" if math.isnan(value) else struct.pack(">d", value).hex())
    elif isinstance(value, str):
        yield string(value)
    elif isinstance(value, list):
        yield "["
        for element in value:
            yield from tokens(element)
        yield "]"
    else:
        yield "{"
        for key, member in value.items():
            yield string(key)
            yield from tokens(member)
        yield "}"


def answer(parse, text):
    try:
        return " ".join(tokens(parse(text)))
    except (ValueError, pyjson5.Json5Exception):
        return "rejected"


with open(sys.argv[1], encoding="ascii") as texts, open(sys.argv[2], "w", encoding="ascii") as answers:
    for line in texts:
        text = bytes.fromhex(line).decode("utf-8")
        answers.write(answer(pyjson5.decode, text) + "\t" + answer(json5.loads, text) + "\n")
