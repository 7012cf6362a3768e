#!/usr/bin/env python3
"""Plots the output of `milestones.py --json FILE`: plot_milestones.py FILE PICTURE.svg. Requires matplotlib."""

import statistics

from bench.figures import plots


def draw(axes, _, measured):
    steps = list(measured["times"])
    milliseconds = [statistics.median(measured["times"][step]) / 1e6 for step in steps]
    colours = [plots.THEIRS if step.startswith("foundation") else plots.OURS for step in steps]
    plots.bars(axes, [measured["names"][step] for step in steps], milliseconds, ",.0f", colours)
    # From Foundation's decoder to the fastest step are two orders of magnitude.
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds for a million objects (logarithmic)")
    axes.margins(x=0.12)


plots.write(__doc__, draw, panels=[""], size=(8, 3.6))
