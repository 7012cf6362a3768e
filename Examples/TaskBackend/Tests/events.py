"""GET /events: every change, told to every client that listens, once it is durable."""

import http.client
import json
import time
import unittest

from server import Client
from storages import ServerCase, on_both_storages


class EventStream:
    """A connection that subscribes to the events and reads them line by line."""

    def __init__(self, server, timeout=10, **headers):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=timeout)
        self.connection.request("GET", "/events", headers={"Accept": "text/event-stream", **headers})
        self.response = self.connection.getresponse()

    def line(self):
        line = self.response.readline()
        if not line.endswith(b"\n"):
            raise EOFError("the stream has ended")
        return line.decode().rstrip("\n")

    def next(self):
        """The next event: its name and its data. Comments are skipped."""
        name, data = "message", []
        while True:
            line = self.line()
            if line == "" and data:
                return name, json.loads("\n".join(data))
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "event":
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
