#!/usr/bin/env python3
"""Reads what is written here with pyarrow, polars and duckdb, and has pyarrow and polars write what is to be read here.

The first argument is a file of questions, one a line: words with a space between them. The second one is the file for
the answers, one a line.

- `read pyarrow|polars|duckdb stream|file|parquet BYTES`: what is in these bytes (hexadecimal)? The answer is the table's text.
- `groups BYTES`: how many rows are in each row group of a Parquet file? The answer is the numbers.
- `types stream|file|parquet BYTES`: of which types are the columns? The answer is them with semicolons between.
- `write pyarrow|polars stream|file SEED`: some table. The answer is the bytes, a space, and the table's text.
- `write pyarrow|polars|duckdb parquet SEED`: some Parquet file. The answer is the bytes, a space, and the table's text.
- `index BYTES`: is the page index of a Parquet file right? The answer is `valid` or the problems, and the order of the pages of each
  column chunk: `<`, `>`, `-` for none, or `?` without bounds.
- `bounds BYTES`: the null counts and bounds in the row groups of a Parquet file of integers, doubles and strings.
- `parquet NAME`: a Parquet file by a name in `PARQUET_SAMPLES`. The answer is as for `write`.
- `sample NAME`: a table of one column, by a name in `SAMPLES`. The answer is the bytes.

The text of a table is `NAME=[VALUE,VALUE];NAME=[...]`. Names and strings are hexadecimal; `~` is an absent value,
`t` and `f` are booleans, `i` begins an integer, `d` the bits of a double, `s` a string, `b` binary data and `@` an
instant, in seconds and nanoseconds; arrays are in brackets and objects in braces. Types that there are none of in
Millrace are what `docs/arrow.md` says: the texts here are made by Python's own means.
"""

import datetime
import io
import os
import random
import struct
import sys
import tempfile
from decimal import Decimal

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet

PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}

# The text of a table.


def text(value):
    return "s" + value.encode().hex()


def fraction(rest, unit):
    digits = str(PER_SECOND[unit] + rest)[1:].rstrip("0")
    return "." + digits if digits else ""


def time_text(count, unit):
    seconds, rest = divmod(count, PER_SECOND[unit])
    return (datetime.datetime.min + datetime.timedelta(seconds=seconds)).strftime("%H:%M:%S") + fraction(rest, unit)


def duration_text(count, unit):
    seconds, rest = divmod(abs(count), PER_SECOND[unit])
    return f"{'-' if count < 0 else ''}PT{seconds}{fraction(rest, unit)}S"


def instant(count, per_second):
    seconds, rest = divmod(count, per_second)
    return f"@{seconds}.{rest * (10**9 // per_second):09}"


def describe(scalar):
    """The text of a scalar of pyarrow."""
    kind = scalar.type
    if pa.types.is_dictionary(kind):
        return describe(scalar.dictionary[scalar.index.as_py()]) if scalar.is_valid else "~"
    if not scalar.is_valid:
        return "~"
    if pa.types.is_boolean(kind):
        return "t" if scalar.as_py() else "f"
    if pa.types.is_integer(kind):
        return f"i{scalar.as_py()}"
    if pa.types.is_floating(kind):
        value = float(scalar.as_py())
        return "dnan" if value != value else "d" + struct.pack(">d", value).hex()
    if pa.types.is_decimal(kind):
        return text(format(scalar.as_py(), "f"))
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return text(scalar.as_py())
    if (
        pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_binary_view(kind)
        or pa.types.is_fixed_size_binary(kind)
    ):
        return "b" + scalar.as_py().hex()
    if pa.types.is_date32(kind):
        return instant(scalar.value * 86_400, 1)
    if pa.types.is_date64(kind):
        return instant(scalar.value, 1_000)
    if pa.types.is_timestamp(kind):
        return instant(scalar.value, PER_SECOND[kind.unit])
    if pa.types.is_time(kind):
        return text(time_text(scalar.value, kind.unit))
    if pa.types.is_duration(kind):
        return text(duration_text(scalar.value, kind.unit))
    if pa.types.is_map(kind):
        return "[" + ",".join(describe(entry) for entry in scalar.values) + "]"
    if pa.types.is_struct(kind):
        members = (f"{field.name.encode().hex()}:{describe(scalar[index])}" for index, field in enumerate(kind))
        return "{" + ",".join(members) + "}"
    return "[" + ",".join(describe(element) for element in scalar.values) + "]"


def table_text(table):
    columns = (
        f"{name.encode().hex()}=[{','.join(describe(scalar) for scalar in column)}]"
        for name, column in zip(table.column_names, table.columns)
    )
    return ";".join(columns) if table.num_columns else f"{table.num_rows} rows"


# What was written here.


def read_table(container, data):
    """The table, with every batch checked."""
    if container == "parquet":
        table = pa.parquet.read_table(io.BytesIO(data))
        table.validate(full=True)
        return table
    if container == "file":
        reader = pa.ipc.open_file(data)
        batches = [reader.get_batch(index) for index in range(reader.num_record_batches)]
    else:
        reader = pa.ipc.open_stream(data)
        batches = list(reader)
    for batch in batches:
        batch.validate(full=True)
    return pa.Table.from_batches(batches, reader.schema)


def read(library, container, data):
    if library == "pyarrow":
        return table_text(read_table(container, data))
    if container == "parquet" and library == "duckdb":
        with tempfile.NamedTemporaryFile(suffix=".parquet") as file:
            file.write(data)
            file.flush()
            return table_text(duckdb.read_parquet(file.name).to_arrow_table())
    if container == "parquet" and library == "polars":
        return table_text(polars.read_parquet(io.BytesIO(data)).to_arrow())
    if library == "polars":
        read_frame = polars.read_ipc if container == "file" else polars.read_ipc_stream
        return table_text(read_frame(io.BytesIO(data)).to_arrow())
    return table_text(duckdb.from_arrow(read_table(container, data)).to_arrow_table())


# What is to be read here.

UNITS = list(PER_SECOND)
# The bits of random timestamps and durations.
TIME_BITS = 64


def simple_types(choose):
    return [
        pa.null(), pa.bool_(), pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(),
        pa.uint64(), pa.float16(), pa.float32(), pa.float64(), pa.string(), pa.large_string(), pa.string_view(),
        pa.binary(), pa.large_binary(), pa.binary_view(), pa.binary(choose.randrange(6)), pa.date32(), pa.date64(),
        pa.time32("s"), pa.time32("ms"), pa.time64("us"), pa.time64("ns"), pa.timestamp(choose.choice(UNITS)),
        pa.timestamp(choose.choice(UNITS), "UTC"), pa.timestamp(choose.choice(UNITS), "Europe/Berlin"),
        pa.duration(choose.choice(UNITS)), decimal_type(choose, pa.decimal32, 9),
        decimal_type(choose, pa.decimal64, 18), decimal_type(choose, pa.decimal128, 38),
    ]  # fmt: skip


def decimal_type(choose, make, most_digits):
    precision = choose.randrange(1, most_digits + 1)
    return make(precision, choose.randrange(-4, precision + 1))


def random_type(choose, depth):
    if depth == 0 or choose.random() < 0.7:
        return choose.choice(simple_types(choose))
    inner = random_type(choose, depth - 1)
    return choose.choice([
        lambda: pa.list_(inner),
        lambda: pa.large_list(inner),
        lambda: pa.list_(inner, choose.randrange(4)),
        lambda: pa.map_(pa.string(), inner),
        lambda: pa.dictionary(choose.choice([pa.int8(), pa.uint16(), pa.int64()]), pa.string()),
        lambda: pa.struct([(f"m{index}", random_type(choose, depth - 1)) for index in range(choose.randrange(4))]),
    ])()  # fmt: skip


ALPHABET = ["a", "Z", '"', "\\", "\0", "é", "€", "水", "😀", "\n"]


def random_value(choose, kind, nulls):
    """A value that pyarrow makes a scalar of this type of."""
    if pa.types.is_null(kind) or choose.random() < nulls:
        return None
    if pa.types.is_boolean(kind):
        return choose.random() < 0.5
    if pa.types.is_uint64(kind):
        return choose.getrandbits(choose.randrange(64))
    if pa.types.is_unsigned_integer(kind):
        return choose.getrandbits(kind.bit_width)
    if pa.types.is_integer(kind):
        bits = choose.randrange(kind.bit_width)
        return choose.choice([choose.getrandbits(bits) if bits else 0, -choose.getrandbits(bits) - 1 if bits else -1])
    if pa.types.is_float16(kind):
        return struct.unpack("e", choose.getrandbits(16).to_bytes(2, "little"))[0]
    if pa.types.is_float32(kind):
        return struct.unpack("f", choose.getrandbits(32).to_bytes(4, "little"))[0]
    if pa.types.is_floating(kind):
        return struct.unpack("d", choose.getrandbits(64).to_bytes(8, "little"))[0]
    if pa.types.is_decimal(kind):
        # pyarrow counts the zeros before the point among the digits of a Python decimal.
        most_digits = max(0, kind.precision + min(0, kind.scale))
        digits = choose.getrandbits(128) % 10 ** choose.randrange(most_digits + 1)
        return Decimal((choose.randrange(2), tuple(map(int, str(digits))), -kind.scale))
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return "".join(choose.choices(ALPHABET, k=choose.choice([0, 1, 5, 12, 13, 40])))
    if pa.types.is_fixed_size_binary(kind):
        return choose.randbytes(kind.byte_width)
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind):
        return choose.randbytes(choose.choice([0, 1, 12, 13, 40]))
    if pa.types.is_date32(kind):
        return pa.scalar(choose.randrange(-(2**31), 2**31), pa.int32()).cast(kind)
    if pa.types.is_date64(kind):
        return pa.scalar(choose.randrange(-(10**9), 10**9) * 86_400_000, pa.int64()).cast(kind)
    if pa.types.is_time(kind):
        stored = pa.int32() if kind.bit_width == 32 else pa.int64()
        return pa.scalar(choose.randrange(86_400 * PER_SECOND[kind.unit]), stored).cast(kind)
    if pa.types.is_timestamp(kind) or pa.types.is_duration(kind):
        return pa.scalar(choose.getrandbits(TIME_BITS) - 2 ** (TIME_BITS - 1), pa.int64()).cast(kind)
    if pa.types.is_dictionary(kind):
        return choose.choice(["red", "green", "blue", ""])
    if pa.types.is_map(kind):
        return [(f"k{index}", random_value(choose, kind.item_type, nulls)) for index in range(choose.randrange(4))]
    if pa.types.is_struct(kind):
        return {field.name: random_value(choose, field.type, nulls) for field in kind}
    length = kind.list_size if pa.types.is_fixed_size_list(kind) else choose.randrange(4)
    return [random_value(choose, kind.value_type, nulls) for _ in range(length)]


def random_array(choose, kind, count):
    """An array, often a slice of a longer one, so that its offsets do not begin at 0."""
    before, behind = (choose.randrange(80), choose.randrange(9)) if choose.random() < 0.4 else (0, 0)
    nulls = choose.choice([0, 0, 0.1, 0.5, 1])
    values = [random_value(choose, kind, nulls) for _ in range(before + count + behind)]
    return pa.array(values, kind).slice(before, count)


def random_table(choose, depth=3):
    types = [random_type(choose, depth) for _ in range(choose.randrange(7))]
    schema = pa.schema([(f"c{index}{choose.choice(ALPHABET)}", kind) for index, kind in enumerate(types)])
    batches = []
    for _ in range(choose.choice([0, 1, 1, 2, 4])):
        count = choose.choice([0, 1, 7, 8, 9, 64, 65, 130])
        if types:
            batches.append(pa.record_batch([random_array(choose, kind, count) for kind in types], schema=schema))
    return schema, batches


def written(container, schema, batches):
    sink = io.BytesIO()
    new_writer = pa.ipc.new_file if container == "file" else pa.ipc.new_stream
    # A file holds one dictionary for all of its batches.
    options = pa.ipc.IpcWriteOptions(unify_dictionaries=container == "file")
    with new_writer(sink, schema, options=options) as writer:
        if container == "file":
            writer.write_table(pa.Table.from_batches(batches, schema))
        else:
            for batch in batches:
                writer.write_batch(batch)
    return sink.getvalue()


POLARS_TYPES = [pa.bool_(), pa.int8(), pa.uint32(), pa.int64(), pa.float32(), pa.float64(), pa.string(), pa.binary(),
                pa.date32(), pa.timestamp("us"), pa.timestamp("ns", "UTC"), pa.duration("ms"), pa.time64("ns"),
                pa.list_(pa.int64()), pa.list_(pa.string()), pa.struct([("x", pa.float64()), ("y", pa.string())]),
                pa.dictionary(pa.int32(), pa.string()), pa.list_(pa.struct([("z", pa.int16())]))]  # fmt: skip


def write(library, container, seed):
    choose = random.Random(seed)
    if library == "pyarrow":
        schema, batches = random_table(choose)
        return answer(written(container, schema, batches), pa.Table.from_batches(batches, schema))
    types = choose.sample(POLARS_TYPES, choose.randrange(1, 6))
    count = choose.choice([0, 1, 9, 100])
    columns = {f"c{index}": random_array(choose, kind, count) for index, kind in enumerate(types)}
    frame = polars.from_arrow(pa.table(columns)).slice(choose.randrange(4))
    sink = io.BytesIO()
    (frame.write_ipc if container == "file" else frame.write_ipc_stream)(sink)
    # What polars made of the columns is what it wrote: its own conversions are no concern of ours.
    return answer(sink.getvalue(), frame.to_arrow())


# Parquet files that are to be read here.

CODECS = ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]
ENCODINGS = {
    "BOOLEAN": ["PLAIN", "RLE"],
    "INT32": ["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
    "INT64": ["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
    "INT96": ["PLAIN"],
    "FLOAT": ["PLAIN", "BYTE_STREAM_SPLIT"],
    "DOUBLE": ["PLAIN", "BYTE_STREAM_SPLIT"],
    "BYTE_ARRAY": ["PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"],
    "FIXED_LEN_BYTE_ARRAY": ["PLAIN", "BYTE_STREAM_SPLIT", "DELTA_BYTE_ARRAY"],
}


def parquet_by_pyarrow(choose):
    # Slices are copied: pyarrow ends itself for some of them, and for fixed-size lists without entries.
    table = read_table("stream", written("stream", *random_table(choose)))
    if "[0]" in str(table.schema):
        raise NotImplementedError
    options = {
        "compression": choose.choice(CODECS),
        "use_dictionary": choose.random() < 0.5,
        "data_page_version": choose.choice(["1.0", "2.0"]),
        "version": choose.choice(["1.0", "2.4", "2.6"]),
        "row_group_size": choose.choice([1, 10, 64, 1000]),
        "data_page_size": choose.choice([1, 64, 1 << 20]),
        "write_batch_size": choose.choice([1, 7, 1024]),
        "dictionary_pagesize_limit": choose.choice([20, 1 << 20]),
        "write_page_index": choose.random() < 0.3,
        "write_page_checksum": choose.random() < 0.5,
        "store_decimal_as_integer": choose.random() < 0.5,
        "store_schema": choose.random() < 0.8,
        "use_compliant_nested_type": choose.random() < 0.5,
        "use_deprecated_int96_timestamps": choose.random() < 0.2,
    }
    sink = io.BytesIO()
    pa.parquet.write_table(table, sink, **options)
    if not options["use_dictionary"]:
        leaves = pa.parquet.read_metadata(sink).schema
        columns = [leaves.column(index) for index in range(len(leaves))]
        encodings = {column.path: choose.choice(ENCODINGS[column.physical_type]) for column in columns}
        sink = io.BytesIO()
        pa.parquet.write_table(table, sink, column_encoding=encodings, **options)
    data = sink.getvalue()
    # Without the schema of Arrow, pyarrow itself reads other types than it was given.
    return answer(data, table if options["store_schema"] else read_table("parquet", data))


def parquet_by_polars(choose):
    types = choose.sample(POLARS_TYPES, choose.randrange(1, 6))
    count = choose.choice([0, 1, 9, 100])
    frame = polars.from_arrow(pa.table({f"c{index}": random_array(choose, kind, count) for index, kind in enumerate(types)}))
    sink = io.BytesIO()
    codec = choose.choice(["uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4"])
    frame.write_parquet(
        sink, compression=codec, row_group_size=choose.choice([1, 10, 1000]), data_page_size=choose.choice([1, 1 << 20])
    )
    return answer(sink.getvalue(), frame.to_arrow())


DUCKDB_TYPES = [pa.bool_(), pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(),
                pa.uint64(), pa.float32(), pa.float64(), pa.string(), pa.binary(), pa.date32(), pa.timestamp("s"),
                pa.timestamp("ms"), pa.timestamp("us"), pa.timestamp("ns"), pa.timestamp("us", "UTC"), pa.time64("us"),
                pa.decimal128(4, 2), pa.decimal128(12, 3), pa.decimal128(30, 10), pa.list_(pa.int64()),
                pa.list_(pa.list_(pa.string())), pa.struct([("x", pa.float64()), ("y", pa.list_(pa.string()))]),
                pa.map_(pa.string(), pa.int32()), pa.list_(pa.struct([("z", pa.int16())]))]  # fmt: skip


def parquet_by_duckdb(choose):
    types = choose.sample(DUCKDB_TYPES, choose.randrange(1, 6))
    count = choose.choice([0, 1, 9, 100, 300])
    table = pa.table({f"c{index}": random_array(choose, kind, count) for index, kind in enumerate(types)})
    database = duckdb.connect()
    database.register("t", table)
    ids = "(hash(i) % 5)::VARCHAR::ENUM('0', '1', '2', '3', '4') AS e, uuid() AS u" if choose.random() < 0.3 else ""
    query = f"SELECT *, {ids} FROM t, (SELECT 1 AS i)" if ids else "SELECT * FROM t"
    codec = choose.choice(["uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4", "lz4_raw"])
    version = choose.choice(["v1", "v2"])
    with tempfile.NamedTemporaryFile(suffix=".parquet") as file:
        database.execute(
            f"COPY ({query}) TO '{file.name}' (FORMAT parquet, CODEC '{codec}', PARQUET_VERSION '{version}')"
        )
        read = f"SELECT * {'REPLACE (u::VARCHAR AS u)' if ids else ''} FROM read_parquet('{file.name}')"
        with open(file.name, "rb") as written:
            return answer(written.read(), database.sql(read).to_arrow_table())


PARQUET_WRITERS = {"pyarrow": parquet_by_pyarrow, "polars": parquet_by_polars, "duckdb": parquet_by_duckdb}


def write_parquet(library, seed):
    global TIME_BITS
    TIME_BITS = 34
    choose = random.Random(seed)
    # Some random types cannot be written to Parquet: others are tried.
    for _ in range(200):
        try:
            return PARQUET_WRITERS[library](choose)
        except (pa.ArrowException, NotImplementedError, OSError, duckdb.Error, polars.exceptions.PolarsError):
            pass
    raise ValueError("no table can be written")


def bounds(data):
    metadata = pa.parquet.read_metadata(io.BytesIO(data))
    rows = []
    for group in range(metadata.num_row_groups):
        for column in range(metadata.num_columns):
            statistics = metadata.row_group(group).column(column).statistics
            has = statistics is not None and statistics.has_min_max
            found = [statistics.min, statistics.max] if has else ["-", "-"]
            rows.append(f"{statistics.null_count} {found[0]} {found[1]}")
    return ";".join(rows)


def one_parquet(table, **options):
    sink = io.BytesIO()
    pa.parquet.write_table(table, sink, **options)
    return answer(sink.getvalue(), table)


# Lists as older programs wrote them: a file of pyarrow, with other nodes in its schema that have the same levels.


def read_varint(data, place):
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def varint(value):
    result = bytearray()
    while value >= 0x80:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(result) + bytes([value])


def read_thrift(data, place, kind):
    """A value in Thrift's compact protocol, and the place after it. A structure is a dictionary of kinds and values."""
    if kind in (1, 2):
        return None, place
    if kind in (3, 4, 5, 6):
        return read_varint(data, place)
    if kind == 8:
        size, place = read_varint(data, place)
        return data[place : place + size], place + size
    if kind == 9:
        count, element, place = data[place] >> 4, data[place] & 15, place + 1
        if count == 15:
            count, place = read_varint(data, place)
        values = []
        for _ in range(count):
            value, place = (data[place], place + 1) if element in (1, 2) else read_thrift(data, place, element)
            values.append(value)
        return (element, values), place
    fields, number = {}, 0
    while data[place]:
        number, kind, place = number + (data[place] >> 4), data[place] & 15, place + 1
        value, place = read_thrift(data, place, kind)
        fields[number] = (kind, value)
    return fields, place + 1


def signed(field):
    return field[1] >> 1 ^ -(field[1] & 1)


def bound(column, value):
    formats = {"BOOLEAN": "<?", "INT32": "<i", "INT64": "<q", "FLOAT": "<f", "DOUBLE": "<d"}
    return struct.unpack(formats[column.physical_type], value)[0] if column.physical_type in formats else value


def page_problems(column, values, index, number):
    # Values are compared as they are stored.
    if pa.types.is_timestamp(values.type):
        values = values.cast(pa.int64())
    if pa.types.is_string(values.type):
        values = values.cast(pa.binary())
    if index is None:
        return
    if signed((6, index[5][1][1][number])) != values.null_count:
        yield "nulls"
    is_null = index[1][1][1][number] == 1
    if is_null != (values.null_count == len(values)):
        yield "null page"
    if is_null:
        return
    low, high = (bound(column, index[field][1][1][number]) for field in (2, 3))
    found = [value for value in values.to_pylist() if value is not None and value == value]
    if not low <= min(found) <= max(found) <= high:
        yield "bounds"
    if not isinstance(low, bytes) and (low, high) != (min(found), max(found)):
        yield "inexact bounds"


def page_index(data):
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    footer, _ = read_thrift(data, start, 12)
    file = pa.parquet.ParquetFile(io.BytesIO(data))
    orders, problems = "", []
    for group, stored in enumerate(footer[4][1][1]):
        table = file.read_row_group(group)
        for position, chunk in enumerate(stored[1][1][1]):
            column = file.metadata.row_group(group).column(position)
            if not column.has_offset_index or column.has_column_index != (6 in chunk):
                problems.append("pyarrow sees no index")
            pages = read_thrift(data, signed(chunk[4]), 12)[0][1][1][1]
            index = read_thrift(data, signed(chunk[6]), 12)[0] if 6 in chunk else None
            rows = [signed(page[3]) for page in pages] + [table.num_rows]
            if rows != sorted(set(rows)) or rows[0] != 0:
                problems.append("rows")
            for number, page in enumerate(pages):
                header, place = read_thrift(data, signed(page[1]), 12)
                if signed(header[1]) != 0 or place - signed(page[1]) + signed(header[3]) != signed(page[2]):
                    problems.append("page")
                if "." in column.path_in_schema:
                    continue
                values = table.column(column.path_in_schema).slice(rows[number], rows[number + 1] - rows[number])
                if signed(header[5][1][1]) != len(values):
                    problems.append("count")
                problems += page_problems(column, values, index, number)
            if index is None:
                orders += "?"
                continue
            orders += "-<>"[signed(index[4])]
            for field in (2, 3):
                bounds = zip(index[field][1][1], index[1][1][1])
                bounds = [bound(column, value) for value, is_null in bounds if is_null != 1]
                if orders[-1] != "-" and bounds != sorted(bounds, reverse=orders[-1] == ">"):
                    problems.append("order")
    return (",".join(sorted(set(problems))) or "valid") + " " + orders


def written_thrift(kind, value):
    if kind in (1, 2):
        return b""
    if kind in (3, 4, 5, 6):
        return varint(value)
    if kind == 8:
        return varint(len(value)) + value
    if kind == 9:
        element, values = value
        items = [bytes([item]) if element in (1, 2) else written_thrift(element, item) for item in values]
        return bytes([0xF0 | element]) + varint(len(values)) + b"".join(items)
    result, number = b"", 0
    for next_number, (field_kind, field) in sorted(value.items()):
        result += bytes([next_number - number << 4 | field_kind]) + written_thrift(field_kind, field)
        number = next_number
    return result + b"\0"


def legacy(table, change):
    """The file of a table, with the nodes of its schema that a function makes of them."""
    sink = io.BytesIO()
    pa.parquet.write_table(table, sink, store_schema=False)
    data = sink.getvalue()
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    footer, _ = read_thrift(data, start, 12)
    footer[2] = (9, (12, change(footer[2][1][1])))
    metadata = written_thrift(12, footer)
    return answer(data[:start] + metadata + len(metadata).to_bytes(4, "little") + b"PAR1", table)


def with_codec(table, number):
    """The file of a table, with the number of another codec."""
    data = bytes.fromhex(one_parquet(table).split(" ")[0])
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    footer, _ = read_thrift(data, start, 12)
    for group in footer[4][1][1]:
        for chunk in group[1][1][1]:
            chunk[3][1][4] = (5, 2 * number)
    metadata = written_thrift(12, footer)
    return data[:start].hex() + metadata.hex() + len(metadata).to_bytes(4, "little").hex() + b"PAR1".hex() + " "


REPEATED = {3: (5, 4)}


def without_group(name):
    """Omits the repeated group of a list in the first column: its element is repeated, with another name."""
    return lambda nodes: [*nodes[:2], {**nodes[3], **REPEATED, 4: (8, name)}, *nodes[4:]]


def only_repeated(nodes):
    return [nodes[0], {**nodes[3], **REPEATED, 4: nodes[1][4]}]


def list_of(kind, values, **options):
    kind = pa.list_(pa.field("element", kind, nullable=False))
    return pa.table([pa.array(values, kind)], schema=pa.schema([pa.field("a", kind, **options)]))


PAIR = pa.struct([("x", pa.int64()), ("y", pa.string())])

PARQUET_SAMPLES = {
    "legacy_leaf": lambda: legacy(list_of(pa.int64(), [[1, 2], None, [], [3]]), without_group(b"array")),
    "legacy_tuple": lambda: legacy(
        list_of(PAIR, [[{"x": 1, "y": "a"}, {"x": 2, "y": None}], None, []]), without_group(b"a_tuple")),
    "legacy_array": lambda: legacy(
        list_of(pa.struct([("x", pa.int64())]), [[{"x": 1}, {"x": None}], None, []]), without_group(b"array")),
    "legacy_pairs": lambda: legacy(list_of(PAIR, [[{"x": 1, "y": "a"}], None, []]), without_group(b"bag")),
    "legacy_repeated": lambda: legacy(
        list_of(pa.int64(), [[1, 2], [], [3]], nullable=False), only_repeated),
    "empty": lambda: one_parquet(pa.table({"c": pa.array([], pa.int64())})),
    "lzo": lambda: with_codec(pa.table({"c": [1]}), 3),
    "bounded": lambda: one_parquet(
        pa.table({"n": [3, None, -1, 7, 9, 8], "d": [1.5, 2.5, -3.0, 0.25, 4.0, 8.0],
                  "s": ["b", "a", "c", "x", "z", "y"]}), row_group_size=3),
    "decimal256": lambda: one_parquet(
        pa.table({"n": [1, 2], "wide": pa.array([Decimal(1), Decimal(2)], pa.decimal256(50, 1))})),
    "checked": lambda: one_parquet(pa.table({"c": list(range(100))}), write_page_checksum=True, compression="none"),
    "long": lambda: one_parquet(
        pa.table({"n": list(range(200_000)), "s": [None if i % 7 == 0 else str(i % 1000) for i in range(200_000)],
                  "l": [[j for j in range(i % 4)] for i in range(200_000)]}), row_group_size=150_000),
}  # fmt: skip


def answer(data, table):
    return f"{data.hex()} {table_text(table)}"


def one_column(array, **options):
    sink = io.BytesIO()
    batch = pa.record_batch([array], names=["c"])
    with pa.ipc.new_stream(sink, batch.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_batch(batch)
    return sink.getvalue().hex()


SAMPLES = {
    "union": lambda: pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])]),
    "interval": lambda: pa.array([(1, 2, 3)], pa.month_day_nano_interval()),
    "run_end_encoded": lambda: pa.RunEndEncodedArray.from_arrays([3], ["x"]),
    "list_view": lambda: pa.array([[1]], pa.list_view(pa.int64())),
    "large_list_view": lambda: pa.array([[1]], pa.large_list_view(pa.int64())),
    "decimal256": lambda: pa.array([Decimal(1)], pa.decimal256(50, 1)),
    "uint64": lambda: pa.array([0, 2**63], pa.uint64()),
    "nested": lambda: pa.array([{"in": {"deep": (1, 2, 3)}}], pa.struct(
        [("in", pa.struct([("deep", pa.month_day_nano_interval())]))])),
}  # fmt: skip


def delta():
    sink = io.BytesIO()
    first = pa.record_batch([pa.DictionaryArray.from_arrays([0], ["x"])], names=["c"])
    second = pa.record_batch([pa.DictionaryArray.from_arrays([1], ["x", "y"])], names=["c"])
    with pa.ipc.new_stream(sink, first.schema, options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)) as writer:
        writer.write_batch(first)
        writer.write_batch(second)
    return sink.getvalue().hex()


def sample(name):
    if name == "delta":
        return delta()
    if name in ("lz4", "zstd"):
        return one_column(pa.array(["x" * 1_000]), compression=name)
    if name == "v4":
        return one_column(pa.array([1, None, 3]), metadata_version=pa.ipc.MetadataVersion.V4)
    return one_column(SAMPLES[name]())


def respond(words):
    match words:
        case ["read", library, container, data]:
            return read(library, container, bytes.fromhex(data))
        case ["types", container, data]:
            return ";".join(str(kind) for kind in read_table(container, bytes.fromhex(data)).schema.types)
        case ["groups", data]:
            metadata = pa.parquet.read_metadata(io.BytesIO(bytes.fromhex(data)))
            return " ".join(str(metadata.row_group(index).num_rows) for index in range(metadata.num_row_groups))
        case ["write", library, "parquet", seed]:
            return write_parquet(library, int(seed))
        case ["index", data]:
            return page_index(bytes.fromhex(data))
        case ["bounds", data]:
            return bounds(bytes.fromhex(data))
        case ["parquet", name]:
            return PARQUET_SAMPLES[name]()
        case ["write", library, container, seed]:
            return write(library, container, int(seed))
        case ["sample", name]:
            return sample(name)


with open(sys.argv[1], encoding="utf-8") as questions, open(sys.argv[2], "w", encoding="utf-8") as answers:
    for line in questions:
        try:
            response = respond(line.rstrip("\n").split(" "))
        except Exception as error:  # the test shows what it is
            response = f"rejected: {type(error).__name__}: {error}".replace("\n", " ")
        answers.write(response + "\n")

# Now and then, threads of pyarrow end the process when it exits, after everything was done.
os._exit(0)
