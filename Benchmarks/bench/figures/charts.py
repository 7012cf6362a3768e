"""Converts the benchmarks' `--json` output to chart data: shapes and texts, independent of matplotlib.

Every ratio is a speed: above 1, Millrace is faster than the peer.
"""

import statistics
from dataclasses import dataclass, field

from bench.timing import ratios

OURS = "millrace"


@dataclass(frozen=True)
class Bar:
    """The lower quartile, the median and the upper quartile of the rounds' ratios."""

    label: str
    peer: str
    lower: float
    median: float
    upper: float


@dataclass(frozen=True)
class RatioChart:
    """Ratios with their spread, for each label and peer."""

    title: str
    bars: list[Bar] = field(default_factory=list)


@dataclass(frozen=True)
class GrowthChart:
    """A figure for each contender and size. The horizontal axis is logarithmic."""

    title: str
    lines: dict[str, list[tuple[int, float]]]
    size: str = "records"
    figure: str = "ns per record"
    is_logarithmic: bool = False


@dataclass(frozen=True)
class Table:
    title: str
    columns: list[str]
    rows: list[list[str]]


def bar(label, times, ours, peer):
    return Bar(label, peer, *ratios(times, ours, peer))


def bars_of(label, times, ours=OURS):
    """A bar for each peer that was measured beside `ours`."""
    return [bar(label, times, ours, peer) for peer in times if peer != ours]


def of_run(measured):
    """The charts of `run.py`."""
    charts = []
    for operation, results in measured.get("times", {}).items():
        charts.append(of_documents(f"{operation}: speed of Millrace relative to its peers", results))
    for operation, results in measured.get("conditions", {}).items():
        others = {name: result for name, result in results.items() if records_of(name) is None}
        charts.append(of_documents(f"{operation}, other conditions: speed of Millrace relative to its peers", others))
    if growth := growth_of(measured.get("conditions", {}).get("decode", {})):
        charts.append(GrowthChart("decode: time per record", growth))
    if debug := measured.get("debug"):
        charts.append(RatioChart("debug builds: speed relative to Foundation", of_debug(debug)))
    charts += [memory_of(operation, results) for operation, results in measured.get("peaks", {}).items()]
    return [chart for chart in charts if not is_empty(chart)]


def of_documents(title, results):
    return RatioChart(title, [one for name, result in results.items() for one in bars_of(name, result["times"])])


def of_debug(results):
    """The key of a result has the contender, the operation and the document."""
    bars = []
    for name, times in results.items():
        contender, operation, document = name.split()
        bars += bars_of(f"{document}: {contender} {operation}", times, contender)
    return bars


def records_of(document):
    """The number of records of a growing document, or nothing for another document."""
    count = document.removeprefix("records-")
    return int(count) if count != document and count.isdecimal() else None


def growth_of(results):
    """For each contender, the numbers of records and nanoseconds per record, in ascending order."""
    lines = {}
    for document, result in results.items():
        if count := records_of(document):
            for contender, times in result["times"].items():
                lines.setdefault(contender, []).append((count, statistics.median(times) / count))
    return {contender: sorted(points) for contender, points in lines.items()}


def memory_of(operation, results):
    """`results`: for each document's name and each contender's, bytes before and after."""
    names = list(dict.fromkeys(name for peaks in results.values() for name in peaks))
    rows = [
        [document, *(f"{(peaks[name][1] - peaks[name][0]) / 1e6:.1f}" if name in peaks else "–" for name in names)]
        for document, peaks in results.items()
    ]
    return Table(f"{operation}: peak memory, in MB, minus the memory at the start", ["document", *names], rows)


def of_coders(measured):
    """The charts of `coders.py`."""
    charts = []
    for operation in ("decode", "encode"):
        results = measured.get("times", {}).get(operation, {})
        bars = []
        for document, result in results.items():
            times = result["times"]
            bars += [bar(f"{document}: {name}", times, name, "foundation") for name in times if name != "foundation"]
        charts.append(RatioChart(f"{operation}: speed of the drop-in coders relative to Foundation", bars))
    return [chart for chart in charts if not is_empty(chart)]


def of_peers(measured):
    """The charts of `peers.py`: trees, structures, time against the number of records, and memory against the size of the
    document."""
    charts = []
    for kind, name in (("trees", "a tree"), ("structures", "structures")):
        for operation, results in measured.get(kind, {}).items():
            charts.append(of_documents(f"{operation} {name}: speed of Millrace relative to other libraries", results))
    records = {int(count): times for count, times in measured.get("records", {}).items()}
    per_record, memory = {}, {}
    for count, times in sorted(records.items()):
        for name, samples in times.items():
            per_record.setdefault(name, []).append((count, statistics.median(samples) / count))
        result = measured["memory"][str(count)]
        for name, (before, after) in result["peaks"].items():
            memory.setdefault(name, []).append((result["bytes"], (after - before) / 1e6))
    charts.append(GrowthChart("decode an array of records: time per record", per_record, is_logarithmic=True))
    charts.append(
        GrowthChart("decode an array of records: peak memory", memory, "bytes of the document", "MB more than at the start", True)
    )
    return [chart for chart in charts if not is_empty(chart)]


def of_milestones(measured):
    """The charts of `milestones.py`: the ways to read a million objects."""
    times, names = measured.get("times", {}), measured.get("names", {})
    base = "foundation-decoder"
    if base not in times:
        return []
    bars = [Bar(names[name], names[base], *ratios(times, name, base)) for name in times if name != base]
    rows = []
    for name, samples in times.items():
        before, after = measured["peaks"][name]
        rows.append([names[name], f"{statistics.median(samples) / 1e6:.0f}", f"{(after - before) / 1e6:.0f}"])
    return [
        RatioChart("a million objects: speed relative to Foundation's decoder", bars),
        Table("a million objects: milliseconds and peak memory", ["step", "ms", "peak MB"], rows),
    ]


def of_cold_start(measured):
    """The charts of `cold_start.py`: the first pass over all types of a process, which all have as many records."""
    charts = []
    for direction in ("decode", "encode"):
        first = {
            name: [run["first"] for run in times[direction]]
            for name, times in measured.get("times", {}).get("equalized", {}).items()
            if times.get(direction)
        }
        base = "foundation-keys"
        if base in first:
            # The processes are not paired, so the ratio is one of medians.
            reference = statistics.median(first[base])
            bars = [
                Bar(name, base, *(reference / quartile for quartile in reversed(statistics.quantiles(samples, n=4))))
                for name, samples in first.items()
                if name != base
            ]
            charts.append(RatioChart(f"first {direction} of every type in a process: speed relative to Foundation", bars))
    return [chart for chart in charts if not is_empty(chart)]


def of_tables(measured):
    """The charts of `tables.py`."""
    bars = [one for job, times in measured.get("times", {}).items() if OURS in times for one in bars_of(job, times)]
    return [RatioChart("tables: speed relative to other programs, in one thread", bars)] if bars else []


def of_compile(measured):
    """The charts of `compile.py`: CPU time and size of the code, and both relative to synthesized Codable."""
    charts = []
    for what, variants in measured.get("compile", {}).items():
        base = variants["synthesized Codable"]
        rows = []
        for variant, result in variants.items():
            row = [variant]
            for configuration in ("release", "debug"):
                for measure in ("clean", "touched"):
                    row.append(beside(result[configuration], base[configuration], measure, 1, "s"))
            rows.append([*row, beside(result["release"], base["release"], "text", 1000, "KB")])
        columns = ["models", "release", "release, one changed", "debug", "debug, one changed", "release code"]
        charts.append(Table(f"{what}: CPU time of a build and size of the code", columns, rows))
    for what, variants in measured.get("growth", {}).items():
        base = variants["synthesized Codable"]
        rows = [
            [count] + [beside(sizes[count], base[count], "clean", 1, "s") for sizes in variants.values()] for count in base
        ]
        charts.append(Table(f"one {what}: CPU time of a release build", ["", *variants], rows))
    return charts


def beside(result, base, measure, unit, name):
    """A figure, and how many times the base it is."""
    figure, reference = result[measure], base[measure]
    times = f" ({figure / reference:.2f} ×)" if reference > 0 else ""
    return f"{figure / unit:.1f} {name}{times}"


def of_tool(measured):
    """The charts of `tool.py`: the wall-clock time of each conversion beside other programs."""
    bars = []
    for conversion in measured.get("conversions", []):
        title = f"{conversion['from']} to {conversion['to']}, {conversion['data']}, {conversion['threads']} threads"
        # Of each run of a program: processor time, duration, memory.
        durations = {name: [run[1] for run in runs] for name, runs in conversion["runs"].items()}
        if OURS in durations:
            bars += bars_of(title, {name: times for name, times in durations.items() if len(times) == len(durations[OURS])})
    return [RatioChart("millrace convert: speed relative to other programs", bars)] if bars else []


def is_empty(chart):
    return not (chart.bars if isinstance(chart, RatioChart) else chart.rows if isinstance(chart, Table) else chart.lines)
