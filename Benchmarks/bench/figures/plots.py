"""The plots of the documentation: `PLOT.py FILE PICTURE.svg` draws the measurements in FILE. Requires matplotlib."""

import json
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

THEIRS, OURS = "#9a9a9a", "#1b6ca8"


def write(usage, draw, panels, size, **arguments):
    """Writes the picture that the arguments of the program name.

    `draw(axes, panel, measured)` draws a panel. The other arguments are those of `subplots`.
    """
    if len(sys.argv) != 3:
        sys.exit(usage)
    with open(sys.argv[1], encoding="utf-8") as file:
        measured = json.load(file)
    plt.rcParams["svg.fonttype"] = "none"
    plt.rcParams["svg.hashsalt"] = "millrace"
    figure, all_axes = plt.subplots(1, len(panels), figsize=size, squeeze=False, **arguments)
    for axes, panel in zip(all_axes[0], panels):
        draw(axes, panel, measured)
    figure.tight_layout()
    figure.savefig(sys.argv[2], metadata={"Date": None})


def bars(axes, names, lengths, text, colours):
    """A horizontal bar for each name, from the top, with its length as a text."""
    axes.barh(range(len(names)), lengths, 0.7, color=colours)
    for place, length in enumerate(lengths):
        axes.text(length, place, f" {length:{text}}", va="center", fontsize=8)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.spines[["top", "right"]].set_visible(False)
