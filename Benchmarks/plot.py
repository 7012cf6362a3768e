#!/usr/bin/env python3
"""Plots the output of `run.py --json FILE`: plot.py FILE PICTURE.svg. Requires matplotlib."""

import statistics

from bench.figures import plots

CONTENDERS = {"millrace": plots.OURS, "serde_json": "#c46210", "foundation": plots.THEIRS}


def megabytes_per_second(case, contender):
    return case["bytes"] * 1000 / statistics.median(case["times"][contender])


def draw(axes, operation, measured):
    cases = measured["times"][operation]
    names = list(cases)
    height = 0.8 / len(CONTENDERS)
    for position, (contender, colour) in enumerate(CONTENDERS.items()):
        places = [index + position * height for index in range(len(names))]
        speeds = [
            megabytes_per_second(cases[name], contender) if contender in cases[name]["times"] else 0 for name in names
        ]
        axes.barh(places, speeds, height, color=colour, label=contender)
        for place, speed in zip(places, speeds):
            axes.text(speed, place, f" {speed:,.0f}", va="center", fontsize=7)
    axes.set_yticks([index + height for index in range(len(names))], names)
    axes.invert_yaxis()
    axes.set_title(operation)
    axes.set_xlabel("MB/s")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.15)
    if operation == "encode":
        axes.legend(loc="lower right", frameon=False)


plots.write(__doc__, draw, panels=["decode", "encode"], size=(10, 4.5))
