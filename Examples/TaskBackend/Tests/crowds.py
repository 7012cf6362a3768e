"""Clients that are too many or too slow: the others are served, and memory stays what it was."""

import os
import threading
import time
import unittest

from faults import FaultCase
from storages import on_both_storages
from wire import Connection, request, take_reply


class TooManyConnections(FaultCase):
    options = ("--loops", "2", "--max-connections", "10")

    def test_one_connection_too_many_gets_an_error(self):
        several = [self.client_of_nine() for _ in range(9)]
        with Connection(self.server) as other:
            reply = other.ask("GET", "/tasks")
            self.assertEqual(reply.status, 503)
            self.assertTrue(reply.json()["error"]["message"])
            self.assertEqual(other.rest(), b"")
        for connection in several:
            self.assertEqual(connection.ask("GET", "/tasks").status, 200)
            connection.socket.close()

    def client_of_nine(self):
        """One of those that, with the client of every test, are as many as there may be."""
        connection = Connection(self.server)
        self.assertEqual(connection.ask("GET", "/tasks").status, 200)
        return connection


class ManyConnections(FaultCase):
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.server.process.pid}/fd"))

    def test_closed_connections_release_their_resources(self):
        before = self.descriptors()
        for number in range(1_000):
            with Connection(self.server) as connection:
                if number % 3 == 0:
                    self.assertEqual(connection.ask("GET", "/tasks").status, 200)
                elif number % 3 == 1:
                    connection.send(b"GET /tas")
        self.assert_soon(lambda: self.descriptors() <= before, "descriptors are left")


class SlowClients(FaultCase):
    options = ("--loops", "2", "--timeout", "1")

    def assert_dropped(self, connection, within=5):
        """The server answers with 408 or closes, in this many seconds."""
        connection.socket.settimeout(within)
        answered = connection.rest()
        self.assertTrue(answered == b"" or answered.startswith(b"HTTP/1.1 408 "), answered[:100])

    def test_a_request_that_does_not_go_on_is_dropped(self):
        for sent in (
            b"",
            b"GET /tas",
            b"GET /tasks HTTP/1.1\r\nHost: a\r\n",
            b"POST /tasks HTTP/1.1\r\nHost: a\r\nContent-Length: 18\r\n\r\n{",
        ):
            with self.subTest(sent), Connection(self.server) as connection:
                connection.send(sent)
                self.assert_dropped(connection)

    def test_a_connection_that_asks_nothing_more_is_closed(self):
        with Connection(self.server) as connection:
            self.assertEqual(connection.ask("GET", "/tasks").status, 200)
            self.assert_dropped(connection)

    def test_a_request_that_goes_on_by_drops_is_dropped(self):
        with Connection(self.server) as connection:
            begin, seconds = time.monotonic(), 0
            connection.send(b"GET /tasks HTTP/1.1\r\nHost: a\r\nX-Slow: ")
            connection.socket.settimeout(0.25)
            while seconds < 8:
                connection.send(b"x")
                seconds = time.monotonic() - begin
                try:
                    if not connection.receive():
                        break
                except TimeoutError:
                    continue
            self.assertLess(seconds, 8)

    def test_a_listener_stays_although_it_says_nothing(self):
        with Connection(self.server) as listener:
            listener.send(request("GET", "/events"))
            time.sleep(2.5)
            with Connection(self.server) as other:
                self.assertEqual(other.ask("POST", "/tasks", b'{"title":"heard"}').status, 201)
            while b"heard" not in listener.received:
                self.assertTrue(listener.receive(), "closed")


@on_both_storages
class SlowReaders:
    options = ("--loops", "2", "--timeout", "10")

    def fill(self, count):
        """Makes tasks of 9 kB."""
        body = b'{"title":"' + b"x" * 9_000 + b'"}'
        with Connection(self.server) as connection:
            for _ in range(count // 100):
                connection.send(request("POST", "/tasks", body) * 100)
                self.assertEqual({connection.reply().status for _ in range(100)}, {201})

    def test_long_answers_wait_for_those_who_read_them(self):
        self.fill(2_000)  # 18 MB
        self.client.get("/tasks")
        before = self.server.resident_bytes()
        readers = [Connection(self.server) for _ in range(8)]
        for reader in readers:
            reader.send(request("GET", "/tasks", None, "Connection: close"))
        time.sleep(1)
        grown = self.server.resident_bytes() - before
        self.assertLess(grown, 24e6, "of 144 MB that are asked for")
        # Meanwhile others are served, and what they change is not torn into the lists.
        self.assertEqual(self.client.delete("/tasks?done=true").status, 204)
        last = self.created(title="afterwards")["id"]
        for reader in readers[:2]:
            tasks = take_reply(bytearray(reader.rest())).json()
            self.assertIn(len(tasks), (2_000, 2_001))
            self.assertEqual([task["id"] for task in tasks], sorted({task["id"] for task in tasks}))
            self.assertEqual({len(task["title"]) for task in tasks if task["id"] != last}, {9_000})
        for reader in readers:
            reader.socket.close()

    def test_a_listener_that_does_not_read_is_dropped(self):
        with Connection(self.server, receive_buffer=4_096) as deaf, Connection(self.server) as attentive:
            for listener in (deaf, attentive):
                listener.send(request("GET", "/events"))
                listener.receive()
            hearing = threading.Thread(target=hear, args=(attentive, b"the last one"))
            hearing.start()
            self.fill(2_000)
            with Connection(self.server) as other:
                self.assertEqual(other.ask("POST", "/tasks", b'{"title":"the last one"}').status, 201)
            hearing.join(10)
            self.assertFalse(hearing.is_alive(), "a client that reads receives every event")
            deaf.socket.settimeout(20)
            self.assertNotIn(b"the last one", deaf.rest(), "who does not is not kept in memory")


@on_both_storages
class DeafReaders:
    """Clients that request long lists and do not read them."""

    options = ("--loops", "1", "--timeout", "30")

    def setUp(self):
        super().setUp()
        body = b'{"title":"' + b"x" * 9_900 + b'"}'
        with Connection(self.server) as connection:
            for _ in range(4):
                connection.send(request("POST", "/tasks", body) * 100)
                self.assertEqual({connection.reply().status for _ in range(100)}, {201})
        self.deaf = []
        self.addCleanup(lambda: [each.socket.close() for each in self.deaf])

    def crowd(self, count, target="/tasks", address="127.0.0.1"):
        """Adds a number of clients that do not read."""
        for _ in range(count):
            connection = Connection(self.server, receive_buffer=4_096, address=address)
            self.deaf.append(connection)
            connection.send(request("GET", target))
        time.sleep(0.3)

    def assert_served(self):
        for method, target in (("GET", "/tasks"), ("GET", "/tasks?limit=1"), ("HEAD", "/tasks"), ("GET", "/metrics")):
            with self.subTest(f"{method} {target}"):
                answer = self.client.send(method, target)
                self.assertEqual(answer.status, 200, answer.body)
                if (method, target) == ("GET", "/tasks"):
                    self.assertEqual(len(answer.json()), 400)

    def test_they_take_nothing_that_others_need(self):
        self.crowd(40)
        self.assert_served()
        self.crowd(60)
        self.assert_served()

    def test_a_network_that_asks_for_much_loses_its_own_lists_first(self):
        slow = Connection(self.server, receive_buffer=4_096, address="127.0.0.2")
        slow.send(request("GET", "/tasks", None, "Connection: close"))
        time.sleep(0.3)
        self.crowd(80)
        self.assertEqual(len(take_reply(bytearray(slow.rest())).json()), 400)
        slow.socket.close()

    def test_what_waits_for_them_is_limited(self):
        before = self.server.resident_bytes()
        self.crowd(400, "/tasks?limit=12")  # 120 kB at once, which is sent with a length
        for each in self.deaf:
            each.send(request("GET", "/tasks?limit=12") * 40)
        time.sleep(0.5)
        self.assertLess(self.server.resident_bytes() - before, 40e6)
        self.assert_served()


def hear(connection, last):
    """Reads and discards data until some arrives, or the end."""
    while last not in connection.received and connection.receive():
        del connection.received[: -len(last) - (1 << 16)]


if __name__ == "__main__":
    unittest.main()
