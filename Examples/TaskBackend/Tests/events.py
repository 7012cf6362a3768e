"""GET /events: every change, told to every client that listens, once it is durable."""

import http.client
import json
import threading
import time
import unittest

from server import Client
from storages import ServerCase, on_both_storages
from wire import Connection, request


class EventStream:
    """A connection that subscribes to the events and reads them line by line."""

    def __init__(self, server, timeout=10, **headers):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=timeout)
        self.connection.request("GET", "/events", headers={"Accept": "text/event-stream", **headers})
        self.response = self.connection.getresponse()
        self.last_id = None

    def line(self):
        line = self.response.readline()
        if not line.endswith(b"\n"):
            raise EOFError("the stream has ended")
        return line.decode().rstrip("\n")

    def next(self):
        """The next event: its name and its data. Comments are skipped, and ids without data only remembered."""
        name, data = "message", []
        while True:
            line = self.line()
            if line == "" and data:
                return name, json.loads("\n".join(data))
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "id":
                self.last_id = value
            elif field == "event":
                name = value
            elif field == "data":
                data.append(value)

    def change(self):
        name, data = self.next()
        if name != data["kind"]:
            raise AssertionError(f"an event named {name} of the kind {data['kind']}")
        return data

    def close(self):
        self.connection.close()
        self.response.close()


@on_both_storages
class Events:
    options = ("--loops", "2")

    def listen(self, **headers):
        stream = EventStream(self.server, **headers)
        self.addCleanup(stream.close)
        return stream

    def test_the_stream_is_one_of_events(self):
        response = self.listen().response
        self.assertEqual(response.status, 200)
        self.assertEqual(response.headers["Content-Type"].split(";")[0], "text/event-stream")
        self.assertIn("no-", response.headers["Cache-Control"])  # no-cache or no-store
        self.assertEqual(response.headers["Access-Control-Allow-Origin"], "*")

    def test_every_kind_of_change_is_an_event(self):
        stream = self.listen()
        task = self.created(title='grüße\n"quoted"', order=3)
        path = f"/tasks/{task['id']}"
        self.assertEqual(stream.change(), {"kind": "created", "id": task["id"], "task": task})
        for answer in (
            self.client.patch(path, {"completed": True, "order": None}),
            self.client.put(path, {"title": "another"}),
        ):
            self.assertEqual(stream.change(), {"kind": "updated", "id": task["id"], "task": answer.json()})
        self.client.delete(path)
        deleted = stream.change()
        self.assertEqual((deleted["kind"], deleted["id"]), ("deleted", task["id"]))
        self.client.delete("/tasks")
        self.assertEqual(stream.change()["kind"], "cleared")

    def test_what_changes_nothing_is_not_told(self):
        task = self.created()
        stream = self.listen()
        self.client.post(b"no json")
        self.client.patch(f"/tasks/{task['id']}", {"title": ""})
        self.client.patch("/tasks/999999999", {"title": "a task"})
        self.client.delete("/tasks/999999999")
        self.client.get("/tasks")
        last = self.created(title="the last one")
        self.assertEqual(stream.change()["id"], last["id"])

    def test_deleting_the_completed_tasks_is_an_event(self):
        self.created(completed=True)
        stream = self.listen()
        self.client.delete("/tasks?done=true")
        self.assertIn(stream.change()["kind"], ("cleared", "deleted"))

    def test_a_change_can_be_read_when_its_event_arrives(self):
        stream = self.listen()
        other = Client(self.server)
        for number in range(20):
            task = self.created(title=str(number))
            self.assertEqual(other.get(f"/tasks/{stream.change()['id']}").json(), task)
        other.close()

    def test_everybody_hears_everything_in_the_same_order(self):
        streams = [self.listen() for _ in range(8)]  # some of them on another loop
        clients = [Client(self.server) for _ in range(4)]
        for number in range(40):
            clients[number % 4].post({"title": f"task {number}"})
        told = [[stream.change()["task"]["title"] for _ in range(40)] for stream in streams]
        self.assertEqual(told[0], [f"task {number}" for number in range(40)])
        self.assertEqual(told, [told[0]] * 8)
        for client in clients:
            client.close()

    def test_urls_are_of_the_host_that_the_listener_asked(self):
        stream = self.listen(Host="listener.example")
        task = self.created()
        self.assertEqual(stream.change()["task"]["url"], f"http://listener.example/tasks/{task['id']}")

    def test_a_listener_that_disconnects_does_not_affect_others(self):
        for _ in range(20):
            EventStream(self.server).close()
        self.created()
        self.assertTrue(self.server.is_running())


@on_both_storages
class Replay:
    """A client that was away says which event it knows last (Last-Event-ID), as browsers do."""

    options = ("--loops", "2")

    def listen(self, last_id=None):
        stream = EventStream(self.server, **({} if last_id is None else {"Last-Event-ID": last_id}))
        self.addCleanup(stream.close)
        return stream

    def known(self):
        """The id of the last change so far: the first line of a new stream."""
        stream = self.listen()
        line = stream.line()
        stream.close()
        self.assertRegex(line, r"^id: [!-~]+$")
        return line.removeprefix("id: ")

    def assert_reset(self, last_id):
        """The client is told to read the list, and then hears what follows."""
        stream = self.listen(last_id)
        self.assertEqual(stream.change(), {"kind": "reset"})
        self.assertEqual(stream.last_id, self.known())
        task = self.created(title="afterwards")
        self.assertEqual(stream.change()["task"], task)

    def test_every_event_has_another_id(self):
        stream = self.listen()
        ids = []
        for _ in range(5):
            self.created()
            stream.change()
            ids.append(stream.last_id)
        self.assertEqual(len(set(ids)), 5)

    def test_what_was_missed_is_told_when_the_client_comes_back(self):
        stream = self.listen()
        task = self.created(title="seen")
        stream.change()
        stream.close()
        path = f"/tasks/{task['id']}"
        missed = [self.created(title=f"missed {number}") for number in range(3)]
        updated = self.client.patch(path, {"completed": True}).json()
        self.client.delete(path)
        again = self.listen(stream.last_id)
        self.assertEqual([again.change()["task"] for _ in range(3)], missed)
        self.assertEqual(again.change(), {"kind": "updated", "id": task["id"], "task": updated})
        self.assertEqual(again.change(), {"kind": "deleted", "id": task["id"]})
        live = self.created(title="live")
        self.assertEqual(again.change()["task"], live)

    def test_who_has_missed_nothing_is_told_nothing(self):
        self.created()
        stream = self.listen(self.known())
        task = self.created(title="live")
        self.assertEqual(stream.change()["task"], task)

    def test_a_client_that_comes_and_goes_while_tasks_change_hears_each_of_them_once(self):
        last_id, seen, writers = self.known(), [], []

        def write(number):
            with Client(self.server) as client:
                for index in range(50):
                    client.post({"title": f"{number} {index}"})

        for number in range(4):
            writers.append(threading.Thread(target=write, args=(number,)))
            writers[-1].start()
        while len(seen) < 200:
            stream = EventStream(self.server, **{"Last-Event-ID": last_id})
            for _ in range(min(7, 200 - len(seen))):
                seen.append(stream.change()["task"]["id"])
                last_id = stream.last_id
            stream.close()
        for writer in writers:
            writer.join()
        self.assertEqual(seen, [task["id"] for task in self.client.get("/tasks").json()])

    def test_an_id_that_is_not_known_is_answered_with_a_reset(self):
        self.created()
        current = self.known()
        process, _, number = current.rpartition("-")
        for last_id in (
            "x",
            "0",
            f"{process}-{int(number) + 1_000}",
            f"{process}-+{number}",
            f"{process}-",
            f"{process}-{'9' * 40}",
            f"x{current}",
            f"{current}x",
            "y" * 15_000,
        ):
            with self.subTest(last_id[:60]):
                self.assert_reset(last_id)

    def test_two_ids_are_none(self):
        current = self.known()
        with Connection(self.server) as connection:
            connection.send(request("GET", "/events", None, *[f"Last-Event-ID: {current}"] * 2))
            while b"reset" not in connection.received:
                self.assertTrue(connection.receive())

    def test_an_empty_id_is_none(self):
        stream = self.listen("")
        task = self.created()
        self.assertEqual(stream.change()["task"], task)

    def test_only_the_last_changes_are_kept(self):
        last_id = self.known()
        with Connection(self.server) as connection:
            for number in range(1_000):
                connection.ask("POST", "/tasks", b'{"title":"%d"}' % number)
            stream = self.listen(last_id)
            self.assertEqual([stream.change()["task"]["title"] for _ in range(1_000)], [str(n) for n in range(1_000)])
            connection.ask("POST", "/tasks", b'{"title":"one too many"}')
        self.assert_reset(last_id)

    def test_no_more_is_sent_again_than_a_client_may_leave_unread(self):
        last_id = self.known()
        for _ in range(30):
            self.created(title="\u0001" * 9_000)  # of six bytes each
        self.assert_reset(last_id)

    def test_the_changes_that_are_kept_are_bounded(self):
        body = json.dumps({"title": "x" * 9_900}).encode()
        with Connection(self.server) as connection:
            path = connection.ask("POST", "/tasks", body).header("Location").removeprefix("http://tasks.example")
            before = self.server.resident_bytes()
            for _ in range(2_000):
                self.assertEqual(connection.ask("PUT", path, body).status, 200)
        self.assertLess(self.server.resident_bytes() - before, 8e6, "of 20 MB")


class ReplayAfterARestart(ServerCase):
    in_database = True

    def test_the_events_of_an_earlier_process_are_not_known(self):
        stream = EventStream(self.server)
        self.created()
        stream.change()
        stream.close()
        self.client.close()
        self.server.kill()
        type(self).server = self.start()
        again = EventStream(self.server, **{"Last-Event-ID": stream.last_id})
        self.assertEqual(again.change(), {"kind": "reset"})
        again.close()


class Heartbeat(ServerCase):
    def test_a_quiet_stream_has_a_comment_every_15_seconds(self):
        stream = EventStream(self.server, timeout=20)
        begin = time.monotonic()
        while True:
            line = stream.line()
            if line.startswith(":") and time.monotonic() - begin > 1:
                break
        self.assertLess(time.monotonic() - begin, 17)
        self.created(title="afterwards")
        self.assertEqual(stream.change()["task"]["title"], "afterwards")
        stream.close()


if __name__ == "__main__":
    unittest.main()
