"""The tables about coders. Here the documents are the columns, as in the table of the targets."""

import statistics

from bench import targets
from bench.contenders import DROP_IN, DROP_IN_MACRO, FOUNDATION, STATIC
from bench.report import NOTHING, mark, print_table
from bench.timing import ratios

NAMES = {DROP_IN: "without the macro", DROP_IN_MACRO: "with the macro"}


def print_times(operation, results, wanted, title=None):
    """`results`: for each document's name, the bytes of an operation and the times of the contenders.
    `wanted`: the targets of each contender."""

    def speed(result, contender):
        return f"{result['bytes'] / statistics.median(result['times'][contender]) * 1000:.0f}"

    rows = [["Foundation, MB/s", *(speed(result, FOUNDATION) for result in results.values())]]
    for contender, name in NAMES.items():
        rows.append([f"{name}, MB/s", *(speed(result, contender) for result in results.values())])
        quartiles = {
            document: ratios(result["times"], contender, FOUNDATION) for document, result in results.items()
        }
        medians = {document: median for document, (_, median, _) in quartiles.items()}
        rows.append(["  × Foundation", *(f"{median:.2f}" for median in medians.values())])
        rows.append(["  quartiles", *(f"{lower:.2f}–{upper:.2f}" for lower, _, upper in quartiles.values())])
        rows += target_rows(wanted[contender], medians)
    print_table(title or f"{operation}: speed of the drop-in coders", ["", *results], rows)


def print_probing(results, operations):
    """`results`: for each document's name and each kind of types that probe, the times of the contenders."""
    wanted = targets.PROBING_TIMES_FOUNDATION
    rows = []
    for operation in operations:
        cells = [
            mark(wanted, ratios(times[operation], DROP_IN, FOUNDATION)[1] >= wanted) if operation in times else NOTHING
            for times in results.values()
        ]
        medians = [
            f"{ratios(times[operation], DROP_IN, FOUNDATION)[1]:.2f}" if operation in times else NOTHING
            for times in results.values()
        ]
        rows += [[f"{operation}, × Foundation", *medians], ["  at least", *cells]]
    print_table("decode: types that probe, which catch errors", ["", *results], rows)


def print_structure(results):
    """`results`: for each document's name, the times of the check alone and of the decode that it is a part of."""
    parts = [
        statistics.median(times["structure"][DROP_IN]) / statistics.median(times["decode"][DROP_IN])
        for times in results.values()
    ]
    rows = [["% of the decode without the macro", *(f"{100 * part:.0f}" for part in parts)]]
    print_table("decode: copying the document and checking its structure", ["", *results], rows)


def target_rows(wanted, medians):
    """`wanted`: the minimum and, optionally, the goal for each document name."""
    rows = []
    for index, title in enumerate(("  at least", "  goal")):
        targets_by_document = {document: figures[index] for document, figures in wanted.items() if index < len(figures)}
        if targets_by_document:
            rows.append([
                title,
                *(
                    mark(targets_by_document[document], median >= targets_by_document[document])
                    if document in targets_by_document
                    else NOTHING
                    for document, median in medians.items()
                ),
            ])
    return rows


def fewer(ours, theirs):
    """How many percent fewer ours are."""
    return 100 * (1 - ours / theirs)


def print_allocations(results):
    """`results`: for each document's name and each contender's, allocations of one decode."""
    rows = [["Foundation", *(f"{counts[FOUNDATION]:.0f}" for counts in results.values())]]
    wanted = targets.DROP_IN_FEWER_ALLOCATIONS
    for contender, name in NAMES.items():
        rows.append([name, *(f"{counts[contender]:.0f}" for counts in results.values())])
        percents = [fewer(counts[contender], counts[FOUNDATION]) for counts in results.values()]
        rows.append(["  % fewer", *(f"{percent:.1f}" for percent in percents)])
        rows.append(["  at least", *(mark(wanted, percent >= wanted) for percent in percents)])
    print_table("decode: allocations per document", ["", *results], rows)


def print_instructions(results):
    """`results`: for each document's name, instructions for each byte of it."""
    ceilings = targets.DROP_IN_INSTRUCTIONS_PER_BYTE
    rows = [
        [NAMES[DROP_IN], *(f"{figure:.2f}" for figure in results.values())],
        [
            "  at most",
            *(
                mark(ceilings[document], figure <= ceilings[document]) if document in ceilings else NOTHING
                for document, figure in results.items()
            ),
        ],
    ]
    print_table("decode: instructions per byte of the document", ["", *results], rows)


def print_static(result, allocations):
    """`result`: the times of encoding `simple`. `allocations`: the contenders' of it, if they were counted."""
    if not result or STATIC not in result["times"]:
        return
    lower, median, upper = ratios(result["times"], STATIC, FOUNDATION)
    wanted = targets.STATIC_TIMES_FOUNDATION
    spread = f"{lower:.2f}–{upper:.2f}"
    rows = [["× Foundation", f"{median:.2f}", spread, f"at least {mark(wanted, median >= wanted)}"]]
    if allocations:
        percent = 100 * allocations[STATIC] / allocations[FOUNDATION]
        most = targets.STATIC_ALLOCATIONS
        counts = f"{allocations[STATIC]:.0f} of {allocations[FOUNDATION]:.0f}"
        verdict = f"at most {mark(most, percent <= most)}"
        rows.append(["allocations, % of Foundation's", f"{percent:.1f}", counts, verdict])
    print_table("encode: StaticJSONEncoder without the macro, simple", ["", "", "", "target"], rows)
