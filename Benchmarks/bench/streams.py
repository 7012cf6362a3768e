"""Streams: a million small objects on lines, with a running sum, and the first element of a large file."""

import json
import statistics
from pathlib import Path

from bench import documents, profiling, targets, timing
from bench.checking import Comparison, WrongOutput
from bench.report import mark, print_table


def check(millrace, folder: Path):
    """What the stream gives must be what Python's json finds on the lines."""
    document = documents.LINES
    file = folder / "millrace-stream.out"
    with millrace.process() as process:
        process.dump(document.name, "stream", file)
    expected = [json.loads(line) for line in (folder / document.file_name).read_text(encoding="ascii").splitlines()]
    difference = Comparison().difference(expected, json.loads(file.read_bytes()))
    file.unlink()
    if difference:
        raise WrongOutput(f"millrace/{document.name}/stream: {difference}")


def measure(millrace, serde_json, folder: Path, rounds, generator, wants_profiles):
    """Prints the three targets and returns the figures."""
    check(millrace, folder)
    document = documents.LINES
    size = (folder / document.file_name).stat().st_size
    results = {"megabytes per second": [], "times serde_json": []}
    for _ in range(rounds):
        times = timing.measure([millrace], document.name, "stream", 1, generator)["millrace"]
        speed = median_speed(times, size)
        results["megabytes per second"].append(speed)
        if serde_json:
            theirs = timing.measure([serde_json], "twitter", "decode", 1, generator)["serde_json"]
            twitter = (folder / "twitter.json").stat().st_size
            results["times serde_json"].append(speed / median_speed(theirs, twitter))
    before, after = millrace.peak_memory(document.name, "stream")
    results["mebibytes"] = (after - before) / 2**20
    with millrace.process() as process:
        results["first milliseconds"] = process.nanoseconds(documents.HUGE.name, "first", 1) / 1e6

    rows = []
    speed = statistics.median(results["megabytes per second"])
    if serde_json:
        ratio = statistics.median(results["times serde_json"])
        wanted = targets.STREAM_TIMES_SERDE_JSON
        figure = f"{ratio:.2f} ({speed:.0f} MB/s)"
        rows.append(["speed, × serde_json with twitter", figure, mark(wanted, ratio >= wanted)])
    else:
        rows.append(["speed", f"{speed:.0f} MB/s", "–"])
    for name, key, wanted in [
        ("peak memory, MiB more than at the start", "mebibytes", targets.STREAM_MEBIBYTES),
        ("first element of 1 GiB, ms", "first milliseconds", targets.STREAM_FIRST_MILLISECONDS),
    ]:
        rows.append([name, f"{results[key]:.2f}", mark(wanted, results[key] <= wanted)])
    if wants_profiles:
        short = document.short
        bytes_of_short = (folder / short.file_name).stat().st_size
        instructions, _ = profiling.count(millrace, short.name, "stream", bytes_of_short, folder)
        results["instructions per byte"] = instructions / bytes_of_short
        rows.append(["instructions per byte", f"{results['instructions per byte']:.2f}", "–"])
    print_table("stream: a million objects on lines, with a running sum", ["", "", "target"], rows)
    return results


def median_speed(times, size):
    """Megabytes a second."""
    return size / statistics.median(times) * 1000

