#!/usr/bin/env python3
"""Requests a second for the list of all tasks: ours in memory and from SQLite beside Node, one thread each.

Rounds are interleaved: in each, every server is asked for a few seconds, one after the other, in an order that is drawn
by lot. A ratio is the median of the ratios within the rounds.
"""

import argparse
import json
import os
import platform
import random
import re
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

import contenders

EXAMPLE = Path(__file__).resolve().parent.parent
# Of requests a second to Node's, with one connection: what is asked of the server at least, and what is hoped for.
AT_LEAST = {2: 1.5, 128: 2.5, 1024: 3}
GOAL = {2: 2, 128: 4, 1024: 6}
# The same from SQLite, by the number of connections.
SQLITE_AT_LEAST = {1: 1, 64: 1.2}
# Of an interpreted Objective-S backend on an M1, as published: another machine, so this is for orientation only.
PUBLISHED = {2: 14_879, 128: 9_002, 1024: 1_809}
CONNECTIONS = (1, 64)


class Sample(NamedTuple):
    requests_a_second: float
    processor_time_a_request: float  # of the server, in microseconds


def sample(server, connections, seconds):
    command = [
        "wrk",
        "-t1",
        f"-c{connections}",
        f"-d{seconds}",
        "-H",
        f"Host: {contenders.HOST}",
        f"http://127.0.0.1:{server.port}/tasks",
    ]
    begin = server.processor_seconds()
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    used = server.processor_seconds() - begin
    if "Non-2xx" in said or "Socket errors" in said:
        raise SystemExit(f"{server.name} answers with errors:\n{said}")
    requests = int(re.search(r"(\d+) requests in", said)[1])
    return Sample(float(re.search(r"Requests/sec: +([\d.]+)", said)[1]), used / requests * 1e6)


def measure(program, counts, rounds, seconds, order):
    """The samples of each round by the number of tasks, that of connections, and the server. In each round the order of the
    servers is drawn by lot."""
    measured = {}
    for count in counts:
        tasks = list(contenders.tasks(count))
        with tempfile.TemporaryDirectory() as folder:
            servers = contenders.start(program, folder, tasks)
            for server in servers:  # until it is warm
                sample(server, CONNECTIONS[0], 1)
            for _ in range(rounds):
                for connections in CONNECTIONS:
                    # Other load on the machine and state of the previous server affect all of them equally.
                    for server in order.sample(servers, len(servers)):
                        samples = measured.setdefault((count, connections), {}).setdefault(server.name, [])
                        samples.append(sample(server, connections, seconds))
            for server in servers:
                server.stop()
    return measured


def quartiles(numbers):
    low, middle, high = statistics.quantiles(numbers, n=4, method="inclusive")
    return f"{middle:,.0f} ({low:,.0f}–{high:,.0f})"


def mark(number, target):
    return f"{target:g} {'met' if number >= target else 'missed'}"


def result(count, connections, samples):
    """What comes of the samples of all servers."""
    speeds = {name: [each.requests_a_second for each in own] for name, own in samples.items()}
    return {
        "tasks": count,
        "connections": connections,
        "requests_a_second": speeds,
        "times_node": {
            name: statistics.median(ours / node for ours, node in zip(speeds[name], speeds["node"]))
            for name in ("memory", "sqlite")
        },
        "processor_microseconds_a_request": {
            name: statistics.median(each.processor_time_a_request for each in own) for name, own in samples.items()
        },
    }


def print_speeds(results):
    print(
        "| tasks | connections | Node | ours, in memory | × Node | at least | goal | ours, SQLite | × Node | at least "
        "| × published |"
    )
    print("|---" * 11 + "|")
    for each in results:
        count, speeds, times = each["tasks"], each["requests_a_second"], each["times_node"]
        has_target = each["connections"] == 1
        print(
            "|",
            " | ".join(
                [
                    f"{count:,}",
                    str(each["connections"]),
                    quartiles(speeds["node"]),
                    quartiles(speeds["memory"]),
                    f"**{times['memory']:.2f}**",
                    mark(times["memory"], AT_LEAST[count]) if has_target else "–",
                    mark(times["memory"], GOAL[count]) if has_target else "–",
                    quartiles(speeds["sqlite"]),
                    f"**{times['sqlite']:.2f}**",
                    mark(times["sqlite"], SQLITE_AT_LEAST[each["connections"]]),
                    f"{statistics.median(speeds['memory']) / PUBLISHED[count]:.1f}",
                ]
            ),
            "|",
        )


def print_processor_times(results):
    print("| tasks | connections | Node | ours, in memory | ours, SQLite |")
    print("|---" * 5 + "|")
    for each in results:
        times = each["processor_microseconds_a_request"]
        print(
            f"| {each['tasks']:,} | {each['connections']} | {times['node']:.1f} | {times['memory']:.1f} "
            f"| {times['sqlite']:.1f} |"
        )


def described_machine():
    processor = (
        re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
        if os.path.exists("/proc/cpuinfo")
        else None
    )
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    load = ", ".join(f"{number:.2f}" for number in os.getloadavg())
    return (
        f"{os.cpu_count()} × {processor[1] if processor else platform.processor()}, {platform.system()}, Node {node}, "
        f"load {load} at the beginning"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(EXAMPLE / ".build/release/task-backend"))
    parser.add_argument("--rounds", type=int, default=7, help="default: 7, at least 2")
    parser.add_argument("--seconds", type=int, default=3, help="of each measurement (default: 3)")
    parser.add_argument(
        "--tasks", type=int, nargs="+", choices=AT_LEAST, default=list(AT_LEAST), help="numbers of tasks"
    )
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of the order of the servers")
    parser.add_argument("--quick", action="store_true", help="three rounds of a second")
    parser.add_argument("--json", default=str(EXAMPLE / ".build/benchmark.json"), help="where results are written")
    options = parser.parse_args()
    if options.rounds < 2:
        parser.error("quartiles need two rounds")
    if options.quick:
        options.rounds, options.seconds = 3, 1
    machine = described_machine()
    print(
        f"{machine}; wrk with one thread over loopback, {options.rounds} rounds of {options.seconds} s, the order of the "
        f"servers drawn in each of them (seed {options.seed}); "
        "medians and quartiles of requests a second"
    )
    print()
    measured = measure(options.program, options.tasks, options.rounds, options.seconds, random.Random(options.seed))
    results = [result(count, connections, samples) for (count, connections), samples in measured.items()]
    results.sort(key=lambda each: (each["connections"], each["tasks"]))
    print_speeds(results)
    print("\n× published: to an interpreted Objective-S backend on an M1, another machine; for orientation, no claim.")
    print("\nProcessor time of the server for a request, in microseconds:\n")
    print_processor_times(results)
    Path(options.json).write_text(
        json.dumps(
            {"machine": machine, "rounds": options.rounds, "seconds": options.seconds, "results": results},
            indent=2,
            ensure_ascii=False,
        )
        + "\n"
    )


if __name__ == "__main__":
    main()
