"""GET /metrics: the text format of Prometheus 0.0.4, and numbers that are what has happened."""

import re
import unittest

from events import EventStream
from server import Client
from storages import ServerCase, on_both_storages

SAMPLE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"')


class Metrics:
    """The parsed metrics: kinds by name, and numbers by name and labels."""

    def __init__(self, text):
        self.kinds, self.helped, self.samples = {}, set(), {}
        if not text.endswith("\n"):
            raise ValueError("the last line does not end")
        for line in text.splitlines():
            self.read(line)

    def read(self, line):
        if line.startswith("# HELP "):
            self.helped.add(line.split(" ", 3)[2])
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            if name in self.kinds:
                raise ValueError(f"{name} has a type twice")
            self.kinds[name] = kind
        elif line and not line.startswith("#"):
            name, labels, number = SAMPLE.fullmatch(line).groups()
            family = name if name in self.kinds else re.sub("_(bucket|sum|count)$", "", name)
            if self.kinds[family] == "histogram" and family == name:
                raise ValueError(f"{name} is a histogram without a suffix")
            pairs = LABEL.findall(labels or "")
            if ",".join(f'{key}="{value}"' for key, value in pairs) != (labels or "").rstrip(","):
                raise ValueError(f"labels {labels}")
            key = (name, frozenset(pairs))
            if key in self.samples:
                raise ValueError(f"duplicate metric {key}")
            self.samples[key] = float(number)

    def total(self, name, **labels):
        """The sum of all samples of a name that have these labels."""
        wanted = set(labels.items())
        return sum(number for (sample, pairs), number in self.samples.items() if sample == name and wanted <= pairs)


class MetricsReading:
    def metrics(self):
        answer = self.client.get("/metrics")
        self.assertEqual(answer.status, 200)
        kind = answer.headers["Content-Type"].replace(" ", "").lower()
        self.assertIn(kind, ("text/plain;version=0.0.4", "text/plain;version=0.0.4;charset=utf-8"))
        return Metrics(answer.body.decode())

    def find(self, kind, *words):
        """The name of the metric of a kind that has one of the words in it."""
        names = [
            name for name, its in self.metrics().kinds.items() if its == kind and any(word in name for word in words)
        ]
        self.assertTrue(names, f"no {kind} named after {words}")
        return names[0]


@on_both_storages
class Exposition(MetricsReading):
    options = ("--loops", "2")

    def test_every_metric_has_a_help_and_a_type(self):
        metrics = self.metrics()
        self.assertEqual(metrics.helped, set(metrics.kinds))
        self.assertLessEqual(set(metrics.kinds.values()), {"counter", "gauge", "histogram"})

    def test_histograms_are_cumulative(self):
        for _ in range(10):
            self.client.get("/tasks")
        metrics = self.metrics()
        histograms = [name for name, kind in metrics.kinds.items() if kind == "histogram"]
        self.assertTrue(histograms)
        for name in histograms:
            series = {}
            for (sample, pairs), number in metrics.samples.items():
                if sample == f"{name}_bucket":
                    others = frozenset(pair for pair in pairs if pair[0] != "le")
                    series.setdefault(others, []).append((float(dict(pairs)["le"]), number))
            for others, buckets in series.items():
                buckets.sort()
                self.assertEqual(buckets[-1][0], float("inf"))
                counts = [number for _, number in buckets]
                self.assertEqual(counts, sorted(counts))
                self.assertEqual(counts[-1], metrics.samples[f"{name}_count", others])
                self.assertGreaterEqual(metrics.samples[f"{name}_sum", others], 0)

    def test_requests_are_counted_by_method_and_status(self):
        name = self.find("counter", "requests")
        before = self.metrics()
        others = [Client(self.server) for _ in range(6)]  # some of them on another loop
        for client in others:
            client.get("/tasks")
            client.post({"title": "a task"})
            client.get("/elsewhere")
            client.post(b"no json")
        after = self.metrics()
        for method, status in (("GET", "200"), ("POST", "201"), ("GET", "404"), ("POST", "400")):
            grown = after.total(name, method=method, status=status) - before.total(name, method=method, status=status)
            # Whether a request for the metrics counts itself is left open.
            self.assertIn(grown - 6, (0, 1) if (method, status) == ("GET", "200") else (0,), (method, status))
        for client in others:
            client.close()

    def test_connections_tasks_and_bytes_are_what_they_are(self):
        connections, tasks = self.find("gauge", "connections"), self.find("gauge", "tasks")
        self.assert_soon(lambda: self.metrics().total(connections) == 1, "clients that have gone are counted")
        before = self.metrics()
        others = [EventStream(self.server) for _ in range(5)]
        for _ in range(7):
            self.created(title="x" * 1_000)
        after = self.metrics()
        self.assertEqual(after.total(connections) - before.total(connections), 5)
        self.assertEqual(before.total(tasks), 0)
        self.assertEqual(after.total(tasks), 7)
        received = self.find("counter", "received", "bytes_in", "in_bytes", "read")
        sent = self.find("counter", "sent", "bytes_out", "out_bytes", "written")
        for name in (received, sent):
            self.assertTrue(7_000 < after.total(name) - before.total(name) < 7_000 * 10, name)
        for stream in others:
            stream.close()

    def test_a_made_up_method_makes_no_new_series(self):
        before = len(self.metrics().samples)
        for number in range(50):
            self.client.send(f"BREW{number}", f"/elsewhere/{number}")
        self.assertLess(len(self.metrics().samples), before + 10)


class Commits(MetricsReading, ServerCase):
    in_database = True

    def test_commits_and_their_writes_are_counted(self):
        commits, per_commit = self.find("counter", "commits"), self.find("histogram", "commit")
        before = self.metrics()
        for _ in range(5):
            self.created()
        after = self.metrics()
        grown = after.total(commits) - before.total(commits)
        self.assertTrue(1 <= grown <= 5, grown)
        self.assertEqual(after.total(f"{per_commit}_sum") - before.total(f"{per_commit}_sum"), 5)
        self.assertEqual(after.total(f"{per_commit}_count") - before.total(f"{per_commit}_count"), grown)


if __name__ == "__main__":
    unittest.main()
