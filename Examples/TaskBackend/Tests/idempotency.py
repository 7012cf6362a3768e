"""Idempotency-Key: a task is created once, however often a client that got no answer asks for it."""

import sqlite3
import threading
import unittest
from contextlib import closing

from events import EventStream
from server import Client
from storages import ServerCase, on_both_storages
from wire import Connection

KEPT = 4096


@on_both_storages
class Keys:
    options = ("--loops", "2")

    def post(self, key, client=None, **fields):
        return (client or self.client).post({"title": "a task", **fields}, Idempotency_Key=key)

    def assert_same(self, answer, first):
        self.assertEqual((answer.status, answer.body), (201, first.body))
        for name in ("Location", "ETag"):
            self.assertEqual(answer.headers[name], first.headers[name])
        self.assertEqual(answer.headers["Idempotent-Replayed"], "true")
        self.assertIsNone(first.headers["Idempotent-Replayed"])

    def test_a_request_that_is_repeated_creates_nothing(self):
        first = self.post("first-1", order=3)
        self.assert_same(self.post("first-1", order=3), first)
        # What is equal is the task, not its text.
        again = self.client.post(
            b'{"order":3, "completed":false, "title":"a t\\u0061sk"}', Idempotency_Key="first-1"
        )
        self.assert_same(again, first)
        self.assertEqual(self.titles(), ["a task"])

    def test_another_key_or_none_creates_another_task(self):
        ids = [self.post(key).json()["id"] for key in ("other-1", "other-2", '"other-1"', "OTHER-1")]
        ids += [self.created()["id"], self.created()["id"]]
        self.assertEqual(len(set(ids)), 6)
        self.assertEqual(len(self.titles()), 6)

    def test_another_task_with_the_same_key_is_an_error(self):
        self.post("reused")
        for fields in ({"title": "another"}, {"completed": True}, {"order": 0}):
            error = self.assert_error(self.post("reused", **fields), 422)
            self.assertIn("Idempotency-Key", error["message"])
        self.assertEqual(self.titles(), ["a task"])

    def test_the_answer_is_the_first_one_although_the_task_has_changed(self):
        first = self.post("changed")
        path = f"/tasks/{first.json()['id']}"
        self.client.patch(path, {"title": "changed"})
        self.assert_same(self.post("changed"), first)
        self.client.delete(path)
        self.assert_same(self.post("changed"), first)
        self.assertEqual(self.titles(), [])

    def test_what_has_failed_is_tried_again(self):
        self.assert_error(self.post("failed", title=""), 400)
        self.assert_error(self.client.post({"title": "a task"}, Idempotency_Key="failed", If_Match='"x"'), 412)
        self.assertIsNone(self.post("failed").headers["Idempotent-Replayed"])

    def test_a_condition_that_was_met_is_met_when_the_request_is_repeated(self):
        tag = self.client.get("/tasks").headers["ETag"]
        first = self.client.post({"title": "a task"}, Idempotency_Key="condition", If_Match=tag)
        self.assert_same(self.client.post({"title": "a task"}, Idempotency_Key="condition", If_Match=tag), first)

    def test_a_request_that_is_repeated_is_no_event_and_no_change(self):
        self.post("event")
        tag = self.client.get("/tasks").headers["ETag"]
        stream = EventStream(self.server)
        self.addCleanup(stream.close)
        self.post("event")
        self.post("event", title="another")
        self.assertEqual(self.client.get("/tasks", If_None_Match=tag).status, 304)
        last = self.created(title="the last one")
        self.assertEqual(stream.change()["id"], last["id"])

    def test_of_many_requests_at_once_one_creates_the_task(self):
        answers = []

        def post():
            with Client(self.server) as client:
                answers.append(self.post("at-once", client))

        threads = [threading.Thread(target=post) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({answer.status for answer in answers}, {201})
        self.assertEqual(len({answer.body for answer in answers}), 1)
        self.assertEqual([answer.headers["Idempotent-Replayed"] for answer in answers].count(None), 1)
        self.assertEqual(self.titles(), ["a task"])

    def test_a_key_that_is_none_is_an_error(self):
        body = b'{"title":"a task"}'
        for lines in (
            ["Idempotency-Key:"],
            ["Idempotency-Key: a b"],
            ["Idempotency-Key: \xe9"],
            ["Idempotency-Key: " + "x" * 256],
            ["Idempotency-Key: " + "x" * 15_000],
            ["Idempotency-Key: a", "idempotency-key: a"],
        ):
            with self.subTest(lines=[line[:40] for line in lines]), Connection(self.server) as connection:
                reply = connection.ask("POST", "/tasks", body, *lines)
                self.assertEqual(reply.status, 400)
                self.assertEqual(
                    reply.json()["error"]["message"],
                    "Idempotency-Key is not one key of 1 to 255 visible ASCII characters",
                )
                # The connection is as good as before.
                self.assertEqual(connection.ask("POST", "/tasks", body, "Idempotency-Key: " + "x" * 255).status, 201)
        self.assertEqual(self.titles(), ["a task"])

    def test_the_keys_that_were_used_last_are_known(self):
        first = self.post("bounded-0")
        # On a busy machine the other requests take longer than the server keeps an idle connection. The client opens it again.
        self.client.close()
        with Connection(self.server) as connection:
            for number in range(1, KEPT):
                reply = connection.ask("POST", "/tasks", b'{"title":"x"}', f"Idempotency-Key: bounded-{number}")
                self.assertEqual(reply.status, 201)
        self.assert_same(self.post("bounded-0"), first)
        self.post("one-more")
        self.assertIsNone(self.post("bounded-0").headers["Idempotent-Replayed"])


class KeysOnDisk(ServerCase):
    in_database = True

    def test_keys_are_known_after_the_server_was_killed(self):
        first = self.client.post({"title": "a task"}, Idempotency_Key="killed", Host="tasks.example")
        self.client.close()
        self.server.kill()
        type(self).server = self.start()
        with Client(self.server) as client:
            again = client.post({"title": "a task"}, Idempotency_Key="killed", Host="tasks.example")
            self.assertEqual((again.body, again.headers["Idempotent-Replayed"]), (first.body, "true"))
            self.assertEqual(len(client.get("/tasks").json()), 1)

    def test_a_database_of_an_older_version_gets_the_table(self):
        self.client.close()
        self.assertEqual(self.server.terminate(), 0)
        with closing(sqlite3.connect(self.database)) as database:
            database.execute("DROP TABLE keyed_tasks")
        type(self).server = self.start()
        with Client(self.server) as client:
            bodies = {client.post({"title": "a task"}, Idempotency_Key="older").body for _ in range(2)}
            self.assertEqual(len(bodies), 1)


if __name__ == "__main__":
    unittest.main()
