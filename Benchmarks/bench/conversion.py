"""JSON lines to CSV and back by two processes of the tool, with as much data as one likes and in constant memory."""

import subprocess
import threading
import time
from pathlib import Path

from bench.checking import WrongOutput
from bench.contenders import ContenderError

BYTES = 10_000_000_000
QUICK_BYTES = 500_000_000
# The tool in the order of the data.
STAGES = (("jsonl", "csv"), ("csv", "jsonl"))
# Long enough for a process that has nothing to do to have started.
SETTLED_SECONDS = 0.5


def pieces(size):
    """Yields different lines in pieces of about a megabyte, up to a number of bytes."""
    block = "".join(
        f'{{"index":%d,"line":{line},"text":"some, \\"quoted\\" text, é","ratio":{line + 0.25},"is":{is_true}}}\n'
        for line in range(12_000)
        for is_true in ["true" if line % 2 == 0 else "false"]
    ).encode()
    made = index = 0
    while made < size:
        piece = block.replace(b"%d", b"%d" % index)
        yield piece
        made += len(piece)
        index += 1


class PeakMemory(threading.Thread):
    """Asks the system again and again for the most memory that each process has had at once.

    Not what it says of a process that has ended: on Linux that begins with what the process had that started it.
    """

    def __init__(self, processes):
        super().__init__(daemon=True)
        self.files = [Path(f"/proc/{process.pid}/status") for process in processes]
        self.bytes = [0] * len(processes)
        self.is_wanted = True

    def look(self):
        for index, file in enumerate(self.files):
            try:
                lines = file.read_text(encoding="ascii").splitlines()
            except OSError:  # it has ended
                continue
            for line in lines:
                if line.startswith("VmHWM:"):
                    self.bytes[index] = max(self.bytes[index], int(line.split()[1]) * 1024)

    def run(self):
        while self.is_wanted:
            self.look()
            time.sleep(0.02)


def problem(tool):
    """The tool's error if it does not support one of the formats."""
    for source, target in STAGES:
        command = [str(tool), "convert", "-", "--from", source, "--to", target]
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if result.returncode == 2:
            return result.stderr.strip().splitlines()[0]
    return None


def start(tool):
    """The stages, connected, and a pipe at either end."""
    processes = []
    for source, target in STAGES:
        command = [str(tool), "convert", "-", "--from", source, "--to", target]
        stdin = processes[-1].stdout if processes else subprocess.PIPE
        processes.append(subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
    processes[0].stdout.close()  # It is the second process's alone.
    return processes


def measure(tool, size):
    """Converts lines and compares the output. Returns the bytes, the seconds, and the memory growth of each stage in bytes."""
    processes = start(tool)
    peak = PeakMemory(processes)
    time.sleep(SETTLED_SECONDS)
    peak.look()
    empty = list(peak.bytes)
    peak.start()
    started = time.monotonic()
    sent = 0

    def send():
        nonlocal sent
        try:
            with processes[0].stdin as stdin:
                for piece in pieces(size):
                    stdin.write(piece)
                    sent += len(piece)
        except BrokenPipeError:  # The stage says why.
            pass

    sender = threading.Thread(target=send)
    sender.start()
    difference = first_difference(processes[-1].stdout, size)
    seconds = time.monotonic() - started
    peak.is_wanted = False
    for process in processes if difference else ():
        process.kill()
    sender.join()
    for process in processes:
        message = process.stderr.read().decode(errors="replace").strip()
        if process.wait() != 0 and message:
            raise ContenderError(f"millrace convert: {message}")
    if difference:
        raise WrongOutput(f"millrace convert: {difference}")
    return {"bytes": sent, "seconds": seconds, "grown": [high - low for high, low in zip(peak.bytes, empty)]}


def first_difference(output, size):
    """The first difference between output and input, or None."""
    offset = 0
    for piece in pieces(size):
        found = output.read(len(piece))
        if found != piece:
            lines = zip(piece.split(b"\n"), found.split(b"\n"))
            sent, received = next((pair for pair in lines if pair[0] != pair[1]), (b"more", b"nothing"))
            return f"near byte {offset}: {sent.decode()} became {received.decode(errors='replace')}"
        offset += len(piece)
    return "unexpected data after the end" if output.read(1) else None
