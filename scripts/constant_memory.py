#!/usr/bin/env python3
"""Sends a gigabyte of lines through `millrace convert` and measures its peak memory. Takes the path of the tool, and
how many bytes it shall be (a gigabyte)."""

import hashlib
import os
import subprocess
import sys
import threading
import time

BYTES = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000_000
MOST_MEMORY = 24 << 20


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


def main():
    # What is written escaped comes out as the character.
    expected, size = hashlib.blake2b(), 0
    command = [sys.argv[1], "convert", "-", "--from", "jsonl", "--to", "jsonl"]
    started = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send():
        nonlocal size
        with process.stdin:
            for piece in pieces():
                process.stdin.write(piece)
                expected.update(piece.replace(b"\\u00e9", "é".encode()))
                size += len(piece)

    sender = threading.Thread(target=send)
    sender.start()
    found = hashlib.blake2b()
    while chunk := process.stdout.read(1 << 20):
        found.update(chunk)
    sender.join()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - started
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(f"{size / 1e6:.0f} MB of lines in {seconds:.1f} s, at most {peak / 2**20:.1f} MiB of memory")
    problems = []
    if process.returncode != 0:
        problems.append(f"the tool ended with {process.returncode}")
    if found.digest() != expected.digest():
        problems.append("what came out is not what went in")
    if peak > MOST_MEMORY:
        problems.append(f"more memory than {MOST_MEMORY >> 20} MiB")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
