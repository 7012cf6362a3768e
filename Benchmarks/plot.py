#!/usr/bin/env python3
"""Plots the output of `run.py --json FILE`: plot.py FILE PICTURE.svg. Requires matplotlib."""

import json
import statistics
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

CONTENDERS = {"millrace": "#1b6ca8", "serde_json": "#c46210", "foundation": "#9a9a9a"}


def megabytes_per_second(case, contender):
    return case["bytes"] * 1000 / statistics.median(case["times"][contender])


def draw(axes, operation, cases):
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


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        measured = json.load(file)
    plt.rcParams["svg.fonttype"] = "none"
    plt.rcParams["svg.hashsalt"] = "millrace"
    figure, both = plt.subplots(1, 2, figsize=(10, 4.5))
    for axes, operation in zip(both, ("decode", "encode")):
        draw(axes, operation, measured["times"][operation])
    both[1].legend(loc="lower right", frameon=False)
    figure.tight_layout()
    figure.savefig(sys.argv[2], metadata={"Date": None})


main()
