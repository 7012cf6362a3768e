"""What Tests/Release/Program/Strings.swift must have written for each string."""

import csv
import io
import json
from collections import defaultdict


def table(data):
    return list(csv.reader(io.StringIO(data, newline="")))


def expected(text, number):
    """For each label the function that reads a result, and the results in their order."""
    made = f"{number}-{text}"
    length = len(text.encode())
    changed = f"{text}?"
    return {
        "json": (json.loads, [text]),
        "json-array": (json.loads, [[text, "-" + text]]),
        "json-key": (json.loads, [{text: number}]),
        "json-field": (json.loads, [{"name": text}]),
        "json-made": (json.loads, [[{"name": made}]]),
        "json-other": (json.loads, [{"name": text + "."}]),
        "json-snake": (json.loads, [{"aKey": text}]),
        "json-static": (json.loads, [[text]]),
        "json-fast": (json.loads, [{"name": text, "other": str(number)}]),
        "json-coded": (json.loads, [{"name": text}]),
        "decoded": (str, [text]),
        "decoded-field": (str, [text]),
        "decoded-json5": (str, [text]),
        "decoded-key": (str, [text]),
        "updated": (str, [text + text]),
        "csv": (table, [[["name"], [text]]]),
        "csv-made": (table, [[["name"], [made]]]),
        "csv-optional": (table, [[["name", "other"], [text, text + "!"]]]),
        "csv-key": (table, [[[text + "k"], [str(number)]]]),
        "csv-value": (table, [[["key"], [text]]]),
        "csv-array": (table, [[["column1", "column2"], [text, "-" + text]]]),
        "csv-column": (table, [[[f"{number}k"], ["1"]]]),
        "csv-decoded": (str, [text]),
        "csv-by-position": (str, [text]),
        "columns": (str, [text, text + "!"]),
        "columns-name": (str, [text]),
        "arrow": (str, [text]),
        "arrow-tree": (json.loads, [{"name": text}]),
        "json-writer": (json.loads, [{text: text}]),
        "tree-writer": (json.loads, [{text: text + "."}]),
        "csv-writer": (table, [[[str(number)], [text]]]),
        "columns-writer": (str, [f"{number}={text}"]),
        "csv-reader": (str, [text]),
        "tree": (json.loads, [{"a": text, "b": [f"{number}{text}"]}]),
        "tree-string": (str, [f"{number}{text}"]),
        "tree-key": (json.loads, [{text: 1}]),
        "tree-member": (str, [text]),
        "pointer": (str, ["/" + text.replace("~", "~0").replace("/", "~1") + "/x"]),
        "pointer-token": (str, [text]),
        "raw": (json.loads, [{"raw": [text]}]),
        "raw-pretty": (json.loads, [[[text]]]),
        "merged": (str, [changed]),
        "patch": (json.loads, [[{"op": "replace", "path": "/a", "value": changed}]]),
        "sqlite": (str, [text, f"{number}{text}", text, text + "."]),
        "sqlite-named": (str, [f"{text}{number}"]),
        "sqlite-count": (int, [length, length + len(str(number)), length, length + 1]),
    }


# What a message must contain; the suites compare whole messages.
ERRORS = {
    "error-value": lambda text, number: "string",
    "error-path": lambda text, number: "/" + text.replace("~", "~0").replace("/", "~1"),
    "error-column": lambda text, number: f'"{number}"',
    "error-cell": lambda text, number: "x" + text,
}


def compare(path, texts, comparison):
    results = defaultdict(list)
    for line in path.read_text(encoding="ascii").splitlines():
        label, number, data = line.split(" ")
        results[label, int(number)].append(bytes(int(byte, 16) for byte in data.split(".") if byte))
    labels = {label for label, _ in results}
    known = expected("", 0).keys() | ERRORS.keys()
    comparison.expect(labels == known, "the strings' labels", sorted(known - labels), sorted(labels - known))
    for label in sorted(labels & known):
        found, right = [], []
        for number, text in enumerate(texts):
            values = [data.decode(errors="replace") for data in results[label, number]]
            if label in ERRORS:
                part = ERRORS[label](text, number)
                found.append(values)
                right.append(values if len(values) == 1 and part in values[0] else [f"… {part} …"])
                continue
            read, value = expected(text, number)[label]
            found.append([readable(read, value) for value in values])
            right.append(value)
        comparison.rows(f"strings, {label}", right, found, lambda one, other: one == other)


def readable(read, text):
    try:
        return read(text)
    except (ValueError, csv.Error):
        return f"not readable: {text!r}"
