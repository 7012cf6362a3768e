#!/usr/bin/env python3
"""Plots the output of `cold_start.py --json FILE`: plot_cold_start.py FILE PICTURE.svg. Requires matplotlib."""

import statistics

from bench.figures import plots

NAMES = {
    "foundation-keys": "Foundation, synthesized Codable",
    "foundation-keys-flag": "the same, with the flag",
    "foundation-universal": "Foundation, one type of keys by hand",
    "dropin-keys": "drop-in coders, synthesized Codable",
    "dropin-keys-flag": "the same, with the flag",
    "dropin-macro": "drop-in coders, @Serializable",
    "typed": "@Serializable alone",
}


def draw(axes, direction, measured):
    times = measured["times"]["equalized"]
    milliseconds = [statistics.median(run["first"] for run in times[name][direction]) / 1e6 for name in NAMES]
    colours = [plots.THEIRS if name.startswith("foundation") else plots.OURS for name in NAMES]
    plots.bars(axes, list(NAMES.values()), milliseconds, ".3g", colours)
    # From one end to the other are more than two orders of magnitude.
    axes.set_xscale("log")
    axes.set_title(direction)
    axes.set_xlabel("milliseconds, first pass (logarithmic)")
    axes.margins(x=0.15)


plots.write(__doc__, draw, panels=["decode", "encode"], size=(10, 3.4), sharey=True)
