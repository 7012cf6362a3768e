"""Runs the files of a release for ARM64 in an emulator, and compares what they write with what Python reads in it."""

import csv
import gzip
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import zipfile

from modules import ROOT

FILMS = ROOT / "Data" / "films.json"
# What the interpreter for ARM64 runs: the package without pyarrow, of which there may be no wheel for it.
CONVERSIONS = """\
import sys
import millrace

source, compressed, *targets = sys.argv[1:]
print(millrace.__version__)
for target in targets:
    print(millrace.convert(source, target, table="films" if target.endswith(".db") else None))
print(millrace.convert(compressed, targets[0]))
print(millrace.write(millrace.scan(source, columns=["id"], schema="id: string, number: int64", threads=2), targets[-1]))
try:
    millrace.write(millrace.scan(b'{"a": 1}\\n{"a": x}\\n', schema="a: int64"), targets[-1])
except millrace.MillraceError as error:
    print(error)
"""


def check(condition, description):
    if not condition:
        sys.exit(f"FAILED on ARM64: {description}")


def run(cross, words, environment=()):
    """The output of a program for ARM64, whose environment is not that of this process."""
    variables = [word for name, value in environment for word in ("-E", f"{name}={value}")]
    command = ["qemu-aarch64", *variables, "-L", cross.root, *words]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", env={"PATH": "/usr/bin:/bin"})
    check(result.returncode == 0, f"{words[0].name} ended with status {result.returncode}\n{result.stderr}")
    return result.stdout


def rows():
    """Films with texts, lists, missing members, integers and fractions."""
    films = json.loads(FILMS.read_text(encoding="utf-8"))
    return [film | {"number": index, "share": index / 7} for index, film in enumerate(films)]


def without_null(row):
    return {name: value for name, value in row.items() if value is not None}


def cell(name, value):
    """What a cell of CSV or of a database with JSON in it stands for. A missing value is empty or null."""
    if value in (None, ""):
        return None
    if name in ("number", "share"):
        return float(value)
    return json.loads(value) if name in ("directed_by", "genre") else value


def check_lines(path, expected):
    found = [without_null(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    check(found == expected, f"{path} has other rows than the input")


def check_csv(path, expected):
    with path.open(encoding="utf-8", newline="") as file:
        found = [without_null({name: cell(name, text) for name, text in row.items()}) for row in csv.DictReader(file)]
    check(found == expected, f"{path} has other rows than the input")


def check_database(path, expected):
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    check(connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok", f"{path} is not a sound database")
    cells = [{name: cell(name, row[name]) for name in row.keys()} for row in connection.execute("SELECT * FROM films")]
    found = [without_null(row) for row in cells]
    connection.close()
    check(found == expected, f"{path} has other rows than the input")


def check_c_library(files, wheel):
    """The wheel's tag and README.md name the version of the GNU C library that the files need."""
    needed = b"".join(file.read_bytes() for file in files)
    newest = max(int(number) for number in re.findall(rb"GLIBC_2\.(\d+)\0", needed))
    check(f"-manylinux_2_{newest}_" in wheel.name, f"the tool needs glibc 2.{newest}, unlike {wheel.name}")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    check(f"(glibc 2.{newest} or newer)" in readme, f"README.md does not say that the tool needs glibc 2.{newest}")


def new_folder(cross, name):
    folder = cross.output / "checks" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def write_inputs(folder, expected):
    text = "".join(json.dumps(row) + "\n" for row in expected).encode()
    (folder / "films.jsonl").write_bytes(text)
    (folder / "films.jsonl.gz").write_bytes(gzip.compress(text))


def check_tool(cross, archive, version):
    """Converts JSON lines to CSV, to a database and back. Returns the files of the tool."""
    folder = new_folder(cross, "tool")
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    expected = rows()
    write_inputs(folder, expected)
    tool = folder / "millrace"
    check(run(cross, [tool, "--version"]) == f"millrace {version}\n", "the tool has another version")
    names = ["films.jsonl.gz", "films.csv", "films.db", "copy.jsonl", "copy.jsonl.zst", "again.jsonl"]
    for source, target in zip(names, names[1:]):
        run(cross, [tool, "convert", folder / source, folder / target])
    check_csv(folder / "films.csv", expected)
    check_database(folder / "films.db", expected)
    check_lines(folder / "copy.jsonl", expected)
    check_lines(folder / "again.jsonl", expected)
    return tool, *(folder / "lib").iterdir()


def check_wheel(cross, wheel, version, python):
    """Converts with the package in the interpreter for ARM64 in the folder `python`."""
    folder = new_folder(cross, "wheel")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder / "packages")
    expected = rows()
    write_inputs(folder, expected)
    (folder / "conversions.py").write_text(CONVERSIONS, encoding="utf-8")
    (interpreter,) = (python / "usr" / "bin").glob("python3.*")
    environment = [("LD_LIBRARY_PATH", python / "usr" / "lib" / "aarch64-linux-gnu"), ("PYTHONHOME", python / "usr")]
    environment += [("PYTHONPATH", folder / "packages"), ("PYTHONDONTWRITEBYTECODE", "1")]
    targets = [folder / name for name in ["unpacked.jsonl", "films.csv", "films.db", "copy.jsonl", "ids.jsonl"]]
    words = [interpreter, folder / "conversions.py", folder / "films.jsonl", folder / "films.jsonl.gz", *targets]
    found = run(cross, words, environment).splitlines()
    count = str(len(expected))
    check(found[:-1] == [version, *[count] * 7], f"the package printed {found}")
    check("line 2, column 7" in found[-1], f"the error of an invalid row is '{found[-1]}'")
    check_lines(targets[0], expected)
    check_csv(targets[1], expected)
    check_database(targets[2], expected)
    check_lines(targets[3], expected)
    check_lines(targets[4], [{"id": row["id"]} for row in expected])
