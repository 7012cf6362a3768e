"""When writes are committed: before they are answered, and many at once where many come at once."""

import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from metrics import MetricsReading
from storages import ServerCase
from wire import Connection, request


class Batches(MetricsReading, ServerCase):
    in_database = True

    def test_writes_that_come_together_share_commits(self):
        name = self.find("counter", "commits")
        connections = [Connection(self.server) for _ in range(64)]
        # How many meet is a matter of luck, that none ever do is not.
        for _ in range(20):
            before = self.metrics().total(name)
            for connection in connections:
                connection.send(request("POST", "/tasks", b'{"title":"a task"}'))
            self.assertEqual({connection.reply().status for connection in connections}, {201})
            if self.metrics().total(name) - before < 64:
                break
        else:
            self.fail("each write has had a commit of its own")
        for connection in connections:
            connection.socket.close()


@unittest.skipUnless(shutil.which("strace"), "there is no strace")
class Order(ServerCase):
    in_database = True

    def test_a_write_is_on_the_disk_before_it_is_answered(self):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "calls"
            tracer = subprocess.Popen(
                ["strace", "-f", "-p", str(self.server.process.pid), "-o", str(log), "-s", "12"]
                + ["-e", "trace=fsync,fdatasync,write,writev,sendto,sendmsg"],
                stderr=subprocess.PIPE,
                text=True,
            )
            if "attached" not in tracer.stderr.readline():
                tracer.kill()
                self.skipTest("this process may not trace others")
            time.sleep(0.5)  # until all threads are traced
            for _ in range(20):
                self.created()
            tracer.send_signal(signal.SIGINT)
            tracer.wait()
            tracer.stderr.close()
            events = [event for line in log.read_text().splitlines() if (event := self.event(line))]
        self.assertEqual(events.count("answer"), 20, events)
        for index, event in enumerate(events):
            if event == "answer":
                self.assertEqual(events[index - 1], "sync", events)

    @staticmethod
    def event(line):
        """A sync that has come back, or an answer that is about to be sent."""
        if "HTTP/1.1 201" in line:
            return "answer"
        is_sync = "fsync(" in line or "fdatasync(" in line or "sync resumed" in line
        return "sync" if is_sync and line.endswith("= 0") else None


if __name__ == "__main__":
    unittest.main()
