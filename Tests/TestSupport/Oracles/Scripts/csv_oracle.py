"""Answers questions about CSV with Python's csv module.

A question is a letter, the delimiter as a number, and hexadecimal text:
  r 44 TEXT  the rows of a text, strictly read
  w 44 ROWS  the text of rows, quoted where need be
Rows are separated by semicolons and cells by commas; each cell is hexadecimal UTF-8, or `-` when it is empty. The answer
to r is rows or `rejected`, the answer to w is text.
"""

import csv
import io
import sys

csv.field_size_limit(1 << 30)


def rows(text, delimiter):
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        return ";".join(",".join(cell.encode().hex() or "-" for cell in row) for row in reader if row)
    except csv.Error:
        return "rejected"


def text(rows, delimiter):
    output = io.StringIO(newline="")
    writer = csv.writer(output, delimiter=delimiter)
    for row in rows.split(";"):
        writer.writerow([bytes.fromhex(cell.strip("-")).decode() for cell in row.split(",")])
    return output.getvalue().encode().hex()


with open(sys.argv[1]) as questions, open(sys.argv[2], "w") as answers:
    for question in questions:
        kind, delimiter, rest = question.rstrip("\n").split(" ")
        if kind == "r":
            answer = rows(bytes.fromhex(rest).decode(), chr(int(delimiter)))
        else:
            answer = text(rest, chr(int(delimiter)))
        answers.write(answer + "\n")
