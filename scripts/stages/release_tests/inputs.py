"""Writes what the program reads, with Python's libraries."""

import csv
import io
import json
import sqlite3

import json5
import pyarrow as pa

from . import forms, texts


class Absent:
    """A cell without quotes and without text: `csv` takes it for a number."""

    def __float__(self):
        return 0.0

    def __str__(self):
        return ""


class Bare(Absent):
    """A cell with quotes only if it needs them, unlike other strings."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


def cell(value, quotes_all):
    value = forms.json_form(value)
    if value is None:
        return Absent()
    if isinstance(value, str):
        return value if quotes_all or value == "" else Bare(value)
    if isinstance(value, bool):
        return Bare("true" if value else "false")
    return forms.json_text(value) if isinstance(value, (dict, list)) else Bare(forms.json_text(value))


def separated(shape, quotes_all, **options):
    output = io.StringIO()
    writer = csv.writer(output, quoting=csv.QUOTE_NONNUMERIC, **options)
    names = forms.columns(shape.rows, shape.has_columns_for_objects)
    writer.writerow(names)
    for row in shape.rows:
        cells = dict(forms.flattened(row, shape.has_columns_for_objects))
        writer.writerow([cell(cells.get(name), quotes_all) for name in names])
    return output.getvalue()


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def write_database(shape, path):
    path.unlink(missing_ok=True)
    names = forms.columns(shape.rows, False)
    database = sqlite3.connect(path)
    database.execute(f"CREATE TABLE rows ({', '.join(map(quoted, names))})")
    marks = ", ".join("?" for _ in names)
    for row in shape.rows:
        values = [row.get(name) if isinstance(row.get(name), bytes) else forms.json_form(row.get(name)) for name in names]
        values = [forms.json_text(value) if isinstance(value, (dict, list)) else value for value in values]
        database.execute(f"INSERT INTO rows VALUES ({marks})", values)
    database.commit()
    database.close()


def arrow_table(shape):
    names = forms.columns(shape.rows, False)
    return pa.table([pa.array([row.get(name) for row in shape.rows]) for name in names], names=names)


def write(shape, folder):
    """Writes the files of a type."""
    files = []
    if "documents" in shape.formats:
        # Names without quotes where possible, trailing commas.
        (folder / f"{shape.name}.json5").write_text(json5_text(shape.given), encoding="utf-8")
    for suffix, text in [
        ("csv", lambda: separated(shape, False)),
        ("tsv", lambda: separated(shape, True, delimiter="\t", lineterminator="\n")),
    ]:
        if suffix in shape.made_by:
            (folder / f"{shape.name}.{suffix}").write_text(text(), encoding="utf-8", newline="")
            files.append(suffix)
    if "db" in shape.made_by:
        write_database(shape, folder / f"{shape.name}.db")
        files.append("db")
    if "arrow" in shape.made_by:
        table = arrow_table(shape)
        with pa.ipc.new_file(folder / f"{shape.name}.arrow", table.schema) as file:
            file.write_table(table)
        files.append("arrow")
    columns, forwarded = (forms.columns(rows, shape.has_columns_for_objects) for rows in (shape.rows, shape.given))
    given = "[" + ",".join(shape.given_texts) + "]" if hasattr(shape, "given_texts") else forms.json_text(shape.given)
    options = {
        "hasColumnsForObjects": shape.has_columns_for_objects, "columns": columns if shape.lists_columns else None,
        "forwardedColumns": forwarded, "files": files, "isReadFromTables": shape.is_read_from_tables,
    }
    job = json.dumps(options, ensure_ascii=False)[:-1] + f', "rows": {given}}}'
    (folder / f"{shape.name}.job").write_text(job, encoding="utf-8")


def json5_text(rows):
    """JSON5 of another library. It writes decimals like other numbers, so these stay JSON."""
    try:
        return json5.dumps(forms.json_form(rows), trailing_commas=True, quote_keys=False, indent=1, ensure_ascii=False)
    except TypeError:
        return forms.json_text(rows, indent=1)


def write_texts(folder):
    (folder / "strings.json").write_text(json.dumps(texts.single_texts()), encoding="utf-8")
