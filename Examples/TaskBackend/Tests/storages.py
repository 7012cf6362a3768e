"""Test cases that run against a server of each storage."""

import sys
import tempfile
import time
import unittest
from pathlib import Path

from server import Client, Server


class ServerCase(unittest.TestCase):
    """One server for all tests of a class, without tasks at the beginning of each."""

    options = ()
    in_database = False

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.database = Path(cls.folder.name) / "tasks.db"
        cls.server = cls.start()

    @classmethod
    def start(cls):
        storage = ("--database", str(cls.database)) if cls.in_database else ("--memory",)
        return Server(*storage, *cls.options)

    @classmethod
    def tearDownClass(cls):
        cls.server.kill()
        cls.folder.cleanup()

    def setUp(self):
        self.client = Client(self.server)
        self.addCleanup(self.client.close)
        self.assertEqual(self.client.delete("/tasks").status, 204)

    def created(self, **fields):
        """A new task, as in the response."""
        answer = self.client.post({"title": "a task", **fields})
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def titles(self, path="/tasks"):
        return [task["title"] for task in self.client.get(path).json()]

    def assert_soon(self, condition, message):
        """What the server does a moment later, such as to notice that a client has gone."""
        deadline = time.monotonic() + 5
        while not condition():
            self.assertLess(time.monotonic(), deadline, message)
            time.sleep(0.01)

    def assert_error(self, answer, status, field=None):
        """An error in the shape that all of them have; its object."""
        self.assertEqual(answer.status, status, answer.body)
        self.assertEqual(answer.headers["Content-Type"].split(";")[0], "application/json")
        error = answer.json()["error"]
        self.assertTrue(error["message"])
        if field is not None:
            self.assertEqual(error.get("field"), field, error)
        return error


def on_both_storages(tests):
    """Decorates a class of tests that is not a test case yet: it becomes two, `…InMemory` and `…InDatabase`."""
    module = sys.modules[tests.__module__]
    for suffix, in_database in (("InMemory", False), ("InDatabase", True)):
        name = tests.__name__ + suffix
        members = {"in_database": in_database, "__module__": tests.__module__}
        setattr(module, name, type(name, (tests, ServerCase), members))
    return tests
