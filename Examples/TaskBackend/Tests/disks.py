"""No space left on the device, and removed files: no unsaved task is confirmed, and stored tasks are served."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from server import Client, Server
from storages import ServerCase

WORDS_OF_SQL = ("sqlite", "insert", "select", "update", "begin", "commit", ".db", "/tmp")


def mounted(folder):
    """Whether a small disk could be mounted here, which only root may."""
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]
    return shutil.which("mount") and subprocess.run(command, capture_output=True).returncode == 0


class FullDisk(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(os.rmdir, self.folder)
        if not mounted(self.folder):
            self.skipTest("no disk can be mounted")
        self.addCleanup(subprocess.run, ["umount", "-l", self.folder], check=True)
        self.database = f"{self.folder}/tasks.db"

    def fill(self):
        with open(f"{self.folder}/ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                pass

    def start(self):
        server = Server("--database", self.database, "--loops", "2")
        self.addCleanup(server.kill)
        client = Client(server)
        self.addCleanup(client.close)
        return server, client

    def assert_reads_only(self, client, titles):
        self.assertEqual([task["title"] for task in client.get("/tasks").json()], titles)
        self.assertEqual(client.get("/metrics").status, 200)
        for _ in range(3):
            answer = client.post({"title": "x" * 9_000})
            self.assertEqual(answer.status, 503)
            message = answer.json()["error"]["message"]
            self.assertIn("no space left", message)
            self.assertFalse([word for word in WORDS_OF_SQL if word in message.lower()], message)
        self.assertEqual([task["title"] for task in client.get("/tasks").json()], titles)

    def test_a_server_goes_on_when_the_disk_is_full_and_starts_on_it(self):
        for ending in (Server.terminate, Server.kill):  # with a journal and without
            with self.subTest(ending.__name__):
                server, client = self.start()
                client.delete("/tasks")
                for number in range(5):
                    self.assertEqual(client.post({"title": f"task {number}"}).status, 201)
                titles = [f"task {number}" for number in range(5)]
                self.fill()
                self.assert_reads_only(client, titles)
                client.close()
                ending(server)
                self.fill()
                server, client = self.start()
                self.assert_reads_only(client, titles)
                os.remove(f"{self.folder}/ballast")
                self.assertEqual(client.post({"title": "there is room again"}).status, 201)
                client.close()
                self.assertEqual(server.terminate(), 0)
                server, client = self.start()
                self.assertEqual(
                    [task["title"] for task in client.get("/tasks").json()], titles + ["there is room again"]
                )
                client.close()
                server.terminate()


class Vanishing(ServerCase):
    in_database = True

    def setUp(self):
        self.folder.cleanup()
        Path(self.folder.name).mkdir()
        self.server.kill()
        type(self).server = self.start()
        super().setUp()

    def assert_noticed(self):
        answer = self.client.post({"title": "lost"})
        self.assertEqual(answer.status, 503, answer.body)
        self.assertIn("removed or replaced", answer.json()["error"]["message"])
        self.assert_soon(lambda: self.client.get("/tasks").status == 503, "what is not there is read")
        self.assertEqual(self.client.send("HEAD", "/tasks").status, 503)

    def test_no_write_is_answered_after_the_database_was_removed(self):
        self.created()
        self.database.unlink()
        self.assert_noticed()

    def test_no_write_is_answered_after_the_journal_was_removed(self):
        self.created()
        Path(f"{self.database}-wal").unlink()
        self.assert_noticed()

    def test_no_write_is_answered_after_the_database_was_replaced(self):
        self.created()
        other = self.database.with_suffix(".other")
        shutil.copy(self.database, other)
        other.replace(self.database)
        self.assert_noticed()

    def test_reads_notice_it_without_a_write(self):
        self.created()
        self.database.unlink()
        self.assert_soon(lambda: self.client.get("/tasks").status == 503, "what is not there is read")

    def test_a_database_that_comes_back_is_used_again(self):
        self.created(title="first")
        aside = self.database.with_suffix(".aside")
        self.database.rename(aside)
        self.assert_noticed()
        aside.rename(self.database)
        self.assertEqual(self.client.post({"title": "second"}).status, 201)
        self.assert_soon(lambda: self.client.get("/tasks").status == 200, "what is there is not read")
        self.assertEqual(self.titles(), ["first", "second"])


class Details(ServerCase):
    in_database = True

    def test_an_answer_does_not_show_sql(self):
        self.created()
        with sqlite3.connect(self.database) as other:
            other.execute("CREATE TRIGGER no BEFORE INSERT ON tasks BEGIN SELECT RAISE(ABORT, 'secret'); END")
        answer = self.client.post({"title": "refused"})
        self.assertEqual(answer.status, 503)
        message = answer.json()["error"]["message"]
        self.assertFalse([word for word in (*WORDS_OF_SQL, "secret") if word in message.lower()], message)
        self.assert_soon(lambda: any("secret" in line for line in self.server.said), "the log says nothing")
        other.close()


if __name__ == "__main__":
    unittest.main()
