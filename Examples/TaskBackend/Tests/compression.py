"""Lists in the content coding gzip, for clients that accept it (RFC 9110, sections 8.4 and 12.5.3)."""

import gzip
import http.client
import json
import time
import unittest

from storages import on_both_storages
from wire import Connection, request


@on_both_storages
class Compression:
    options = ("--loops", "1")

    def create(self, count, title):
        for number in range(count):
            self.created(title=f"{title} {number}")

    def assert_same_list(self, path="/tasks"):
        """The list is sent compressed, and is the one that is sent without."""
        for _ in range(2):  # also from what was kept
            plain = self.client.get(path)
            packed = self.client.get(path, Accept_Encoding="gzip")
            self.assertEqual((plain.status, packed.status), (200, 200))
            self.assertIsNone(plain.headers["Content-Encoding"])
            self.assertEqual(packed.headers["Content-Encoding"], "gzip")
            self.assertEqual(gzip.decompress(packed.body), plain.body)
            self.assertLess(len(packed.body), len(plain.body) / 2)
            for answer in (plain, packed):
                self.assertEqual(answer.headers["Content-Type"], "application/json")
                self.assertEqual(answer.headers["Vary"], "Accept-Encoding")
            self.assertEqual(plain.headers["Link"], packed.headers["Link"])
            self.assertNotEqual(plain.headers["ETag"], packed.headers["ETag"])
        return packed

    def test_a_list_is_compressed(self):
        self.create(40, "a task")
        packed = self.assert_same_list()
        self.assertEqual(int(packed.headers["Content-Length"]), len(packed.body))
        self.assert_same_list("/tasks?limit=30")
        self.created(title="one more")
        self.assert_same_list()

    def test_a_long_list_is_compressed_as_it_is_sent(self):
        self.create(60, "x\u00e9\u1234\U0001f600 " * 700)
        packed = self.assert_same_list()
        self.assertEqual(packed.headers["Transfer-Encoding"], "chunked")
        # Without chunks the end of the connection is the end of the answer.
        with Connection(self.server) as connection:
            connection.send(b"GET /tasks HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n")
            head, _, body = connection.rest().partition(b"\r\n\r\n")
            self.assertIn(b"Content-Encoding: gzip", head)
            self.assertEqual(len(json.loads(gzip.decompress(body))), 60)

    def test_a_short_list_is_sent_as_it_is(self):
        self.create(2, "a task")
        answer = self.client.get("/tasks", Accept_Encoding="gzip")
        self.assertIsNone(answer.headers["Content-Encoding"])
        self.assertEqual(len(answer.json()), 2)

    def test_head_is_get_without_a_body(self):
        for count, title in ((40, "a task"), (20, "x" * 9_000)):
            self.create(count, title)
            get = self.client.get("/tasks", Accept_Encoding="gzip")
            head = self.client.send("HEAD", "/tasks", Accept_Encoding="gzip")
            self.assertEqual((head.status, head.body), (200, b""))
            for name in ("Content-Encoding", "Content-Length", "ETag", "Vary"):
                self.assertEqual(head.headers[name], get.headers[name], name)

    def test_only_who_accepts_it_gets_it(self):
        self.create(40, "a task")
        for field, is_packed in (
            ("gzip", True),
            ("GZIP", True),
            ("x-gzip", True),
            ("gzip, deflate, br", True),
            ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
            ("*", True),
            ("gzip ; Q=0.001", True),
            ("identity;q=0.5, gzip;q=0.5", True),
            ("gzip;q=1.000", True),
            ("", False),
            ("identity", False),
            ("br", False),
            ("gzip;q=0", False),
            ("gzip;q=0.000", False),
            ("gzip;q=0, *", False),
            ("*;q=0", False),
            ("identity, gzip;q=0.5", False),
            ("gzip;q=", False),
            ("gzip;q=2", False),
            ("gzip;q=1.001", False),
            ("gzip;q=0.0001", False),
            ("gzip;q=-1", False),
            ("gzip;level=9", False),
            ("gzipx", False),
            (";;;,,,q=1", False),
            ("gzip;q=x, " * 1_000, False),
        ):
            with self.subTest(field[:40]):
                answer = self.client.get("/tasks", Accept_Encoding=field)
                self.assertEqual(answer.status, 200)
                self.assertEqual(answer.headers["Content-Encoding"], "gzip" if is_packed else None)
        # Several fields are one list.
        with Connection(self.server) as connection:
            reply = connection.ask("GET", "/tasks", None, "Accept-Encoding: br", "accept-encoding: gzip")
            self.assertEqual(reply.header("Content-Encoding"), "gzip")

    def test_very_many_codings_take_no_time(self):
        self.create(40, "a task")
        begin = time.monotonic()
        for separator in (",", ";", " ", ",gzip;q=0."):
            self.assertEqual(self.client.get("/tasks", Accept_Encoding=separator * 1_500).status, 200)
        self.assertLess(time.monotonic() - begin, 2)

    def test_each_form_has_a_tag(self):
        self.create(40, "a task")
        tags = {coding: self.client.get("/tasks", Accept_Encoding=coding).headers["ETag"] for coding in ("gzip", "br")}
        for sent, tag in tags.items():
            for asked in tags:
                answer = self.client.get("/tasks", Accept_Encoding=asked, If_None_Match=tag)
                self.assertEqual(answer.status, 304 if asked == sent else 200)
                self.assertEqual(answer.headers["Vary"], "Accept-Encoding")
        # A write is for what a client has seen in either form, whatever it accepts now.
        for coding in tags:
            tag = self.client.get("/tasks", Accept_Encoding=coding).headers["ETag"]
            self.assert_error(self.client.post({"title": "new"}, If_None_Match=tag), 412)
            self.assertEqual(self.client.post({"title": "new"}, If_Match=tag).status, 201)

    def test_what_is_no_list_is_not_compressed(self):
        path = f"/tasks/{self.created(title='x' * 9_000)['id']}"
        for target in (path, "/", "/app.js", "/metrics", "/tasks?limit=x"):
            answer = self.client.get(target, Accept_Encoding="gzip")
            self.assertIsNone(answer.headers["Content-Encoding"], target)

    def test_a_client_that_goes_away_in_a_long_list_affects_nobody(self):
        self.create(60, "x" * 9_000)
        for _ in range(30):
            with Connection(self.server, receive_buffer=4_096) as connection:
                connection.send(request("GET", "/tasks", None, "Accept-Encoding: gzip"))
                connection.receive()
        other = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
        other.request("GET", "/tasks", headers={"Accept-Encoding": "gzip"})
        self.assertEqual(len(json.loads(gzip.decompress(other.getresponse().read()))), 60)
        other.close()


if __name__ == "__main__":
    unittest.main()
