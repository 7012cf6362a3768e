#!/usr/bin/env python3
"""Sends a gigabyte through `millrace convert` and measures its peak memory: lines to lines, and lines to CSV and on to
lines again, each conversion in a separate process. Arguments: the path of the tool, and the size of the input in bytes."""

import hashlib
import subprocess
import sys
import threading
import time

BYTES = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000_000
# Over what a process takes that waits for its first line: each of the two threads has a chunk of 2 MiB and its output, and
# as many results wait for their turn.
MOST_MEMORY = 32 << 20
THREADS = ["--threads", "2"]


def pieces():
    """Lines, in pieces of about a megabyte that are all different."""
    block = "".join(f'{{"index":%d,"line":{i},"text":"some text with \\u00e9 and é","more":[{i},null,true]}}\n'
                    for i in range(12_000)).encode()
    sent = index = 0
    while sent < BYTES:
        piece = block.replace(b"%d", str(index).encode())
        yield piece
        sent += len(piece)
        index += 1


def peak_of(process):
    """The most memory that a running process has had, in bytes.

    What the system says of it at its end counts on Linux what this script had when it started the process."""
    if sys.platform == "darwin":
        return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(process.pid)])) * 1024
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) * 1024


def memory_of_idle_tool():
    """What a process takes that waits for its first line."""
    process = subprocess.Popen(
        [sys.argv[1], "convert", "-", "--from", "jsonl", "--to", "jsonl"], stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL)
    time.sleep(1)
    idle = peak_of(process)
    process.stdin.close()
    process.wait()
    return idle


def measure(name, calls, empty):
    """Converts the lines with a chain of calls, and compares the output."""
    # An escaped character is written unescaped.
    expected, size = hashlib.blake2b(), 0
    started = time.monotonic()
    chain = []
    for call in calls:
        source = chain[-1].stdout if chain else subprocess.PIPE
        chain.append(subprocess.Popen([sys.argv[1], "convert", "-"] + call, stdin=source, stdout=subprocess.PIPE))
        if len(chain) > 1:
            chain[-2].stdout.close()

    def send():
        nonlocal size
        with chain[0].stdin as pipe:
            for piece in pieces():
                pipe.write(piece)
                expected.update(piece.replace(b"\\u00e9", "é".encode()))
                size += len(piece)
            # All lines except those in the pipes were converted.
            peaks.extend(peak_of(process) for process in chain)

    peaks = []
    sender = threading.Thread(target=send)
    sender.start()
    found = hashlib.blake2b()
    while chunk := chain[-1].stdout.read(1 << 20):
        found.update(chunk)
    sender.join()
    statuses = [process.wait() for process in chain]
    seconds = time.monotonic() - started
    over = ", ".join(f"{(peak - empty) / 2**20:.1f}" for peak in peaks)
    print(f"{name}: {size / 1e6:.0f} MB of lines in {seconds:.1f} s, {over} MiB over an empty process")
    problems = [f"the tool ended with {status}" for status in statuses if status != 0]
    if found.digest() != expected.digest():
        problems.append("what came out is not what went in")
    problems += [f"more memory than {MOST_MEMORY >> 20} MiB" for peak in peaks if peak - empty > MOST_MEMORY]
    for problem in problems:
        print(f"{name}: {problem}", file=sys.stderr)
    return not problems


def main():
    empty = memory_of_idle_tool()
    lines = ["--from", "jsonl", "--to", "jsonl"] + THREADS
    is_right = measure("lines to lines", [lines], empty)
    is_right &= measure("lines to CSV to lines", [
        ["--from", "jsonl", "--to", "csv"] + THREADS, ["--from", "csv", "--to", "jsonl"] + THREADS], empty)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
