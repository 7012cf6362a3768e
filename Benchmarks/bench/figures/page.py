"""The HTML page of a report: all in one file, which loads nothing."""

import html

from bench.figures.charts import GrowthChart, RatioChart, Table

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; font-size: 14px; margin: 1rem 0; }
th, td { border-bottom: 1px solid #ddd; padding: .2rem .8rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.wrong { border-left: .4rem solid #b3261e; background: #fdecea; padding: .5rem 1rem; }
.note { color: #666; }
svg { max-width: 100%; height: auto; }
"""


class Part:
    """The result of one benchmark: charts, if its measurements exist, and the lines of its log that report a problem."""

    def __init__(self, title, measured=None, charts=(), log=""):
        self.title = title
        self.measured = measured
        self.charts = list(charts)
        self.skipped = lines_that_start(log, "SKIPPED")
        self.failures = lines_that_start(log, "WRONG OUTPUT", "FAILED")

    @property
    def facts(self):
        """The machine and the versions that the benchmark has recorded."""
        measured = self.measured or {}
        head = {name: value for name, value in measured.get("head", {}).items() if isinstance(value, str)}
        if about := measured.get("head", {}).get("serde_json"):
            head["serde_json"] = f"{about['serde_json']}, built by rustc {about['rustc']}"
        if "seed" in measured:
            head["seed"] = str(measured["seed"])
        return head | measured.get("peers", {})


def lines_that_start(log, *words):
    return [line for line in log.splitlines() if line.startswith(words)]


def page(parts, date, draw):
    """The page. `draw` turns a chart with bars or lines into SVG."""
    body = [f"<h1>Millrace benchmarks</h1>\n<p>{html.escape(date)}</p>"]
    for part in parts:
        body.append(f"<h2>{html.escape(part.title)}</h2>")
        body += [f'<p class="wrong">{html.escape(line)}</p>' for line in part.failures]
        body += [f'<p class="note">{html.escape(line)}</p>' for line in part.skipped]
        if part.measured is None:
            body.append('<p class="note">Not measured.</p>')
            continue
        body.append(table(Table("", ["", ""], [[name, value] for name, value in part.facts.items()])))
        for chart in part.charts:
            body.append(f"<h3>{html.escape(chart.title)}</h3>")
            if not isinstance(chart, Table):
                body.append(draw(chart))
            body.append(table(chart if isinstance(chart, Table) else figures(chart)))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Millrace benchmarks</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def figures(chart):
    """The figures of a plot, as a table."""
    if isinstance(chart, RatioChart):
        rows = [[bar.label, bar.peer, f"{bar.median:.2f}", f"{bar.lower:.2f}–{bar.upper:.2f}"] for bar in chart.bars]
        return Table(chart.title, ["measurement", "peer", "× as fast", "quartiles"], rows)
    assert isinstance(chart, GrowthChart)
    counts = sorted({count for points in chart.lines.values() for count, _ in points})
    columns = [chart.size, *(f"{name}, {chart.figure}" for name in chart.lines)]
    by_count = [dict(points) for points in chart.lines.values()]
    rows = [[f"{count:,}", *(f"{points[count]:,.1f}" if count in points else "–" for points in by_count)] for count in counts]
    return Table(chart.title, columns, rows)


def table(content):
    def row(tag, cells):
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    head = row("th", content.columns) if any(content.columns) else ""
    return "<table>\n" + "\n".join([head, *(row("td", cells) for cells in content.rows)]) + "\n</table>"
