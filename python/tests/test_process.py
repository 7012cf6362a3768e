"""Signals, threads, forks and exits. Each test runs in a separate process with a time limit."""

import os
import subprocess
import sys
import tempfile
import unittest


def run(code, *arguments):
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60)


INTERRUPTED = """
import os, signal, sys, threading, millrace
# The reader is waiting for the pipe or parsing when the signal comes; more rows come until the process ends.
os.mkfifo(sys.argv[1])
def feed():
    with open(sys.argv[1], "wb", buffering=0) as pipe:
        for index in range(1000000):
            if index == 20: os.kill(os.getpid(), signal.SIGINT)
            try: pipe.write(b'{"a":1}\\n' * 1000)
            except BrokenPipeError: return
threading.Thread(target=feed, daemon=True).start()
rows = millrace.scan(sys.argv[1], format="lines", schema="a: int64", block_size=8000)
try:
    rows.to_arrow() if sys.argv[2] == "read" else millrace.write(rows, sys.argv[1] + ".csv")
except KeyboardInterrupt:
    print("interrupted", os.listdir(os.path.dirname(sys.argv[1])))
    sys.stdout.flush()
    os._exit(0)
"""

FORKED = """
import os, sys, millrace
data = b'{"a":1}\\n' * 100000
def total(): return sum(millrace.read_table(data, schema="a: int64", threads=3, block_size=9000)["a"].to_pylist())
assert total() == 100000
open_scan = iter(millrace.scan(data, schema="a: int64", threads=3, block_size=9000).batches())
next(open_scan)
child = os.fork()
if child == 0:
    os._exit(0 if total() == 100000 and sum(b.num_rows for b in open_scan) > 0 else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""

PIPED = """
import os, sys, threading, millrace
# Both ends of the pipe are in this process: the reader would wait forever if it held the interpreter's lock.
os.mkfifo(sys.argv[1])
def feed():
    with open(sys.argv[1], "wb") as pipe:
        for _ in range(100): pipe.write(b'{"a":1}\\n' * 1000)
threading.Thread(target=feed, daemon=True).start()
print(millrace.read_table(sys.argv[1], format="lines", schema="a: int64").num_rows)
"""

CONVERTED = """
import os, sys, millrace
with open(sys.argv[1] + ".json", "w") as file:
    file.write('{"meta": 1, "response": {"docs": [')
    rows = ",".join('{"id":%d,"name":"name %d","tags":["a","b"],"size":{"x":%d.5},"text":"%s"}' % (i, i, i, "lorem " * 9) for i in range(20000))
    for index in range(24): file.write("," + rows if index else rows)
    file.write("]}}")
for format in "arrow", "parquet", "jsonl":
    assert millrace.convert(sys.argv[1] + ".json", sys.argv[1] + "." + format, at="/response/docs", threads=2) == 480000
with open("/proc/self/status") as file:
    print(next(int(line.split()[1]) // 1024 for line in file if line.startswith("VmHWM")))
"""

ABANDONED = """
import millrace, pyarrow
rows = millrace.scan(b'{"a":1}\\n' * 100000, schema="a: int64", batch_rows=10)
capsule = rows.__arrow_c_stream__()
schema = rows.__arrow_c_schema__()
reader = pyarrow.RecordBatchReader.from_stream(rows)
batch = next(reader)
print(batch.num_rows)
"""

KEPT = """
import gc, millrace, pyarrow
batches = list(millrace.scan(b'{"a":"x"}\\n' * 1000, schema="a: string", batch_rows=10).batches())
gc.collect()
print(pyarrow.Table.from_batches(batches)["a"].to_pylist() == ["x"] * 1000)
"""


class ProcessTests(unittest.TestCase):
    def check(self, code, expected, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            result = run(code, os.path.join(folder, "pipe"), *arguments)
        self.assertEqual((result.returncode, result.stdout.strip(), result.stderr), (0, expected, ""))

    def test_reading_can_be_interrupted(self):
        self.check(INTERRUPTED, "interrupted ['pipe']", "read")

    def test_writing_can_be_interrupted_and_leaves_no_file(self):
        self.check(INTERRUPTED, "interrupted ['pipe']", "write")

    def test_a_forked_process_reads(self):
        self.check(FORKED, "0")

    def test_the_lock_of_the_interpreter_is_released(self):
        self.check(PIPED, "100000")

    def test_a_document_is_converted_in_64_mebibytes(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run(CONVERTED, os.path.join(folder, "a"))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertLess(int(result.stdout), 64)

    def test_streams_that_are_not_read_to_the_end_are_released(self):
        self.check(ABANDONED, "10")

    def test_batches_outlive_their_stream(self):
        self.check(KEPT, "True")


if __name__ == "__main__":
    unittest.main()
