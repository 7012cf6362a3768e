#!/usr/bin/env python3
"""Says what is known of documents of JSON, one a line, each as a line of JSON: see `Schema.write(to:)`, without examples.

The first argument is the file of documents, the second one is the file for the answers."""

import datetime
import json
import re
import sys

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
INSTANT = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|[-+](\d\d):(\d\d))", re.ASCII)
KINDS = ["boolean", "integer", "largeInteger", "fraction", "largeFraction", "string", "instant", "bytes", "array", "object"]
FORMS = ["boolean", "integer", "number", "instant", "json"]


class Number(str):
    pass


class Members(list):
    pass


def parse(text):
    def reject(name):
        raise ValueError(name)
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=reject, object_pairs_hook=Members)


def number_kind(text):
    if re.fullmatch(r"-?[0-9]+", text):
        return "integer" if -2**63 <= int(text) < 2**63 else "largeInteger"
    value = float(text)
    has_digits = re.search("[1-9]", re.split("[eE]", text)[0])
    return "largeFraction" if value in (float("inf"), float("-inf")) or value == 0 and has_digits else "fraction"


def is_instant(text):
    match = INSTANT.fullmatch(text)
    if not match:
        return False
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    try:
        # Years before 1 are unknown to Python; those 400 years later have the same days.
        datetime.date(year + 400 if year == 0 else year, month, day)
    except ValueError:
        return False
    offset = [int(part) for part in match.groups()[7:] if part]
    return (hour < 24 and minute < 60 and second <= 60 and not (match[7] or "")[9:].strip("0")
            and (not offset or offset[0] < 24 and offset[1] < 60))


def forms(text):
    found = set()
    if text in ("true", "false"):
        found.add("boolean")
    if NUMBER.fullmatch(text):
        kind = number_kind(text)
        if kind == "integer":
            found.add("integer")
        if kind != "largeFraction":
            found.add("number")
    if is_instant(text):
        found.add("instant")
    if text[:1] in ("[", "{"):
        try:
            parse(text)
            found.add("json")
        except ValueError:
            pass
    return found


def schema(values):
    known = {"count": len(values), "nulls": sum(value is None for value in values)}
    kinds, texts, objects, elements = set(), [], [], []
    for value in values:
        if isinstance(value, bool):
            kinds.add("boolean")
        elif isinstance(value, Number):
            kinds.add(number_kind(value))
        elif isinstance(value, str):
            kinds.add("string")
            texts.append(forms(value))
        elif isinstance(value, Members):
            kinds.add("object")
            objects.append(value)
        elif isinstance(value, list):
            kinds.add("array")
            elements += value
    known["kinds"] = [kind for kind in KINDS if kind in kinds]
    common = set.intersection(*texts) if texts else set()
    if common:
        known["textForms"] = [form for form in FORMS if form in common]
    members, owners = {}, {}
    for index, members_of_one in enumerate(objects):
        for key, value in members_of_one:
            members.setdefault(key, []).append(value)
            owners.setdefault(key, set()).add(index)
    if members:
        known["fields"] = [{"name": key, "absent": len(objects) - len(owners[key]), **schema(members[key])}
                           for key in members]
    if elements:
        known["elements"] = schema(elements)
    return known


def main():
    with open(sys.argv[1], encoding="utf-8") as documents, open(sys.argv[2], "w", encoding="utf-8") as answers:
        for document in documents:
            answers.write(json.dumps(schema([parse(document)])) + "\n")


if __name__ == "__main__":
    main()
