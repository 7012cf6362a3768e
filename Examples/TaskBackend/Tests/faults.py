"""What clients do wrong, by mistake or on purpose: the right status, and a server that goes on."""

import os
import random
import threading
import time
import unittest

from storages import ServerCase, on_both_storages
from wire import Connection, request, take_reply

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
TASK = b'{"title":"a task"}'


class FaultCase(ServerCase):
    options = ("--loops", "2", "--max-body", "20000", "--max-headers", "8192", "--timeout", "5")

    def setUp(self):
        super().setUp()
        self.addCleanup(self.assert_goes_on)

    def assert_goes_on(self):
        self.assertTrue(self.server.is_running(), self.server.said)
        with Connection(self.server) as connection:
            self.assertEqual(connection.ask("GET", "/tasks").status, 200)

    def assert_refused(self, sent, *statuses):
        """The bytes are answered with an error of one of these statuses, and nothing is stored."""
        with self.subTest(sent[:100]), Connection(self.server) as connection:
            connection.send(sent)
            reply = connection.reply()
            self.assertIsNotNone(reply, "closed without an answer")
            self.assertIn(reply.status, statuses, reply)
            self.assertTrue(reply.json()["error"]["message"])
            self.assertEqual(reply.header("Access-Control-Allow-Origin"), "*")
        with Connection(self.server) as connection:
            self.assertEqual(connection.ask("GET", "/tasks").json(), [])


class MalformedRequests(FaultCase):
    def test_what_is_no_request_is_a_bad_one(self):
        for sent in (b"nonsense\r\n\r\n", b"GET\r\n\r\n", b"GET /tasks\r\nHost: a\r\n\r\n", b"/tasks HTTP/1.1\r\n\r\n",
                     b"GET /tasks HTTP/x.y\r\nHost: a\r\n\r\n", b"GET /tasks HTTP/1.1x\r\nHost: a\r\n\r\n",
                     b"GET /ta sks HTTP/1.1\r\nHost: a\r\n\r\n", b"GET \x01 HTTP/1.1\r\nHost: a\r\n\r\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"):
            self.assert_refused(sent, 400)
        self.assert_refused(b"GET /tasks HTTP/3.7\r\nHost: a\r\n\r\n", 400, 505)

    def test_what_is_no_header_makes_a_bad_request(self):
        for line in (b"no colon", b": no name", b"Content-Length: many", b"Content-Length: -1", b"Content-Length: 1x",
                     b"Content-Length: 18\r\nContent-Length: 19", b"Content-Length: 99999999999999999999"):
            self.assert_refused(b"POST /tasks HTTP/1.1\r\nHost: a\r\n" + line + b"\r\n\r\n" + TASK, 400, 413)

    def test_a_request_without_a_host_is_a_bad_one(self):
        self.assert_refused(b"GET /tasks HTTP/1.1\r\n\r\n", 400)

    def test_a_request_whose_length_is_said_in_two_ways_is_a_bad_one(self):
        self.assert_refused(b"POST /tasks HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
                            b"0\r\n\r\n", 400)

    def test_chunks_that_are_none_make_a_bad_request(self):
        for chunks in (b"zz\r\n", b"-5\r\n", b"FFFFFFFFFFFFFFFF\r\n", b"\r\n\r\n"):
            self.assert_refused(b"POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 400, 413)

    def test_a_mistake_does_not_answer_the_next_request(self):
        with Connection(self.server) as connection:
            self.assertEqual(connection.ask("POST", "/tasks", b"no json").status, 400)
            self.assertEqual(connection.ask("POST", "/tasks", TASK).status, 201)

    def test_random_bytes_stop_nothing(self):
        generator = random.Random(SEED)
        with self.subTest(seed=SEED):
            for _ in range(300):
                with Connection(self.server) as connection:
                    connection.send(generator.randbytes(generator.randrange(1, 400)) + b"\r\n\r\n")
            good = request("POST", "/tasks", TASK)
            for _ in range(300):
                bad = bytearray(good)
                bad[generator.randrange(len(bad) - len(TASK) - 4)] = generator.randrange(256)
                with Connection(self.server) as connection:
                    connection.send(bytes(bad))
            self.assert_goes_on()

    def test_a_request_that_breaks_off_stores_nothing(self):
        good = request("POST", "/tasks", TASK)
        for length in range(len(good)):
            with Connection(self.server) as connection:
                connection.send(good[:length])
        self.assertEqual(self.titles(), [])


class WellFormedRequests(FaultCase):
    def test_requests_sent_together_are_answered_in_order(self):
        with Connection(self.server) as connection:
            connection.send(b"".join(request("POST", "/tasks", b'{"title":"%d"}' % number) for number in range(50)))
            self.assertEqual([connection.reply().json()["title"] for _ in range(50)], [str(n) for n in range(50)])

    def test_a_request_may_come_byte_by_byte(self):
        with Connection(self.server) as connection:
            for byte in request("POST", "/tasks", TASK):
                connection.send(bytes([byte]))
            self.assertEqual(connection.reply().status, 201)

    def test_a_body_may_come_in_chunks(self):
        with Connection(self.server) as connection:
            connection.send(b"POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                            b'5;name=value\r\n{"tit\r\nD\r\nle":"a task"}\r\n0\r\n\r\n')
            self.assertEqual(connection.reply().json()["title"], "a task")

    def test_a_client_that_waits_is_told_to_continue(self):
        with Connection(self.server) as connection:
            connection.send(request("POST", "/tasks", TASK, "Expect: 100-continue")[: -len(TASK)])
            self.assertEqual(connection.reply().status, 100)
            connection.send(TASK)
            self.assertEqual(connection.reply().status, 201)

    def test_a_target_may_be_a_whole_url(self):
        with Connection(self.server) as connection:
            self.assertEqual(connection.ask("GET", f"http://{self.server.host}/tasks").status, 200)

    def test_clients_of_http_1_0_get_answers_without_chunks(self):
        for _ in range(40):
            self.created(title="x" * 9_000)
        with Connection(self.server) as connection:
            connection.send(b"GET /tasks HTTP/1.0\r\n\r\n")
            head, _, body = connection.rest().partition(b"\r\n\r\n")
        self.assertNotIn(b"transfer-encoding", head.lower())
        self.assertTrue(body.startswith(b'[{"id":') and body.endswith(b"]") and body.count(b'"title":') == 40)


class MalformedJSON(FaultCase):
    def test_json_that_is_none_is_a_bad_request(self):
        deep = 9_000
        for body in (b"", b"{", b"}", b"nul", b'{"title"', b'{"title":', b'{"title":"', b'{"title":"a task"', b"{'title':'a'}",
                     b'{"title":"a task"}}', b'{"title":"\\x41"}', b'{"title":"\\u12"}', b'{"title":"a\ntask"}',
                     b'{"title":"\xff"}', b'{"title":NaN}', b'{"title":"a","order":01}', b'{"title":"a","order":+1}',
                     b'{"title":"a","order":1e999999}', b'{"title":"a","order":' + b"9" * deep + b"}",
                     b"[" * deep, b'{"a":' * (deep // 4), b'{"title":' + b"[" * deep + b"]" * deep + b"}",
                     b'{"other":' + b"[" * deep + b"]" * deep + b',"title":"a"}', b"\x00" * 100, b"\xef\xbb\xbf"):
            self.assert_refused(request("POST", "/tasks", body), 400)


class Limits(FaultCase):
    def test_a_body_that_is_too_long_is_refused(self):
        fits = TASK + b" " * (20_000 - len(TASK))
        with Connection(self.server) as connection:
            self.assertEqual(connection.ask("POST", "/tasks", fits).status, 201)
        self.client.delete("/tasks")
        self.assert_refused(request("POST", "/tasks", fits + b" "), 413)
        self.assert_refused(request("POST", "/tasks", TASK + b" " * 1_000_000), 413)
        self.assert_refused(b"POST /tasks HTTP/1.1\r\nHost: a\r\nContent-Length: 20001\r\n\r\n", 413)
        self.assert_refused(b"POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + (b"1000\r\n" + b" " * 0x1000 + b"\r\n") * 10, 413)

    def test_headers_that_are_too_long_are_refused(self):
        with Connection(self.server) as connection:
            self.assertEqual(connection.ask("GET", "/tasks", None, "X-Fits: " + "x" * 7_000).status, 200)
        self.assert_refused(request("GET", "/tasks", None, "X-Long: " + "x" * 9_000), 431)
        self.assert_refused(request("GET", "/tasks", None, *(f"X-{number}: y" for number in range(2_000))), 431)
        self.assert_refused(request("GET", "/tasks?" + "x" * 9_000), 414, 431)


class Connections(FaultCase):
    options = ("--loops", "2", "--max-connections", "10", "--timeout", "30")

    def test_one_connection_too_many_is_told_so(self):
        self.client.close()
        time.sleep(0.2)
        several = [Connection(self.server) for _ in range(10)]
        for connection in several:
            self.assertEqual(connection.ask("GET", "/tasks").status, 200)
        with Connection(self.server) as other:
            reply = other.ask("GET", "/tasks")
            self.assertEqual(reply.status, 503)
            self.assertTrue(reply.json()["error"]["message"])
            self.assertEqual(other.rest(), b"")
        for connection in several:
            self.assertEqual(connection.ask("GET", "/tasks").status, 200)
            connection.socket.close()
        time.sleep(0.2)
        self.assert_goes_on()

    def test_connections_that_end_leave_nothing_behind(self):
        self.client.close()
        time.sleep(0.2)
        before = len(os.listdir(f"/proc/{self.server.process.pid}/fd"))
        for number in range(1_000):
            with Connection(self.server) as connection:
                if number % 3 == 0:
                    self.assertEqual(connection.ask("GET", "/tasks").status, 200)
                elif number % 3 == 1:
                    connection.send(b"GET /tas")
            if number % 5 == 0:
                time.sleep(0.01)
        time.sleep(0.5)
        self.assertLessEqual(len(os.listdir(f"/proc/{self.server.process.pid}/fd")), before + 2)


class SlowClients(FaultCase):
    options = ("--loops", "2", "--timeout", "1")

    def assert_dropped(self, connection, within=5):
        """The server answers with 408 or closes, in this many seconds."""
        connection.socket.settimeout(within)
        answered = connection.rest()
        self.assertTrue(answered == b"" or answered.startswith(b"HTTP/1.1 408 "), answered[:100])

    def test_a_request_that_does_not_go_on_is_dropped(self):
        for sent in (b"", b"GET /tas", b"GET /tasks HTTP/1.1\r\nHost: a\r\n",
                     b"POST /tasks HTTP/1.1\r\nHost: a\r\nContent-Length: 18\r\n\r\n{"):
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
        self.fill(2_000) # 18 MB
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
            self.assertFalse(hearing.is_alive(), "who reads is told everything")
            deaf.socket.settimeout(20)
            self.assertNotIn(b"the last one", deaf.rest(), "who does not is not kept in memory")


def hear(connection, last):
    """Reads until something comes, or the end, and keeps nothing of it."""
    while last not in connection.received and connection.receive():
        del connection.received[: -len(last) - (1 << 16)]


if __name__ == "__main__":
    print(f"seed {SEED}")
    unittest.main()
