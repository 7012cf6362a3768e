"""What clients do wrong, by mistake or on purpose: the right status, and a server that goes on."""

import os
import random
import time
import unittest

from storages import ServerCase
from wire import Connection, request

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
TASK = b'{"title":"a task"}'


class FaultCase(ServerCase):
    options = ("--loops", "2", "--max-body", "20000", "--max-headers", "8192", "--timeout", "5")

    def setUp(self):
        super().setUp()
        self.addCleanup(self.assert_goes_on)

    def assert_goes_on(self):
        self.assertTrue(self.server.is_running(), self.server.said)
        self.assert_soon(self.is_answered, "no request is answered")

    def is_answered(self):
        with Connection(self.server) as connection:
            reply = connection.ask("GET", "/tasks")
            return reply is not None and reply.status == 200

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
    def test_a_malformed_request_is_a_bad_request(self):
        for sent in (
            b"nonsense\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET /tasks\r\nHost: a\r\n\r\n",
            b"/tasks HTTP/1.1\r\n\r\n",
            b"GET /tasks HTTP/x.y\r\nHost: a\r\n\r\n",
            b"GET /tasks HTTP/1.1x\r\nHost: a\r\n\r\n",
            b"GET /ta sks HTTP/1.1\r\nHost: a\r\n\r\n",
            b"GET \x01 HTTP/1.1\r\nHost: a\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        ):
            self.assert_refused(sent, 400)
        self.assert_refused(b"GET /tasks HTTP/3.7\r\nHost: a\r\n\r\n", 400, 505)

    def test_a_malformed_header_is_a_bad_request(self):
        for line in (
            b"no colon",
            b": no name",
            b"Content-Length: many",
            b"Content-Length: -1",
            b"Content-Length: 1x",
            b"Content-Length: 18\r\nContent-Length: 19",
            b"Content-Length: 99999999999999999999",
        ):
            self.assert_refused(b"POST /tasks HTTP/1.1\r\nHost: a\r\n" + line + b"\r\n\r\n" + TASK, 400, 413)

    def test_a_request_without_a_host_is_a_bad_one(self):
        self.assert_refused(b"GET /tasks HTTP/1.1\r\n\r\n", 400)

    def test_a_request_with_two_lengths_is_a_bad_request(self):
        self.assert_refused(
            b"POST /tasks HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" b"0\r\n\r\n",
            400,
        )

    def test_chunks_that_are_none_make_a_bad_request(self):
        for chunks in (b"zz\r\n", b"-5\r\n", b"FFFFFFFFFFFFFFFF\r\n", b"\r\n\r\n"):
            self.assert_refused(
                b"POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 400, 413
            )

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
    def test_pipelined_requests_are_answered_in_the_order_of_arrival(self):
        with Connection(self.server) as connection:
            connection.send(b"".join(request("POST", "/tasks", b'{"title":"%d"}' % number) for number in range(50)))
            self.assertEqual([connection.reply().json()["title"] for _ in range(50)], [str(n) for n in range(50)])

    def test_a_request_may_come_byte_by_byte(self):
        with Connection(self.server) as connection:
            for byte in request("POST", "/tasks", TASK):
                connection.send(bytes([byte]))
                time.sleep(0.001)
            self.assertEqual(connection.reply().status, 201)

    def test_chunks_may_come_byte_by_byte(self):
        with Connection(self.server) as connection:
            head = b"POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            for byte in head + b'5\r\n{"tit\r\nd\r\nle":"a task"}\r\n0\r\n\r\n':
                connection.send(bytes([byte]))
                time.sleep(0.001)  # so that it is a piece of its own
            self.assertEqual(connection.reply().status, 201)

    def test_a_body_may_come_in_chunks(self):
        with Connection(self.server) as connection:
            connection.send(
                b"POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                b'5;name=value\r\n{"tit\r\nD\r\nle":"a task"}\r\n0\r\n\r\n'
            )
            self.assertEqual(connection.reply().json()["title"], "a task")

    def test_a_client_that_expects_100_continue_receives_it(self):
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
        for body in (
            b"",
            b"{",
            b"}",
            b"nul",
            b'{"title"',
            b'{"title":',
            b'{"title":"',
            b'{"title":"a task"',
            b"{'title':'a'}",
            b'{"title":"a task"}}',
            b'{"title":"\\x41"}',
            b'{"title":"\\u12"}',
            b'{"title":"a\ntask"}',
            b'{"title":"\xff"}',
            b'{"title":NaN}',
            b'{"title":"a","order":01}',
            b'{"title":"a","order":+1}',
            b'{"title":"a","order":1e999999}',
            b'{"title":"a","order":' + b"9" * deep + b"}",
            b"[" * deep,
            b'{"a":' * (deep // 4),
            b'{"title":' + b"[" * deep + b"]" * deep + b"}",
            b'{"other":' + b"[" * deep + b"]" * deep + b',"title":"a"}',
            b"\x00" * 100,
            b"\xef\xbb\xbf",
        ):
            self.assert_refused(request("POST", "/tasks", body), 400)


class Limits(FaultCase):
    def test_a_body_that_is_too_long_is_rejected(self):
        fits = TASK + b" " * (20_000 - len(TASK))
        with Connection(self.server) as connection:
            self.assertEqual(connection.ask("POST", "/tasks", fits).status, 201)
        self.client.delete("/tasks")
        self.assert_refused(request("POST", "/tasks", fits + b" "), 413)
        self.assert_refused(request("POST", "/tasks", TASK + b" " * 1_000_000), 413)
        self.assert_refused(b"POST /tasks HTTP/1.1\r\nHost: a\r\nContent-Length: 20001\r\n\r\n", 413)
        self.assert_refused(
            b"POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + (b"1000\r\n" + b" " * 0x1000 + b"\r\n") * 10,
            413,
        )

    def test_headers_that_are_too_long_are_rejected(self):
        with Connection(self.server) as connection:
            self.assertEqual(connection.ask("GET", "/tasks", None, "X-Fits: " + "x" * 7_000).status, 200)
        self.assert_refused(request("GET", "/tasks", None, "X-Long: " + "x" * 9_000), 431)
        self.assert_refused(request("GET", "/tasks", None, *(f"X-{number}: y" for number in range(2_000))), 431)
        self.assert_refused(request("GET", "/tasks?" + "x" * 9_000), 414, 431)


if __name__ == "__main__":
    print(f"seed {SEED}")
    unittest.main()
