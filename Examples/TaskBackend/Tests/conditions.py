"""If-Match and If-None-Match (RFC 9110, section 13): a write is performed on what the client has seen, or not at all."""

import threading
import unittest

from server import Client
from storages import on_both_storages


@on_both_storages
class Conditions:
    options = ("--loops", "2")

    def tag(self, path):
        return self.client.get(path).headers["ETag"]

    def assert_conflict(self, method, path, body=None, **headers):
        """The request is answered with 412, and nothing changes."""
        before = self.client.get("/tasks").json()
        with self.subTest(f"{method} {path}", **headers):
            self.assert_error(self.client.send(method, path, body, **headers), 412)
        self.assertEqual(self.client.get("/tasks").json(), before)

    def writes(self, path):
        return ("PATCH", path, {"title": "patched"}), ("PUT", path, {"title": "put"}), ("DELETE", path, None)

    def test_a_write_with_the_tag_of_the_task_is_performed(self):
        path = f"/tasks/{self.created()['id']}"
        for write, expected in zip(self.writes(path), (200, 200, 204)):
            tag = self.tag(path)
            headers = {"If_Match": f'"other", {tag}', "If_None_Match": '"another"'}
            self.assertEqual(self.client.send(*write, **headers).status, expected)

    def test_a_write_with_another_tag_is_not_performed(self):
        path = f"/tasks/{self.created()['id']}"
        old = self.tag(path)
        self.client.patch(path, {"title": "changed"})
        current = self.tag(path)
        for write in self.writes(path):
            for tag in (old, '"other"', f"W/{current}", current.strip('"'), "", f"{current[:-1]}, x", f'"x,{current}'):
                self.assert_conflict(*write, If_Match=tag)

    def test_a_write_that_wants_nothing_to_be_there_is_not_performed(self):
        path = f"/tasks/{self.created()['id']}"
        tag = self.tag(path)
        for write in (*self.writes(path), ("POST", "/tasks", {"title": "new"}), ("DELETE", "/tasks", None)):
            self.assert_conflict(*write, If_None_Match="*")
        for write in self.writes(path):
            for form in (tag, f"W/{tag}", f'"x", {tag}'):
                self.assert_conflict(*write, If_None_Match=form)

    def test_any_tag_is_an_asterisk(self):
        path = f"/tasks/{self.created()['id']}"
        for write, expected in zip(self.writes(path), (200, 200, 204)):
            self.assertEqual(self.client.send(*write, If_Match="*").status, expected)
        self.assertEqual(self.client.post({"title": "new"}, If_Match="*").status, 201)

    def test_the_tag_of_a_task_stays_when_others_change(self):
        path = f"/tasks/{self.created()['id']}"
        tag = self.tag(path)
        other = f"/tasks/{self.created()['id']}"
        self.client.delete(other)
        self.assertEqual(self.tag(path), tag)
        self.assertEqual(self.client.patch(path, {"title": "changed"}, If_Match=tag).status, 200)

    def test_the_list_has_a_tag_too(self):
        self.created()
        old = self.tag("/tasks")
        self.created()
        self.assert_conflict("POST", "/tasks", {"title": "new"}, If_Match=old)
        self.assert_conflict("DELETE", "/tasks", If_Match=old)
        self.assertEqual(self.client.post({"title": "new"}, If_Match=self.tag("/tasks")).status, 201)
        done = self.tag("/tasks?done=true")
        self.assertEqual(self.client.delete("/tasks?done=true", If_Match=done).status, 204)
        self.assertEqual(self.client.delete("/tasks", If_Match=self.tag("/tasks")).status, 204)

    def test_what_is_not_there_is_not_found_whatever_the_conditions(self):
        for write in self.writes("/tasks/999999999"):
            self.assert_error(self.client.send(*write, If_Match="*"), 404)
            self.assert_error(self.client.send(*write, If_None_Match="*"), 404)

    def test_mistakes_come_before_conditions(self):
        path = f"/tasks/{self.created()['id']}"
        self.assert_error(self.client.patch(path, {"title": ""}, If_Match='"other"'), 400, "/title")

    def test_a_read_with_another_tag_is_answered_with_412(self):
        path = f"/tasks/{self.created()['id']}"
        for target in (path, "/tasks", "/"):
            tag = self.tag(target)
            self.assertEqual(self.client.get(target, If_Match='"other"').status, 412)
            self.assertEqual(self.client.send("HEAD", target, If_Match='"other"').status, 412)
            self.assertEqual(self.client.get(target, If_Match=tag).status, 200)
            self.assertEqual(self.client.get(target, If_Match=tag, If_None_Match=tag).status, 304)

    def test_answers_to_writes_have_the_new_tag(self):
        answer = self.client.post({"title": "a task"})
        path = f"/tasks/{answer.json()['id']}"
        self.assertEqual(answer.headers["ETag"], self.tag(path))
        answer = self.client.patch(path, {"title": "changed"})
        self.assertEqual(answer.headers["ETag"], self.tag(path))
        # The stored representation differs from the bytes of the request (RFC 9110, section 9.3.4).
        self.assertIsNone(self.client.put(path, {"title": "put"}).headers["ETag"])

    def test_of_many_writes_with_the_same_tag_one_is_performed(self):
        path = f"/tasks/{self.created()['id']}"
        for target, method in ((path, "PATCH"), ("/tasks", "POST")):
            for _ in range(10):
                tag, statuses = self.tag(target), []

                def write(number):
                    with Client(self.server) as client:
                        body = {"title": f"number {number} of {tag}"}
                        statuses.append(client.send(method, target, body, If_Match=tag).status)

                threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                self.assertEqual(sorted(statuses), [200 if method == "PATCH" else 201] + [412] * 7)


if __name__ == "__main__":
    unittest.main()
