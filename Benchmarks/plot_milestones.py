#!/usr/bin/env python3
"""Plots the output of `milestones.py --json FILE`: plot_milestones.py FILE PICTURE.svg. Requires matplotlib."""

import json
import statistics
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

THEIRS, OURS = "#9a9a9a", "#1b6ca8"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        measured = json.load(file)
    steps = list(measured["times"])
    milliseconds = [statistics.median(measured["times"][step]) / 1e6 for step in steps]
    plt.rcParams["svg.fonttype"] = "none"
    plt.rcParams["svg.hashsalt"] = "millrace"
    figure, axes = plt.subplots(figsize=(8, 3.6))
    colours = [THEIRS if step.startswith("foundation") else OURS for step in steps]
    axes.barh(range(len(steps)), milliseconds, 0.7, color=colours)
    for place, duration in enumerate(milliseconds):
        axes.text(duration, place, f" {duration:,.0f}", va="center", fontsize=8)
    axes.set_yticks(range(len(steps)), [measured["names"][step] for step in steps])
    axes.invert_yaxis()
    # From Foundation's decoder to the fastest step are two orders of magnitude.
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds for a million objects (logarithmic)")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.12)
    figure.tight_layout()
    figure.savefig(sys.argv[2], metadata={"Date": None})


main()
