#!/usr/bin/env python3
"""Requests a second for the list of all tasks: ours in memory and from SQLite beside Node, one thread each. See ../README.md.

Rounds are interleaved: in each, every server is asked for a few seconds, one after the other. A ratio is the median of the
ratios within the rounds."""

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

import contenders

EXAMPLE = Path(__file__).resolve().parent.parent
# Of requests a second to Node's, with one connection: what is asked of the server at least, and what is hoped for.
AT_LEAST = {2: 1.5, 128: 2.5, 1024: 3}
GOAL = {2: 2, 128: 4, 1024: 6}
SQLITE_AT_LEAST = 1
# Of an interpreted Objective-S backend on an M1, as published: another machine, so this is for orientation only.
PUBLISHED = {2: 14_879, 128: 9_002, 1024: 1_809}
CONNECTIONS = (1, 64)


def requests_a_second(server, connections, seconds):
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}", "-H", f"Host: {contenders.HOST}",
               f"http://127.0.0.1:{server.port}/tasks"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        raise SystemExit(f"{server.name} answers with errors:\n{said}")
    return float(re.search(r"Requests/sec: +([\d.]+)", said)[1])


def measure(program, counts, rounds, seconds):
    """Requests a second of each round, by the number of tasks, that of connections, and the server."""
    measured = {}
    for count in counts:
        tasks = list(contenders.tasks(count))
        with tempfile.TemporaryDirectory() as folder:
            servers = contenders.start(program, folder, tasks)
            for server in servers: # until it is warm
                requests_a_second(server, CONNECTIONS[0], 1)
            for _ in range(rounds):
                for connections in CONNECTIONS:
                    for server in servers:
                        speed = requests_a_second(server, connections, seconds)
                        measured.setdefault((count, connections), {}).setdefault(server.name, []).append(speed)
            for server in servers:
                server.stop()
    return measured


def quartiles(numbers):
    low, middle, high = statistics.quantiles(numbers, n=4, method="inclusive")
    return f"{middle:,.0f} ({low:,.0f}–{high:,.0f})"


def mark(number, target):
    return f"{target:g} {'met' if number >= target else 'missed'}"


def row(count, connections, speeds):
    ratios = {name: statistics.median(ours / node for ours, node in zip(speeds[name], speeds["node"]))
              for name in ("memory", "sqlite")}
    has_target = connections == 1
    return {
        "tasks": count,
        "connections": connections,
        "requests_a_second": speeds,
        "times_node": ratios,
        "cells": [
            f"{count:,}", str(connections), quartiles(speeds["node"]),
            quartiles(speeds["memory"]), f"**{ratios['memory']:.2f}**",
            mark(ratios["memory"], AT_LEAST[count]) if has_target else "–",
            mark(ratios["memory"], GOAL[count]) if has_target else "–",
            quartiles(speeds["sqlite"]), f"**{ratios['sqlite']:.2f}**",
            mark(ratios["sqlite"], SQLITE_AT_LEAST) if has_target else "–",
            f"{statistics.median(speeds['memory']) / PUBLISHED[count]:.1f}",
        ],
    }


def print_table(rows):
    print("| tasks | connections | Node | ours, in memory | × Node | at least | goal | ours, SQLite | × Node | at least "
          "| × published |")
    print("|---" * 11 + "|")
    for each in rows:
        print(f"| {' | '.join(each['cells'])} |")


def described_machine():
    processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()) if os.path.exists("/proc/cpuinfo") else None
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    load = ", ".join(f"{number:.2f}" for number in os.getloadavg())
    return (f"{os.cpu_count()} × {processor[1] if processor else platform.processor()}, {platform.system()}, Node {node}, "
            f"load {load} at the beginning")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(EXAMPLE / ".build/release/task-backend"))
    parser.add_argument("--rounds", type=int, default=7, help="default: 7, at least 2")
    parser.add_argument("--seconds", type=int, default=3, help="of each measurement (default: 3)")
    parser.add_argument("--tasks", type=int, nargs="+", choices=AT_LEAST, default=list(AT_LEAST), help="numbers of tasks")
    parser.add_argument("--quick", action="store_true", help="three rounds of a second")
    parser.add_argument("--json", default=str(EXAMPLE / ".build/benchmark.json"), help="where results are written")
    options = parser.parse_args()
    if options.rounds < 2:
        parser.error("quartiles need two rounds")
    if options.quick:
        options.rounds, options.seconds = 3, 1
    machine = described_machine()
    print(f"{machine}; wrk with one thread over loopback, {options.rounds} rounds of {options.seconds} s; "
          "medians and quartiles of requests a second")
    print()
    measured = measure(options.program, options.tasks, options.rounds, options.seconds)
    rows = [row(count, connections, speeds) for (count, connections), speeds in measured.items()]
    rows.sort(key=lambda each: (each["connections"], each["tasks"]))
    print_table(rows)
    print()
    print("× published: to an interpreted Objective-S backend on an M1, another machine; for orientation, no claim.")
    Path(options.json).write_text(json.dumps({"machine": machine, "rounds": options.rounds, "seconds": options.seconds,
                                              "rows": rows}, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
