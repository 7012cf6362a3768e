#!/usr/bin/env python3
"""Says whether patches make of documents what they should, by the letter of the RFCs.

The first argument is a file of questions, one a line: an object of `kind` (`merge` or `patch`), `before`, `patch`, and
`after`, which is missing when the patch should be rejected. The second one is the file for the answers, one a line:
`right`, or what should have come out.
"""

import json
import sys
from decimal import Decimal


class Rejected(Exception):
    pass


def merge(target, patch):
    """RFC 7386, section 2."""
    if not isinstance(patch, dict):
        return patch
    if not isinstance(target, dict):
        target = {}
    for name, value in patch.items():
        if value is None:
            target.pop(name, None)
        else:
            target[name] = merge(target.get(name), value)
    return target


def tokens(pointer):
    if pointer == "":
        return []
    if pointer[0] != "/":
        raise Rejected
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]


def element(array, token, end):
    """The index that a token is, below `end`."""
    if not (token == "0" or (token.isdecimal() and token.isascii() and token[0] != "0")) or int(token) >= end:
        raise Rejected
    return int(token)


def step(value, token):
    if isinstance(value, dict):
        if token not in value:
            raise Rejected
        return token
    if isinstance(value, list):
        return element(value, token, len(value))
    raise Rejected


def find(value, path):
    for token in path:
        value = value[step(value, token)]
    return value


def add(document, path, value):
    if not path:
        return value
    parent, last = find(document, path[:-1]), path[-1]
    if isinstance(parent, dict):
        parent[last] = value
    elif isinstance(parent, list):
        parent.insert(len(parent) if last == "-" else element(parent, last, len(parent) + 1), value)
    else:
        raise Rejected
    return document


def remove(document, path):
    if not path:
        return None
    parent = find(document, path[:-1])
    del parent[step(parent, path[-1])]
    return document


def clone(value):
    if isinstance(value, dict):
        return {key: clone(member) for key, member in value.items()}
    return [clone(element) for element in value] if isinstance(value, list) else value


def apply(document, patch):
    """RFC 6902, section 4."""
    for operation in patch:
        name, path = operation["op"], tokens(operation["path"])
        if name == "add":
            document = add(document, path, clone(operation["value"]))
        elif name == "remove":
            find(document, path)
            document = remove(document, path)
        elif name == "replace":
            find(document, path)
            if path:
                parent = find(document, path[:-1])
                parent[step(parent, path[-1])] = clone(operation["value"])
            else:
                document = clone(operation["value"])
        elif name in ("move", "copy"):
            source = tokens(operation["from"])
            value = clone(find(document, source))
            if name == "move":
                if len(path) > len(source) and path[: len(source)] == source:
                    raise Rejected
                if path == source:
                    continue
                document = remove(document, source)
            document = add(document, path, value)
        elif name == "test":
            if not same(find(document, path), operation["value"]):
                raise Rejected
        else:
            raise Rejected
    return document


def same(left, right):
    """Equality that, unlike Python's, knows true from 1."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right


def answer(line):
    question = json.loads(line, parse_int=Decimal, parse_float=Decimal)
    try:
        result = {"merge": merge, "patch": apply}[question["kind"]](question["before"], question["patch"])
    except Rejected:
        return "rejected" if "after" in question else "right"
    if "after" in question and same(result, question["after"]):
        return "right"
    return json.dumps(result, default=str)


with open(sys.argv[1], encoding="utf-8") as questions, open(sys.argv[2], "w", encoding="utf-8") as answers:
    for line in questions:
        answers.write(answer(line) + "\n")
