"""What all answers have in common: errors, other origins, HEAD and OPTIONS; and the files of the page."""

import http.client
import json
import unittest

from server import EXAMPLE, Client
from storages import ServerCase, on_both_storages

PATHS = ("/", "/app.js", "/style.css", "/tasks", "/tasks/1", "/metrics", "/elsewhere")


def place(body, part):
    """Where a part of a body begins: its offset from 0, its line and its column from 1, in bytes."""
    offset = body.index(part)
    line_begin = body.rfind(b"\n", 0, offset) + 1
    return {"offset": offset, "line": body.count(b"\n", 0, offset) + 1, "column": offset - line_begin + 1}


@on_both_storages
class Errors:
    def test_an_error_names_the_field_and_its_place(self):
        for body, part, field in (
            (b'{"title":12}', b"12", "/title"),
            (b'{\n  "completed": false,\n  "title": [12]\n}', b"[12]", "/title"),
            (b'{"title":"a task","completed":"yes"}', b'"yes"', "/completed"),
            (b'{"title":"a task",\n\n"order":{"n":1}}', b'{"n"', "/order"),
        ):
            with self.subTest(body):
                error = self.assert_error(self.client.post(body), 400, field)
                self.assertEqual({name: error.get(name) for name in ("offset", "line", "column")}, place(body, part))

    def test_a_mistake_of_syntax_has_the_place_that_python_finds(self):
        for body in (
            b'{"title":"a task",}',
            b'{"title" "a task"}',
            b"{title:1}",
            b'{"title":"a task"} 1',
            b"",
            b'{"title":"a task"',
            b"nothing",
            b'{"title":\n"a task",\n"order":}',
            b'{"title":"a\ttask"}',
        ):
            with self.subTest(body):
                error = self.assert_error(self.client.post(body), 400)
                with self.assertRaises(json.JSONDecodeError) as found:
                    json.loads(body)
                # Where a value or a key begins is a matter of taste: before blanks or after them, at a quote or in it.
                self.assertLessEqual(abs(error["offset"] - found.exception.pos), 2, error)
                self.assertLessEqual(error["line"], body.count(b"\n") + 1)

    def test_a_body_that_is_not_an_object_is_an_error(self):
        path = f"/tasks/{self.created()['id']}"
        for body in (b"[]", b"12", b'"title"', b"null", b"true", b'[{"title":"a task"}]'):
            self.assert_error(self.client.post(body), 400)
            self.assert_error(self.client.patch(path, body), 400)
            self.assert_error(self.client.put(path, body), 400)
        self.assertEqual(self.titles(), ["a task"])

    def test_a_body_that_is_not_utf_8_is_an_error(self):
        for bad in (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"):
            self.assert_error(self.client.post(b'{"title":"a ' + bad + b' task"}'), 400)
        self.assertEqual(self.titles(), [])

    def test_what_a_client_has_sent_comes_back_shortened(self):
        for key in ("x" * 500_000, "\u1234" * 1_000, "a\u0301" + "\u0301" * 9_000, "\U0001f600" * 201):
            body = b'{"title":"a task",' + json.dumps(key).encode() + b":[1,}"
            field = self.assert_error(self.client.post(body), 400)["field"]
            pointer = f"/{key}/1"
            self.assertEqual(len(field), 200)
            self.assertEqual(field, f"{pointer[:100]}…{pointer[-99:]}")
        body = b'{"x":' * 200 + b"}" + b"}" * 200
        self.assertEqual(len(self.assert_error(self.client.post(body), 400)["field"]), 200)
        # What is not longer comes back as it is.
        body = b'{"title":"a task",' + json.dumps("x" * 197).encode() + b":[1,}"
        self.assertEqual(self.assert_error(self.client.post(body), 400)["field"], f"/{'x' * 197}/1")

    def test_an_error_does_not_repeat_a_long_query(self):
        for query in (f"{'x' * 9_000}=1", f"{'x' * 4_000}=1&{'x' * 4_000}=1"):
            answer = self.client.get(f"/tasks?{query}")
            self.assertEqual(len(self.assert_error(answer, 400)["message"]), 200)

    def test_a_method_that_a_route_does_not_have_is_named_with_those_it_has(self):
        task = f"/tasks/{self.created()['id']}"
        for path, allowed in (
            ("/tasks", {"GET", "HEAD", "POST", "DELETE", "OPTIONS"}),
            (task, {"GET", "HEAD", "PATCH", "PUT", "DELETE", "OPTIONS"}),
            ("/", {"GET", "HEAD", "OPTIONS"}),
            ("/metrics", {"GET", "HEAD", "OPTIONS"}),
            ("/events", {"GET", "HEAD", "OPTIONS"}),
        ):
            for method in {"POST", "PUT", "PATCH", "DELETE"} - allowed:
                with self.subTest(f"{method} {path}"):
                    answer = self.client.send(method, path, {"title": "a task"})
                    self.assert_error(answer, 405)
                    named = {name.strip() for name in answer.headers["Allow"].split(",")}
                    self.assertEqual(named | {"HEAD", "OPTIONS"}, allowed | {"HEAD", "OPTIONS"})

    def test_an_unknown_method_is_an_error(self):
        answer = self.client.send("BREW", "/tasks")
        self.assertIn(answer.status, (400, 405, 501))
        self.assertTrue(answer.json()["error"]["message"])


@on_both_storages
class OtherOrigins:
    def test_every_answer_may_be_read_by_pages_of_all_origins(self):
        task = f"/tasks/{self.created()['id']}"
        etag = self.client.get("/tasks").headers["ETag"]
        answers = [self.client.get(path) for path in PATHS + (task,)]
        answers += [
            self.client.get("/tasks", If_None_Match=etag),
            self.client.post(b"no json"),
            self.client.post({"title": "a task"}),
            self.client.put("/tasks", b""),
            self.client.patch(task, {"completed": True}),
            self.client.get("/tasks?limit=x"),
            self.client.delete(task),
            self.client.send("OPTIONS", "/tasks"),
        ]
        self.assertEqual({answer.status for answer in answers}, {200, 201, 204, 304, 400, 404, 405})
        for answer in answers:
            self.assertEqual(answer.headers.get_all("Access-Control-Allow-Origin"), ["*"])
            exposed = {name.strip() for name in answer.headers["Access-Control-Expose-Headers"].split(",")}
            self.assertEqual(exposed, {"ETag", "Link", "Location"})

    def test_pages_of_other_origins_may_ask_what_is_allowed_everywhere(self):
        for path in PATHS + ("/events", "/tasks?done=true"):
            answer = self.client.send(
                "OPTIONS",
                path,
                Origin="http://elsewhere.example",
                Access_Control_Request_Method="PATCH",
                Access_Control_Request_Headers="content-type",
            )
            self.assertEqual((answer.status, answer.body), (204, b""))
            methods = {name.strip() for name in answer.headers["Access-Control-Allow-Methods"].split(",")}
            self.assertLessEqual({"GET", "POST", "PUT", "PATCH", "DELETE"}, methods)
            allowed = {name.strip().lower() for name in answer.headers["Access-Control-Allow-Headers"].split(",")}
            self.assertLessEqual({"content-type", "if-match", "if-none-match"}, allowed)
            self.assertGreater(int(answer.headers["Access-Control-Max-Age"]), 0)


@on_both_storages
class Heads:
    def test_head_is_get_without_a_body(self):
        task = f"/tasks/{self.created()['id']}"
        for path in ("/", "/app.js", "/tasks", task, "/tasks?limit=x", "/tasks/0", "/elsewhere"):
            with self.subTest(path):
                get, head = self.client.get(path), self.client.send("HEAD", path)
                self.assertEqual(head.status, get.status)
                for name in ("Content-Type", "Content-Length", "ETag", "Link", "Cache-Control"):
                    self.assertEqual(head.headers[name], get.headers[name], name)
                self.assertEqual(head.body, b"")
        # If a body had been sent, the next answer would begin with it.
        self.assertEqual(self.client.get(task).status, 200)

    def test_head_of_a_long_list_has_no_body(self):
        for _ in range(40):
            self.created(title="x" * 9_000)
        head = self.client.send("HEAD", "/tasks")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(len(self.client.get("/tasks").json()), 40)


class Security(ServerCase):
    def test_no_browser_guesses_what_an_answer_is(self):
        for path in PATHS:
            self.assertEqual(self.client.get(path).headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(self.client.post(b"no json").headers["X-Content-Type-Options"], "nosniff")

    def test_the_page_runs_no_scripts_but_its_own(self):
        for answer in (self.client.get("/"), self.client.send("HEAD", "/")):
            directives = dict(each.split(None, 1) for each in answer.headers["Content-Security-Policy"].split("; "))
            self.assertEqual(directives["default-src"], "'none'")
            self.assertEqual(directives["script-src"], "'self'")
            self.assertEqual(directives["frame-ancestors"], "'none'")

    def test_a_body_that_is_compressed_is_not_taken_for_json(self):
        path = f"/tasks/{self.created()['id']}"
        for coding in ("gzip", "identity, br", "GZIP", "x"):
            for method, target in (("POST", "/tasks"), ("PUT", path), ("PATCH", path)):
                answer = self.client.send(method, target, {"title": "other"}, Content_Encoding=coding)
                self.assert_error(answer, 415)
        self.assertEqual(self.titles(), ["a task"])
        self.assertEqual(self.client.post({"title": "plain"}, Content_Encoding="Identity").status, 201)


class PageFiles(ServerCase):
    def test_the_page_is_served_as_it_is(self):
        for path, file, kind in (
            ("/", "index.html", "text/html; charset=utf-8"),
            ("/app.js", "app.js", "text/javascript; charset=utf-8"),
            ("/style.css", "style.css", "text/css; charset=utf-8"),
        ):
            answer = self.client.get(path)
            self.assertEqual(answer.status, 200)
            self.assertEqual(answer.headers["Content-Type"].lower(), kind)
            self.assertEqual(answer.headers["Cache-Control"], "no-cache")
            self.assertEqual(answer.body, (EXAMPLE / "Page" / file).read_bytes())
            unchanged = self.client.get(path, If_None_Match=answer.headers["ETag"])
            self.assertEqual((unchanged.status, unchanged.body), (304, b""))

    def test_nothing_else_is_served(self):
        for path in (
            "/Package.swift",
            "/../Package.swift",
            "/%2e%2e/Package.swift",
            "/..%2fPackage.swift",
            "/app.js/",
            "/app.js/../../Package.swift",
            "//etc/passwd",
            "/Page/index.html",
            "/style.css%00",
        ):
            with self.subTest(path):
                # Without the library's own tidying up of paths.
                connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
                connection.putrequest("GET", path)
                connection.endheaders()
                answer = connection.getresponse()
                self.assertIn(answer.status, (400, 404))
                self.assertNotIn(b"swift-tools-version", answer.read())
                connection.close()


class KeepingAlive(ServerCase):
    def test_connections_are_kept_alive_unless_the_client_wants_them_closed(self):
        self.client.get("/tasks")
        socket = self.client.connection.sock
        self.client.get("/elsewhere")
        self.client.post(b"no json")
        self.assertIs(self.client.connection.sock, socket)
        other = Client(self.server)
        self.assertEqual(other.get("/tasks", Connection="close").status, 200)
        self.assertIsNone(other.connection.sock)


if __name__ == "__main__":
    unittest.main()
