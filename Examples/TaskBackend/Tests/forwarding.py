"""What a client has asked a proxy for: X-Forwarded-Proto and X-Forwarded-Host, and URLs in the line of a request."""

import ipaddress
import subprocess
import unittest

from server import PROGRAM, Server
from storages import ServerCase, on_both_storages
from wire import Connection, request

FORWARDED = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": "tasks.example"}


@on_both_storages
class BehindATrustedProxy:
    options = ("--trust-proxy", "127.0.0.1")

    def test_urls_are_those_that_the_client_has_asked_the_proxy_for(self):
        answer = self.client.post({"title": "a task"}, **FORWARDED)
        url = f"https://tasks.example/tasks/{answer.json()['id']}"
        self.assertEqual((answer.json()["url"], answer.headers["Location"]), (url, url))
        self.created()
        page = self.client.get("/tasks?limit=1", **FORWARDED)
        self.assertEqual(page.json()[0]["url"], url)
        self.assertIn("<https://tasks.example/tasks?limit=1&after=", page.headers["Link"])

    def test_either_field_counts_without_the_other(self):
        path = f"/tasks/{self.created()['id']}"
        for fields, origin in (
            ({"X_Forwarded_Proto": "https"}, f"https://{self.server.host}"),
            ({"X_Forwarded_Proto": "HTTPS"}, f"https://{self.server.host}"),
            ({"X_Forwarded_Proto": "http"}, f"http://{self.server.host}"),
            ({"X_Forwarded_Host": "[::1]:8443"}, "http://[::1]:8443"),
            ({}, f"http://{self.server.host}"),
        ):
            self.assertEqual(self.client.get(path, **fields).json()["url"], origin + path)

    def test_a_list_and_its_tag_are_of_one_origin(self):
        self.created()
        tags = []
        for _ in range(2):  # also from what was kept
            for fields, scheme in (({}, "http"), ({"X_Forwarded_Proto": "https"}, "https")):
                answer = self.client.get("/tasks", **fields)
                self.assertTrue(answer.json()[0]["url"].startswith(f"{scheme}://{self.server.host}/"))
                tags.append(answer.headers["ETag"])
        self.assertEqual(tags[:2], tags[2:])
        self.assertNotEqual(tags[0], tags[1])

    def test_what_could_be_understood_in_two_ways_is_an_error(self):
        for lines in (
            ["X-Forwarded-Proto: https", "X-Forwarded-Proto: http"],
            ["X-Forwarded-Proto: https, http"],
            ["X-Forwarded-Proto: ftp"],
            ["X-Forwarded-Proto:"],
            ["X-Forwarded-Proto: " + "https" * 1_000],
        ):
            self.assert_refused(lines, "X-Forwarded-Proto is not one of http, https")
        for lines in (
            ["X-Forwarded-Host: a.example", "x-forwarded-host: b.example"],
            ["X-Forwarded-Host: a.example, b.example"],
            ["X-Forwarded-Host:"],
            ["X-Forwarded-Host: a.example/path"],
            ["X-Forwarded-Host: user@a.example"],
            ['X-Forwarded-Host: a"><script>'],
        ):
            self.assert_refused(lines, "X-Forwarded-Host is not one host")

    def assert_refused(self, lines, message):
        with self.subTest(lines), Connection(self.server) as connection:
            reply = connection.ask("GET", "/tasks", None, *lines)
            self.assertEqual((reply.status, reply.json()["error"]["message"]), (400, message))

    def test_a_url_with_https_may_be_asked_for(self):
        self.created()
        with Connection(self.server) as connection:
            reply = connection.ask("GET", "https://tasks.example/tasks")
            self.assertTrue(reply.json()[0]["url"].startswith("https://tasks.example/tasks/"))


class Untrusted(ServerCase):
    options = ("--trust-proxy", "192.0.2.0/24", "--trust-proxy", "2001:db8::/32")

    def test_what_others_send_does_not_count(self):
        for fields in (FORWARDED, {"X_Forwarded_Proto": "ftp"}, {"X_Forwarded_Host": "a/b"}):
            answer = self.client.post({"title": "a task"}, **fields)
            self.assertEqual(answer.status, 201)
            self.assertEqual(answer.json()["url"], f"http://{self.server.host}/tasks/{answer.json()['id']}")

    def test_a_url_may_be_asked_for(self):
        task = self.created()
        with Connection(self.server) as connection:
            for target, origin in (
                ("http://tasks.example/tasks", "http://tasks.example"),
                ("HTTP://Other.example:81/tasks?limit=1", "http://Other.example:81"),
            ):
                reply = connection.ask("GET", target)
                self.assertEqual(reply.json()[0]["url"], f"{origin}/tasks/{task['id']}")
            self.assertEqual(connection.ask("GET", "http://tasks.example").status, 200)
            self.assertEqual(connection.ask("OPTIONS", "*").status, 204)

    def test_a_url_with_https_is_not_of_this_server(self):
        with Connection(self.server) as connection:
            reply = connection.ask("GET", "https://tasks.example/tasks")
            self.assertEqual(reply.status, 421)
            self.assertEqual(reply.json()["error"]["message"], "an https URL is only accepted from a trusted proxy")

    def test_a_url_that_is_none_is_an_error(self):
        for target in ("http:///tasks", "http://", "http://user@a/tasks", "http://a%62/tasks", "ftp://a/tasks", "a:80"):
            with self.subTest(target), Connection(self.server) as connection:
                reply = connection.ask("GET", target)
                self.assertEqual(reply.status, 400)
                self.assertTrue(reply.json()["error"]["message"])

    def test_the_field_host_is_looked_at_beside_a_url(self):
        with Connection(self.server) as connection:
            connection.send(b"GET http://a/tasks HTTP/1.1\r\nHost: a/b\r\n\r\n")
            self.assertEqual(connection.reply().status, 400)


class Networks(unittest.TestCase):
    def test_the_addresses_of_a_network_are_those_that_python_finds(self):
        clients = ("127.0.0.1", "127.0.0.2", "127.0.0.4", "127.1.0.1", "127.128.0.1")
        for text in ("127.0.0.1", "127.0.0.0/30", "127.0.0.3/31", "127.0.0.0/15", "128.0.0.0/1", "0.0.0.0/0", "::/0",
                     "::ffff:127.0.0.2", "::ffff:127.0.0.0/105", "::1"):
            network = ipaddress.ip_network(text, strict=False)
            with self.subTest(text), Server("--memory", "--trust-proxy", text) as server:
                for client in clients:
                    address = ipaddress.ip_address(client)
                    if network.version == 6:
                        address = ipaddress.ip_address(f"::ffff:{client}")
                    with Connection(server, address=client) as connection:
                        connection.send(request("POST", "/tasks", b'{"title":"a"}', "X-Forwarded-Proto: https"))
                        is_trusted = connection.reply().json()["url"].startswith("https:")
                    self.assertEqual(is_trusted, address in network, client)

    def test_what_is_no_network_is_a_usage_error(self):
        for text in ("localhost", "", "10.0.0.0/33", "::1/129", "10.0.0.0/", "10.0.0.0/+8", "10.0.0/8", "1.2.3.4/8/8",
                     "fe80::1%eth0", "10.0.0.1,10.0.0.2"):
            with self.subTest(text):
                done = subprocess.run(
                    [PROGRAM, "--memory", "--port", "0", "--trust-proxy", text], capture_output=True, text=True, timeout=10
                )
                self.assertEqual(done.returncode, 64)
                self.assertIn("--trust-proxy requires an address", done.stderr)


if __name__ == "__main__":
    unittest.main()
