"""Compares the command-line tool with DuckDB, Polars, jq, Miller and sqlite3.

usage: tool.py [--megabytes N] [--rounds N] [--threads N,N] [--only TEXT] [--json FILE]

Queries over files are compared with DuckDB and with sqlite3's own import and select, and the time is measured that a row takes
through a pipe that pauses.

Each conversion goes from a file to a file. The outputs are checked before anything is timed: every contender must have
written the values of the source (nested ones excepted, which formats spell in different ways). Then the contenders run
in a random order, each in a process of its own, and the medians of CPU time and wall time are printed. Of the libraries
for Python only the conversion counts, without the start of the interpreter.
"""

import argparse
import csv
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import entry, machine

here = Path(__file__).resolve().parent
tool = here / ".build/release/millrace"
peers = here / ".build/peers/bin/python"

words = "alpha beta gamma delta epsilon zeta eta theta iota kappa".split()


def flat_row(random, number):
    return {
        "id": number,
        "name": random.choice(words) + str(random.randrange(1000)),
        "amount": round(random.random() * 1000, 2),
        "open": random.random() < 0.5,
        "note": " ".join(random.choice(words) for _ in range(6)) + (', "so"' if number % 50 == 0 else ""),
        "city": random.choice(words) if random.random() < 0.9 else None,
        "count": random.randrange(100000),
    }


def nested_row(random, number):
    return {
        "id": number,
        "user": {"name": random.choice(words), "tags": [random.choice(words) for _ in range(3)],
                 "at": {"lat": round(random.random() * 90, 6), "lon": round(random.random() * 90, 6)}},
        "items": [{"sku": random.randrange(9999), "quantity": random.randrange(9)} for _ in range(2)],
        "note": " ".join(random.choice(words) for _ in range(6)),
    }


def generate(folder, size):
    """Writes flat and nested lines and CSV of about this number of bytes."""
    for name, make in [("flat", flat_row), ("nested", nested_row)]:
        source = random.Random(1)
        number = 0
        with open(folder / f"{name}.jsonl", "w") as lines, open(folder / f"{name}.csv", "w", newline="") as table:
            writer = csv.writer(table, lineterminator="\n")
            while lines.tell() < size:
                for _ in range(1000):
                    row = make(source, number)
                    if number == 0:
                        writer.writerow(row)
                    number += 1
                    lines.write(json.dumps(row, separators=(",", ":")) + "\n")
                    cells = [json.dumps(v, separators=(",", ":")) if isinstance(v, (dict, list, bool)) else v for v in row.values()]
                    writer.writerow(["" if cell is None else cell for cell in cells])


def python(code):
    """A contender in Python: the code sees `source`, `target` and `threads`."""
    def command(source, target, threads):
        head = "import sys, time\nsource, target, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])\n"
        clock = "start = time.process_time(), time.perf_counter()\n"
        tail = "\nprint(time.process_time() - start[0], time.perf_counter() - start[1])\n"
        imports, body = code
        return [str(peers), "-c", head + imports + "\n" + clock + body + tail, source, target, str(threads)]
    return command


def duckdb(read, write):
    return python(("import duckdb", f"""
connection = duckdb.connect(config={{"threads": threads}})
connection.execute(f"COPY (SELECT * FROM {read}) TO '{{target}}' ({write})")"""))


def polars(code):
    return python(("import os\nos.environ['POLARS_MAX_THREADS'] = str(threads)\nimport polars", code))


def millrace(source, target, threads):
    return [str(tool), "convert", source, target, "--threads", str(threads)]


def shell(line):
    return lambda source, target, threads: ["sh", "-c", line, "sh", source, target]


contenders = {
    ("jsonl", "csv"): {
        "millrace": millrace,
        "duckdb": duckdb("read_ndjson('{source}')", "FORMAT csv"),
        "jq": shell("""jq -r -s '(.[0] | keys_unsorted) as $k | $k, (.[] | [.[$k[]] | if type == "object" or type == "array" then tojson else . end]) | @csv' "$1" > "$2" """),
        "mlr": shell('mlr --ijsonl --ocsv cat "$1" > "$2"'),
    },
    ("jsonl", "arrow"): {
        "millrace": millrace,
        "polars": polars("polars.read_ndjson(source).write_ipc(target, compression='uncompressed')"),
    },
    ("csv", "arrow"): {
        "millrace": millrace,
        "polars": polars("polars.read_csv(source).write_ipc(target, compression='uncompressed')"),
    },
    ("csv", "jsonl"): {
        "millrace": millrace,
        "duckdb": duckdb("read_csv('{source}')", "FORMAT json"),
        "mlr": shell('mlr --icsv --ojsonl cat "$1" > "$2"'),
    },
    ("csv", "db"): {
        "millrace": lambda source, target, threads: [str(tool), "convert", source, target + "#t"],
        "sqlite3": shell("""sqlite3 "$2" ".import --csv '$1' t" """),
    },
}


GROUP = """SELECT city, count(*) AS n, sum("count") AS total FROM flat WHERE city <> '' GROUP BY city ORDER BY city"""
JOIN = "SELECT team, count(*) AS n FROM flat JOIN teams USING (name) GROUP BY team ORDER BY team"


def query_by_millrace(sql, files, target):
    return [str(tool), "query", sql, *map(str, files), "-o", str(target)]


def query_by_sqlite3(sql, files, target):
    imports = [word for file in files for word in ("-cmd", f".import --csv '{file}' {file.stem}")]
    return ["sh", "-c", 'target=$1; shift; exec sqlite3 -csv -header "$@" > "$target"', "sh", target, *imports, ":memory:", sql]


def query_by_duckdb(sql, files, target):
    views = [f"""connection.execute("CREATE VIEW {file.stem} AS SELECT * FROM read_csv('{file}')")""" for file in files]
    body = ["connection = duckdb.connect(config={'threads': 1})", *views,
            "connection.execute('COPY (' + source + ') TO ' + repr(target))"]
    return python(("import duckdb", "\n".join(body)))(sql, str(target), 1)


def compare_queries(folder, rounds, only):
    """The same SQL over CSV, on one thread. All results must have the same cells."""
    flat, teams = folder / "flat.csv", folder / "teams.csv"
    names = [f"{word}{number}" for word in words for number in range(1000)]
    teams.write_text("name,team\n" + "".join(f"{name},team {len(name) + number % 7}\n" for number, name in enumerate(names)))
    makers = {"millrace": query_by_millrace, "duckdb": query_by_duckdb, "sqlite3": query_by_sqlite3}
    for title, sql, files in [("group by", GROUP, [flat]), ("join", JOIN, [flat, teams])]:
        if only not in f"query {title}":
            continue
        present = [name for name in makers if is_available(name)]
        expected, times = None, {name: [] for name in present}
        for _ in range(rounds + 1):
            for name in random.sample(present, len(present)):
                target = folder / f"{name}-result.csv"
                times[name].append(run(makers[name](sql, files, target)))
                with open(target, newline="") as table:
                    rows = list(csv.reader(table))
                expected = expected or rows
                if rows != expected:
                    sys.exit(f"WRONG OUTPUT {name} wrote {rows[:3]} instead of {expected[:3]} for {title}")
                target.unlink()
        medians = {name: [statistics.median(column) for column in zip(*runs[-rounds:])] for name, runs in times.items()}
        ours = medians["millrace"]
        for name, (cpu, wall, memory) in medians.items():
            print(f"| {title} | flat.csv | 1 | {name} | {cpu:.2f} | {wall:.2f} | {flat.stat().st_size / 1e6 / wall:.0f} | "
                  f"{memory:.0f} | {ours[0] / cpu:.2f} | {ours[1] / wall:.2f} |", flush=True)


def print_latency(count=100):
    """How long a row takes from a pipe that pauses after it to a pipe."""
    process = subprocess.Popen([str(tool), "convert", "-", "--from", "jsonl", "--to", "csv"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    output = process.stdout
    delays = []
    for number in range(count):
        start = time.perf_counter()
        process.stdin.write(b'{"id":%d,"name":"alpha"}\n' % number)
        if number == 0:
            output.readline()  # the names of the columns
        row = output.readline()
        delays.append(1000 * (time.perf_counter() - start))
        if row != b"%d,alpha\n" % number:
            sys.exit(f"WRONG OUTPUT {row} for row {number}")
    process.stdin.close()
    process.wait()
    print(f"\na row from pipe to pipe: median {statistics.median(delays):.1f} ms, longest {max(delays):.1f} ms", flush=True)


def digest(path, columns):
    """What digest.py prints of an output. Arrow needs the library that the peers have."""
    interpreter = peers if peers.exists() else sys.executable
    result = subprocess.run([interpreter, here / "digest.py", path, *columns], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"WRONG OUTPUT {path.name} cannot be read: {result.stderr}")
    return result.stdout.strip()


def run(command):
    """CPU time, wall time and peak memory of a process, in seconds and mebibytes."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = status
    if status != 0:
        raise RuntimeError(f"{command[:3]} failed")
    cpu = usage.ru_utime + usage.ru_stime
    if output.strip():
        cpu, wall = map(float, output.split()[-2:])
    return cpu, wall, usage.ru_maxrss / 1024


def is_available(name):
    if name in ("duckdb", "polars"):
        return peers.exists()
    return name == "millrace" or shutil.which(name)


def compare(folder, data, formats, threads, rounds):
    source = folder / f"{data}.{formats[0]}"
    size = source.stat().st_size / 1e6
    with open(folder / f"{data}.jsonl") as lines:
        columns = [name for name, value in json.loads(lines.readline()).items() if not isinstance(value, (dict, list))]
    expected = digest(source, columns)
    times = {}
    names = [name for name in contenders[formats] if is_available(name)]
    # Those that have one thread only are compared with one.
    names = [name for name in names if threads == 1 or name in ("millrace", "duckdb", "polars")]
    for round in range(rounds + 1):
        for name in random.sample(names, len(names)):
            target = folder / f"{name}.{formats[1]}"
            target.unlink(missing_ok=True)
            try:
                result = run(contenders[formats][name](str(source), str(target), threads))
            except (RuntimeError, OSError) as error:
                print(f"  {name}: {error}", file=sys.stderr)
                names.remove(name)
                continue
            if round > 0:
                times.setdefault(name, []).append(result)
            elif (found := digest(target, columns)) != expected:
                sys.exit(f"WRONG OUTPUT {name} wrote {found} instead of {expected}")
            target.unlink()
    ours = [statistics.median(column) for column in zip(*times["millrace"])]
    for name in names:
        cpu, wall, memory = [statistics.median(column) for column in zip(*times[name])]
        print(f"| {formats[0]} → {formats[1]} | {data} | {threads} | {name} | {cpu:.2f} | {wall:.2f} | {size / wall:.0f} | "
              f"{memory:.0f} | {ours[0] / cpu:.2f} | {ours[1] / wall:.2f} |", flush=True)
    return {"from": formats[0], "to": formats[1], "data": data, "threads": threads, "runs": times}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--only", default="", help="conversions whose name, such as jsonl-csv, contains this")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all measurements to a file, too")
    options = parser.parse_args()
    conversions = []
    with tempfile.TemporaryDirectory(prefix="millrace-tool-") as name:
        folder = Path(name)
        generate(folder, options.megabytes * 1_000_000)
        print("| conversion | data | threads | program | CPU s | wall s | MB/s | MiB | CPU, ours / it | wall, ours / it |")
        print("|---|---|---|---|---|---|---|---|---|---|")
        for formats in contenders:
            if options.only not in "-".join(formats):
                continue
            for data in ("flat", "nested"):
                for threads in map(int, options.threads.split(",")):
                    conversions.append(compare(folder, data, formats, threads, options.rounds))
        compare_queries(folder, options.rounds, options.only)
        if options.only in "follow":
            print_latency()
    if options.json:
        results = {"head": machine.describe(), "conversions": conversions}
        options.json.write_text(json.dumps(results, indent=1), encoding="utf-8")


if __name__ == "__main__":
    entry.start(main)
