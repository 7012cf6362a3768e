"""The tables."""

import statistics

from bench import targets
from bench.timing import ratios

NOTHING = "–"


def print_table(title, columns, rows):
    """A table with the first column to the left and the others to the right."""
    print(f"\n{title}")
    widths = [max(len(line[index]) for line in [columns, *rows]) for index in range(len(columns))]
    for first, *rest in [columns, ["-" * width for width in widths], *rows]:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
        print("  " + "  ".join(cells).rstrip())


def mark(target, is_met):
    return f"{target:.2f} {'met   ' if is_met else 'MISSED'}"


def print_times(operation, results, wanted):
    """`results`: for each document's name, the bytes of an operation and the times of the contenders. `wanted`: for each
    document's name, how many times as fast as serde_json at least, and the goal."""
    rows = []
    for document, result in results.items():
        times = result["times"]
        speed = result["bytes"] / statistics.median(times["millrace"]) * 1000
        row = [document, f"{speed:.0f}"]
        row += serde_json_cells(times, wanted.get(document)) if "serde_json" in times else [NOTHING] * 4
        if "foundation" in times:
            row.append(foundation_cell(operation, document, ratios(times, "millrace", "foundation")[1]))
        else:
            row.append(NOTHING)
        rows.append(row)
    columns = ["document", "MB/s", "× serde_json", "quartiles", "at least", "goal", "× Foundation"]
    print_table(f"{operation}: speed of millrace", columns, rows)


def foundation_cell(operation, document, ratio):
    wanted = targets.TIMES_FOUNDATION.get(operation, {}).get(document)
    return f"{ratio:.1f}" if wanted is None else f"{ratio:.1f}, at least {mark(wanted, ratio >= wanted).rstrip()}"


def serde_json_cells(times, wanted):
    lower, median, upper = ratios(times, "millrace", "serde_json")
    cells = [f"{median:.2f}", f"{lower:.2f}–{upper:.2f}"]
    return cells + ([mark(target, median >= target) for target in wanted] if wanted else [NOTHING, NOTHING])


def print_growth(results):
    """What a record takes in arrays of more and more of them."""
    rows = []
    for name, result in results.items():
        if name.startswith("records-"):
            count = int(name.removeprefix("records-"))
            rows.append([f"{count:,}", f"{statistics.median(result['times']['millrace']) / count:.1f}"])
    print_table("decode: nanoseconds for each record of an array", ["records", "millrace"], rows)


def print_debug(results):
    """`results`: for each contender, operation and document, the times in a debug build."""
    rows = []
    for name, times in results.items():
        contender, operation, document = name.split()
        ratio = ratios(times, contender, "foundation")[1]
        wanted = targets.TIMES_FOUNDATION_IN_DEBUG[contender, operation]
        rows.append([f"{document}: {contender} {operation}", f"{ratio:.2f}", *(mark(goal, ratio >= goal) for goal in wanted)])
    print_table("a debug build of the program", ["operation", "× Foundation", "at least", "goal"], rows)


def print_profiles(operation, results):
    """`results`: for each document's name and each contender's, instructions per byte and allocations."""
    rows = []
    for document, profiles in results.items():
        instructions, allocations = profiles["millrace"]
        ceiling = targets.INSTRUCTIONS_PER_BYTE.get(operation, {}).get(document)
        theirs = [NOTHING, NOTHING]
        if "serde_json" in profiles:
            theirs = [f"{profiles['serde_json'][0]:.2f}", f"{profiles['serde_json'][1]:.0f}"]
        rows.append([
            document,
            f"{instructions:.2f}",
            mark(ceiling, instructions <= ceiling) if ceiling else NOTHING,
            theirs[0],
            f"{allocations:.0f}",
            theirs[1],
        ])
    columns = ["document", "instructions/byte", "at most", "serde_json", "allocations", "serde_json"]
    print_table(f"{operation}: instructions per byte, and allocations per operation", columns, rows)


def print_peaks(operation, results, names):
    """`results`: for each document's name and each contender's, bytes before and after."""
    rows = []
    for document, peaks in results.items():
        grown = {name: after - before for name, (before, after) in peaks.items()}
        rows.append([document, *(f"{grown[name] / 1e6:.1f}" if name in grown else NOTHING for name in names)])
    print_table(f"{operation}: peak memory, MB more than the program had at its start", ["document", *names], rows)
