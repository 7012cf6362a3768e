#!/usr/bin/env python3
"""Writes one HTML page about what scripts/report.sh has measured: html_report.py FOLDER. Requires matplotlib."""

import html
import io
import json
import platform
import statistics
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

TITLES = {
    "documents": "Typed JSON: documents, streams and memory",
    "coders": "Drop-in coders beside Foundation's",
    "milestones": "Milestones: from Foundation to columns",
    "tables": "Columns, CSV and SQLite",
}
STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}
pre{background:#f6f6f4;padding:1em;overflow-x:auto;font-size:12px;line-height:1.35}
.missing{color:#a00}svg{max-width:100%;height:auto}"""


def quartiles(ratios):
    low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    return low, middle, high


def ratios_to(cases, base):
    """For each contender, the documents with the quartiles of the ratios of paired rounds to the base's times."""
    ratios = {}
    for document, case in cases.items():
        times = case.get("times", {})
        for contender, own in times.items():
            if contender != base and base in times:
                pairs = [theirs / mine for theirs, mine in zip(times[base], own) if mine]
                if pairs:
                    ratios.setdefault(contender, {})[document] = quartiles(pairs)
    return ratios


def ratio_plot(operation, cases, base):
    ratios = ratios_to(cases, base)
    if not ratios:
        return ""
    documents = list(cases)
    figure, axes = plt.subplots(figsize=(9, 0.5 + 0.35 * len(documents) * len(ratios)))
    height = 0.8 / len(ratios)
    for position, (contender, values) in enumerate(ratios.items()):
        places = [index + position * height for index, name in enumerate(documents) if name in values]
        found = [values[name] for name in documents if name in values]
        middles = [middle for _, middle, _ in found]
        spread = [[middle - low for low, middle, _ in found], [high - middle for _, middle, high in found]]
        axes.barh(places, middles, height, xerr=spread, label=contender, error_kw={"linewidth": 1, "ecolor": "#333"})
        for place, middle in zip(places, middles):
            axes.text(middle, place, f" {middle:.2f}", va="center", fontsize=7)
    axes.axvline(1, color="#333", linewidth=0.8)
    axes.set_yticks([index + 0.4 - height / 2 for index in range(len(documents))], documents)
    axes.invert_yaxis()
    axes.set_xlabel(f"times the speed of {base}: median and quartiles of paired rounds")
    axes.set_title(operation)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8)
    figure.tight_layout()
    picture = io.StringIO()
    figure.savefig(picture, format="svg", metadata={"Date": None})
    plt.close(figure)
    return picture.getvalue()[picture.getvalue().index("<svg"):]


def plots(measured):
    """A plot for each operation whose results have paired times."""
    for operation, cases in measured.get("times", {}).items() if isinstance(measured.get("times"), dict) else ():
        if not isinstance(cases, dict) or not all(isinstance(case, dict) for case in cases.values()):
            continue
        contenders = {name for case in cases.values() for name in case.get("times", {})}
        base = next((name for name in ("serde_json", "foundation") if name in contenders), None)
        if base:
            yield ratio_plot(operation, cases, base)


def section(folder, name):
    yield f"<h2>{html.escape(TITLES[name])}</h2>"
    text, measured = folder / f"{name}.txt", folder / f"{name}.json"
    if measured.exists():
        yield from plots(json.loads(measured.read_text()))
    else:
        yield '<p class="missing">This benchmark did not finish: its output follows.</p>'
    if text.exists():
        yield f"<pre>{html.escape(text.read_text(errors='replace'))}</pre>"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    plt.rcParams["svg.hashsalt"] = "millrace"
    parts = ["<!doctype html><html lang=en><meta charset=utf-8><title>Millrace: benchmark report</title>",
             f"<style>{STYLE}</style><h1>Millrace: benchmark report</h1>"]
    present = [name for name in TITLES if (folder / f"{name}.txt").exists() or (folder / f"{name}.json").exists()]
    head = {}
    for name in present:
        if (folder / f"{name}.json").exists():
            head |= json.loads((folder / f"{name}.json").read_text()).get("head") or {}
    parts.append(f"<p>{html.escape(platform.platform())}</p><pre>{html.escape(json.dumps(head, indent=2))}</pre>")
    for name in present:
        parts += section(folder, name)
    if not present:
        parts.append('<p class="missing">Nothing was measured.</p>')
    page = folder / "index.html"
    page.write_text("\n".join(parts), encoding="utf-8")
    print(f"wrote {page}")


if __name__ == "__main__":
    main()
