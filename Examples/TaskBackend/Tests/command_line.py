"""The program's options, and how it starts and ends."""

import os
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from events import EventStream
from server import EXAMPLE, PROGRAM, Client, Server


def run(*arguments):
    """Runs the program to its end in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=10, cwd=folder)


class Options(unittest.TestCase):
    def test_help_names_every_option(self):
        result = run("--help")
        self.assertEqual(result.returncode, 0)
        for option in (
            "port",
            "address",
            "database",
            "memory",
            "loops",
            "page",
            "max-body",
            "max-headers",
            "max-connections",
            "trust-proxy",
            "timeout",
            "help",
        ):
            self.assertIn(f"--{option}", result.stdout)

    def test_an_unknown_option_or_an_invalid_value_is_rejected(self):
        for arguments in (
            ["--colour"],
            ["tasks.db"],
            ["--port"],
            ["--port", "many"],
            ["--port", "70000"],
            ["--port", "-1"],
            ["--loops", "0"],
            ["--max-body", "1k"],
            ["--timeout", "soon"],
            ["--max-connections", "0"],
            ["--memory", "--database", "tasks.db"],
        ):
            with self.subTest(arguments):
                result = run(*arguments)
                self.assertEqual(result.returncode, 64)
                self.assertTrue(result.stderr.strip())
                self.assertEqual(result.stdout, "")

    def test_an_address_already_in_use_is_an_error(self):
        # Like another program's: it does not share its port.
        with socket.create_server(("127.0.0.1", 0)) as taken:
            result = run("--memory", "--port", str(taken.getsockname()[1]), "--page", str(EXAMPLE / "Page"))
        self.assertNotIn(result.returncode, (0, 64))
        self.assertNotIn("listening on http", result.stderr)
        self.assertTrue(result.stderr.strip())

    def test_an_address_that_is_none_is_an_error(self):
        result = run("--memory", "--address", "nowhere at all", "--page", str(EXAMPLE / "Page"))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("nowhere at all", result.stderr)

    def test_a_folder_without_a_page_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run("--memory", "--port", "0", "--page", folder)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("index.html", result.stderr)

    def test_a_database_that_is_none_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tasks.db"
            path.write_text("This is no database, although it has its name. " * 100)
            result = run("--port", "0", "--page", str(EXAMPLE / "Page"), "--database", str(path))
            self.assertNotIn(result.returncode, (0, 64))
            self.assertTrue(result.stderr.strip())
            self.assertTrue(path.read_text().startswith("This is no database"))

    def test_without_options_the_database_is_tasks_db(self):
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                with Server() as server, Client(server) as client:
                    client.post({"title": "a task"})
            finally:
                os.chdir(before)
            self.assertTrue((Path(folder) / "tasks.db").exists())


class Idling(unittest.TestCase):
    def test_a_server_without_requests_sleeps(self):
        with Server("--memory", "--loops", "2") as server, Client(server) as client:
            for _ in range(1_000):
                client.get("/tasks")
            before = server.processor_seconds()
            time.sleep(2)
            # Of a loop that does not sleep it would be two seconds.
            self.assertLess(server.processor_seconds() - before, 0.5)


class Stopping(unittest.TestCase):
    def test_sigterm_stops_it_although_clients_are_connected(self):
        with tempfile.TemporaryDirectory() as folder:
            with Server("--database", f"{folder}/tasks.db") as server, Client(server) as idle:
                idle.get("/tasks")
                listener = EventStream(server)
                self.assertEqual(server.terminate(timeout=5), 0)
                listener.close()

    def test_sigint_stops_it(self):
        with Server("--memory") as server:
            server.process.send_signal(signal.SIGINT)
            self.assertEqual(server.wait(5), 0)


if __name__ == "__main__":
    unittest.main()
