"""Writes a random table of all types, and compares its text with what the types say.

    typed_text.py write FOLDER SEED        writes a.arrow, a.arrows and a.parquet
    typed_text.py compare TABLE FILE...    prints how JSON lines, JSON and CSV differ from the Arrow file
"""

import base64
import csv
import datetime
import decimal
import json
import os
import random
import struct
import sys

import pyarrow as pa
import pyarrow.parquet as pq

PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}


def random_column(rng, type):
    """A function that returns a value of a type, as pyarrow takes it."""
    def integer(bits, signed):
        low, high = (-2**(bits - 1), 2**(bits - 1) - 1) if signed else (0, 2**bits - 1)
        return lambda: rng.choice([low, high, 0, rng.randint(low, high), rng.randint(0, 9)])
    if pa.types.is_integer(type):
        return integer(type.bit_width, pa.types.is_signed_integer(type))
    if pa.types.is_boolean(type):
        return lambda: rng.random() < 0.5
    if pa.types.is_floating(type):
        layout = {16: "<e", 32: "<f", 64: "<d"}[type.bit_width]
        size = type.bit_width // 8
        def number():
            chosen = rng.choice([0.0, -0.0, 0.1, 1.5, 1 / 3, 1000.0, float("nan"), float("inf"), None])
            return struct.unpack(layout, struct.pack(layout, chosen) if chosen is not None else rng.randbytes(size))[0]
        return number
    if pa.types.is_decimal(type):
        context = decimal.Context(prec=80)
        def value():
            digits = rng.choice([0, 1, 10**type.precision - 1, rng.randrange(10**type.precision), 10 ** rng.randrange(type.precision)])
            return context.multiply(decimal.Decimal(rng.choice([1, -1]) * digits), context.power(decimal.Decimal(10), -type.scale))
        return value
    if pa.types.is_dictionary(type):
        return lambda: rng.choice(["a", "b", 'q"'])
    if pa.types.is_string(type) or pa.types.is_large_string(type):
        return lambda: "".join(rng.choice('abé,"\\\n') for _ in range(rng.choice([0, 3, 20])))
    if pa.types.is_binary(type):
        return lambda: rng.randbytes(rng.randrange(5))
    if pa.types.is_fixed_size_binary(type):
        return lambda: rng.randbytes(type.byte_width)
    if pa.types.is_map(type):
        value = random_column(rng, type.item_type)
        keys = ["a", "b", 'q"', "é"] if pa.types.is_string(type.key_type) else [-1, 0, 1]
        return lambda: [(key, value()) for key in rng.sample(keys, rng.randrange(4))]
    if pa.types.is_list(type) or pa.types.is_fixed_size_list(type):
        value = random_column(rng, type.value_type)
        def elements():
            count = type.list_size if pa.types.is_fixed_size_list(type) else rng.randrange(4)
            return [value() if rng.random() < 0.7 else None for _ in range(count)]
        return elements
    if pa.types.is_struct(type):
        members = [(field.name, random_column(rng, field.type)) for field in type]
        return lambda: {name: value() if rng.random() < 0.7 else None for name, value in members}
    if pa.types.is_date(type):
        return lambda: datetime.date.fromordinal(rng.randint(1, 3652059))
    raise AssertionError(type)


TYPES = [
    pa.bool_(), pa.int8(), pa.uint8(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64(), pa.float16(), pa.float32(), pa.float64(),
    pa.decimal128(5, 2), pa.decimal128(18, 18), pa.decimal128(38, 0), pa.decimal128(38, 7), pa.date32(), pa.date64(), pa.string(),
    pa.large_string(), pa.binary(), pa.binary(5), pa.dictionary(pa.int8(), pa.string()), pa.list_(pa.date32()), pa.list_(pa.float32()),
    pa.list_(pa.decimal128(9, 3), 2), pa.map_(pa.string(), pa.int64()), pa.map_(pa.string(), pa.date32()), pa.map_(pa.int8(), pa.string()),
    pa.struct([("d", pa.decimal128(12, 3)), ("f", pa.float32()), ("u", pa.list_(pa.uint64())), ("m", pa.map_(pa.string(), pa.float32()))]),
]
COUNTS = [pa.timestamp(unit, zone) for unit in PER_SECOND for zone in (None, "UTC", "Europe/Berlin")]
COUNTS += [pa.duration(unit) for unit in PER_SECOND]
COUNTS += [pa.time32("s"), pa.time32("ms"), pa.time64("us"), pa.time64("ns")]


def counted(rng, type):
    """A function that returns a number of units."""
    unit = PER_SECOND[type.unit]
    if pa.types.is_time(type):
        return lambda: rng.choice([0, 1, 86_400 * unit - 1, rng.randrange(86_400) * unit, rng.randrange(86_400 * unit)])
    def value():
        seconds = rng.randint(-3_000_000_000, 3_000_000_000)
        return seconds * unit + rng.choice([0, unit // 4, unit // 1000 * 7, rng.randrange(unit)])
    return value


def write(folder, seed):
    rng = random.Random(int(seed))
    count = rng.choice([1, 9, 300, 3000])
    missing = rng.choice([0, 0.2, 0.9])
    fields, arrays = [], []
    for index, type in enumerate(TYPES + COUNTS):
        value = counted(rng, type) if type in COUNTS else random_column(rng, type)
        values = [None if rng.random() < missing else value() for _ in range(count)]
        if type in COUNTS:
            array = pa.array(values, pa.int32() if type.bit_width == 32 else pa.int64()).cast(type)
        elif pa.types.is_float16(type):
            array = pa.array(values, pa.float32()).cast(type)
        elif pa.types.is_dictionary(type):
            array = pa.array(values, type.value_type).dictionary_encode().cast(type)
        else:
            array = pa.array(values, type)
        fields.append(pa.field(f"c{index}", type))
        arrays.append(array)
    table = pa.Table.from_arrays(arrays, schema=pa.schema(fields))
    size = rng.choice([7, 1000, 100_000])
    with pa.ipc.new_file(f"{folder}/a.arrow", table.schema) as file:
        file.write_table(table, max_chunksize=size)
    with pa.ipc.new_stream(f"{folder}/a.arrows", table.schema) as file:
        file.write_table(table, max_chunksize=size)
    pq.write_table(table, f"{folder}/a.parquet", row_group_size=size)


class Digits(str):
    """A number whose digits count."""


def shortest(value, bits):
    """The number with the fewest digits that is this one in as many bits."""
    if value == int(value):
        # The digits of an integer of up to as many bits as the significand are its own.
        if abs(value) < {16: 2**16, 32: 2**24, 64: 2**53}[bits]:
            return decimal.Decimal(int(value))
    layout = {16: "<e", 32: "<f", 64: "<d"}[bits]
    for digits in range(17):
        text = f"{value:.{digits}e}"
        try:
            if struct.unpack(layout, struct.pack(layout, float(text)))[0] == value:
                return decimal.Decimal(text)
        except OverflowError:
            pass
    raise AssertionError(value)


def fraction(rest, unit, step):
    """The digits of a fraction of a second, a multiple of a number of them, as few as are exact."""
    digits = f"{rest * (10**9 // unit):09}"
    while digits.endswith("0" * step):
        digits = digits[:-step]
    return "." + digits if digits else ""


def expected(scalar, in_csv):
    """The value as JSON should have it: numbers as decimals, or as digits where all of them count."""
    type = scalar.type
    if not scalar.is_valid:
        return None
    if pa.types.is_dictionary(type):
        return scalar.as_py()
    if pa.types.is_floating(type):
        value = float(scalar.as_py())
        if value != value or value in (float("inf"), float("-inf")):
            return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(value)] if in_csv else None
        return shortest(value, type.bit_width)
    if pa.types.is_decimal(type):
        return Digits(format(scalar.as_py(), "f"))
    if pa.types.is_date(type):
        return scalar.as_py().isoformat()
    if pa.types.is_timestamp(type) or pa.types.is_duration(type) or pa.types.is_time(type):
        unit = PER_SECOND[type.unit]
        if pa.types.is_timestamp(type):
            seconds, rest = divmod(scalar.value, unit)
            text = (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)).isoformat()
            return text + fraction(rest, unit, 3) + ("Z" if type.tz else "")
        seconds, rest = divmod(abs(scalar.value), unit)
        rest = fraction(rest, unit, 1)
        if pa.types.is_duration(type):
            return ("-" if scalar.value < 0 else "") + f"PT{seconds}{rest}S"
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{rest}"
    if pa.types.is_map(type):
        entries = [(entry["key"], entry["value"]) for entry in scalar.values]
        if pa.types.is_string(type.key_type):
            return {key.as_py(): expected(value, in_csv) for key, value in entries}
        return [{"key": expected(key, in_csv), "value": expected(value, in_csv)} for key, value in entries]
    if pa.types.is_list(type) or pa.types.is_fixed_size_list(type):
        return [expected(element, in_csv) for element in scalar.values]
    if pa.types.is_struct(type):
        members = {field.name: expected(scalar[field.name], in_csv) for field in type if scalar[field.name].is_valid}
        return members
    value = scalar.as_py()
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def are_equal(found, wanted):
    if isinstance(wanted, Digits):
        return isinstance(found, Digits) and str(found) == str(wanted)
    if isinstance(wanted, dict):
        return isinstance(found, dict) and list(found) == list(wanted) and all(are_equal(found[key], wanted[key]) for key in wanted)
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(are_equal, found, wanted))
    if wanted is None or isinstance(wanted, (bool, str)):
        return type(found) is type(wanted) and found == wanted
    return isinstance(found, Digits) and decimal.Decimal(found) == wanted


def parsed(text):
    return json.loads(text, parse_int=Digits, parse_float=Digits)


def cell(wanted):
    """The text of a cell; nil if it is JSON or a number, which are compared as such."""
    if wanted is None:
        return ""
    if isinstance(wanted, bool):
        return "true" if wanted else "false"
    return str(wanted) if isinstance(wanted, str) else None


def compare(path, *files):
    with pa.ipc.open_file(path) as file:
        table = file.read_all()
    columns = {name: list(table[name]) for name in table.column_names}
    for path in files:
        in_csv = path.endswith(".csv")
        rows = [{name: expected(column[index], in_csv) for name, column in columns.items() if in_csv or column[index].is_valid}
                for index in range(table.num_rows)]
        with open(path, encoding="utf-8", newline="") as file:
            if in_csv:
                found = list(csv.DictReader(file))
            else:
                found = [parsed(line) for line in file] if path.endswith(".jsonl") else parsed(file.read())
        if len(found) != len(rows):
            print(path, len(found), "rows, not", len(rows))
        for index, (row, wanted) in enumerate(zip(found, rows)):
            if not in_csv and list(row) != list(wanted):
                print(path, index, "members", list(row), list(wanted))
            for name, value in wanted.items():
                text = row.get(name)
                same = text == cell(value) if in_csv and cell(value) is not None else are_equal(parsed(text) if in_csv else text, value)
                if not same:
                    print(path, index, table.schema.field(name), repr(text), repr(value))
                    return


if sys.argv[1] == "write":
    write(*sys.argv[2:])
else:
    compare(*sys.argv[2:])
# Threads of pyarrow can abort the end of the process.
sys.stdout.flush()
os._exit(0)
