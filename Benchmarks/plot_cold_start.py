#!/usr/bin/env python3
"""Plots the output of `cold_start.py --json FILE`: plot_cold_start.py FILE PICTURE.svg. Requires matplotlib."""

import json
import statistics
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

THEIRS, OURS = "#9a9a9a", "#1b6ca8"
NAMES = {
    "foundation-keys": "Foundation, synthesized Codable",
    "foundation-keys-flag": "the same, with the flag",
    "foundation-universal": "Foundation, one type of keys by hand",
    "dropin-keys": "drop-in coders, synthesized Codable",
    "dropin-keys-flag": "the same, with the flag",
    "dropin-macro": "drop-in coders, @Serializable",
    "typed": "@Serializable alone",
}


def draw(axes, direction, times):
    names = list(NAMES)
    milliseconds = [statistics.median(run["first"] for run in times[name][direction]) / 1e6 for name in names]
    colours = [THEIRS if name.startswith("foundation") else OURS for name in names]
    axes.barh(range(len(names)), milliseconds, 0.7, color=colours)
    for place, duration in enumerate(milliseconds):
        axes.text(duration, place, f" {duration:.3g}", va="center", fontsize=8)
    axes.set_yticks(range(len(names)), [NAMES[name] for name in names])
    axes.invert_yaxis()
    # From one end to the other are more than two orders of magnitude.
    axes.set_xscale("log")
    axes.set_title(direction)
    axes.set_xlabel("milliseconds, first pass (logarithmic)")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.15)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        measured = json.load(file)
    plt.rcParams["svg.fonttype"] = "none"
    plt.rcParams["svg.hashsalt"] = "millrace"
    figure, both = plt.subplots(1, 2, figsize=(10, 3.4), sharey=True)
    for axes, direction in zip(both, ("decode", "encode")):
        draw(axes, direction, measured["times"]["equalized"])
    figure.tight_layout()
    figure.savefig(sys.argv[2], metadata={"Date": None})


main()
