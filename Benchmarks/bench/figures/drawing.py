"""Draws charts as SVG. Needs matplotlib, which scripts/bench report installs from PyPI."""

import io

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from matplotlib.ticker import ScalarFormatter

from bench.figures.charts import RatioChart

# The same contender has the same colour in every plot.
COLOURS = {
    "millrace": "#1b6ca8",
    "serde_json": "#c46210",
    "foundation": "#9a9a9a",
    "simdjson": "#6a994e",
    "rapidjson": "#8e5ea2",
    "yyjson": "#c9a227",
    "orjson": "#b3261e",
    "msgspec": "#b08900",
    "node": "#17807e",
}
OTHERS = ["#d1495b", "#4f6d7a", "#8d5524", "#7a9e00", "#5c4d9c"]


def colour_of(name, position):
    return COLOURS.get(name, OTHERS[position % len(OTHERS)])


def svg(chart):
    """The chart as an SVG element."""
    plt.rcParams["svg.fonttype"] = "none"
    # Without it, the identifiers of two pictures on a page could be the same.
    plt.rcParams["svg.hashsalt"] = chart.title
    figure = ratios(chart) if isinstance(chart, RatioChart) else growth(chart)
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    # The XML declaration and the document type do not belong in HTML.
    return text.getvalue()[text.getvalue().index("<svg") :]


def ratios(chart):
    """A point for each median, with a line from the lower to the upper quartile."""
    labels = list(dict.fromkeys(bar.label for bar in chart.bars))
    peers = list(dict.fromkeys(bar.peer for bar in chart.bars))
    figure, axes = plt.subplots(figsize=(9, 1 + 0.3 * len(labels)))
    for position, peer in enumerate(peers):
        bars = [bar for bar in chart.bars if bar.peer == peer]
        medians = [bar.median for bar in bars]
        spread = [[bar.median - bar.lower for bar in bars], [bar.upper - bar.median for bar in bars]]
        shift = 0.5 * (position + 0.5) / len(peers) - 0.25
        places = [labels.index(bar.label) + shift for bar in bars]
        colour = colour_of(peer, position)
        axes.errorbar(medians, places, xerr=spread, fmt="o", markersize=4, capsize=2, color=colour, label=f"× {peer}")
    axes.axvline(1, color="#444444", linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlabel("times as fast as the peer (logarithmic): median and quartiles of the rounds")
    return finished(figure, axes)


def growth(chart):
    figure, axes = plt.subplots(figsize=(9, 3.5))
    for position, (contender, points) in enumerate(chart.lines.items()):
        axes.plot(*zip(*points), marker="o", color=colour_of(contender, position), label=contender)
    axes.set_xscale("log")
    if chart.is_logarithmic:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.set_xlabel(f"{chart.size} (logarithmic)")
    axes.set_ylabel(chart.figure + (" (logarithmic)" if chart.is_logarithmic else ""))
    return finished(figure, axes)


def finished(figure, axes):
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color="#eeeeee")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure
