"""The tables of the cold start."""

import statistics

from bench import targets
from bench.report import NOTHING, mark, print_table

BASIS = "foundation-keys"


def quantiles(values):
    return statistics.quantiles(values, n=4, method="inclusive")


def milliseconds(runs, which):
    return [run[which] / 1e6 for run in runs]


def spread(values):
    lower, median, upper = (f"{value:.3g}" if value < 1000 else f"{value:.0f}" for value in quantiles(values))
    return f"{lower} / {median} / {upper}"


def ratio(results, name, direction):
    """How many times as fast as the basis the first pass is, medians compared."""
    ours, theirs = (
        statistics.median(milliseconds(results[each][direction], "first")) for each in (name, BASIS)
    )
    return theirs / ours


def print_times(title, results, direction, look_ups, wanted):
    """`look_ups`: for each variant's name, those of each further type. `wanted`: for some, the ratio to be reached."""
    rows = []
    for name, runs in results.items():
        first, second = (milliseconds(runs[direction], which) for which in ("first", "second"))
        searches = [run["searches"] for run in runs[direction] if "searches" in run]
        target = wanted.get(name)
        times = ratio(results, name, direction)
        rows.append([
            name,
            spread(first),
            f"{statistics.median(second):.3g}",
            f"{times:.3g}",
            mark(target, times >= target) if target else NOTHING,
            f"{statistics.median(searches):.0f}" if searches else NOTHING,
            f"{look_ups[name]:.2f}" if name in look_ups else NOTHING,
        ])
    columns = ["variant", "first ms, quartiles", "second", f"× {BASIS}", "at least", "searches", "look-ups a type"]
    print_table(f"{direction}, {title}", columns, rows)


def print_programs(facts, names):
    rows = []
    for name in names:
        each = facts[name]
        # Unknown of programs that were never built from nothing.
        costs = [
            f"{each[key] / scale:.0f}" if key in each else NOTHING
            for key, scale in (("build processor seconds", 1), ("build seconds", 1), ("build peak bytes", 1e6))
        ]
        rows.append([
            name,
            f"{each['bytes'] / 1e6:.2f}",
            str(each["records"]),
            str(each["coding keys"]),
            *costs,
        ])
    columns = ["program", "stripped MB", "records", "key types", "build CPU s", "wall s", "peak MB"]
    print_table("the programs without filler", columns, rows)


def print_sizes(facts, models):
    """Whether the typed program is as small as it should be. Of few models the library is most of it."""
    sizes = {name: facts[name]["bytes"] for name in (BASIS, "foundation-universal", "typed") if name in facts}
    if len(sizes) < 3:
        return
    share = sizes["typed"] / sizes["foundation-universal"]
    less = 100 * (1 - sizes["typed"] / sizes[BASIS])
    verdicts = [f"the targets are for {targets.COLD_SIZE_MODELS} models"] * 2
    if models >= targets.COLD_SIZE_MODELS:
        most, least = targets.COLD_TIMES_UNIVERSAL_SIZE, targets.COLD_PERCENT_SMALLER
        verdicts = [f"at most {mark(most, share <= most).rstrip()}", f"at least {mark(least, less >= least).rstrip()}"]
    print(f"\nThe typed program is {share:.2f} times the size of that with a universal key ({verdicts[0]})")
    print(f"and {less:.0f} % smaller than that with synthesized Codable ({verdicts[1]}).")


def print_look_ups(look_ups):
    """Whether what Millrace reads and writes itself looks up nothing."""
    for direction, counts in look_ups.items():
        for name in ("typed", "dropin-macro"):
            if name in counts:
                wanted = targets.COLD_LOOK_UPS
                verdict = mark(wanted, counts[name] <= wanted).rstrip()
                print(f"{name}, {direction}: {counts[name]:.2f} look-ups a type (at most {verdict})")
