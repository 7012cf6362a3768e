"""Entity tags: what a client has is current, or it is sent again. An answer that is stale is never called current."""

import shutil
import sqlite3
import unittest
from contextlib import closing

from server import Client
from storages import ServerCase, on_both_storages


@on_both_storages
class EntityTags:
    def assert_current(self, path, etag, **headers):
        answer = self.client.get(path, If_None_Match=etag, **headers)
        self.assertEqual((answer.status, answer.body), (304, b""))
        self.assertEqual(answer.headers["ETag"].removeprefix("W/"), etag.removeprefix("W/"))

    def assert_stale(self, path, etag, **headers):
        answer = self.client.get(path, If_None_Match=etag, **headers)
        self.assertIn(answer.status, (200, 404))
        self.assertNotEqual(answer.headers["ETag"], etag)

    def test_an_unchanged_list_or_task_is_not_sent_again(self):
        task = f"/tasks/{self.created()['id']}"
        for path in ("/tasks", "/tasks?done=false", "/tasks?limit=1", task):
            etag = self.client.get(path).headers["ETag"]
            self.assertRegex(etag, r'^(W/)?"[\x21\x23-\x7e]*"$')
            self.assert_current(path, etag)

    def test_tags_are_compared_in_all_their_forms(self):
        self.created()
        etag = self.client.get("/tasks").headers["ETag"]
        strong = etag.removeprefix("W/")
        for form in (strong, f"W/{strong}", f'"other", {etag}', f'{etag},"other"', f'W/"a","b" , {etag}', "*"):
            with self.subTest(form):
                self.assertEqual(self.client.get("/tasks", If_None_Match=form).status, 304)
        for form in ('"other"', strong[:-2] + '"', strong.strip('"'), '""'):
            with self.subTest(form):
                self.assertEqual(self.client.get("/tasks", If_None_Match=form).status, 200)

    def test_after_every_kind_of_change_the_list_is_sent_again(self):
        first = self.created()
        path = f"/tasks/{first['id']}"
        seen = set()
        for change in (
            lambda: self.created(),
            lambda: self.client.patch(path, {"title": "changed"}),
            lambda: self.client.patch(path, {"title": "a task"}),
            lambda: self.client.put(path, {"title": "put"}),
            lambda: self.client.delete(path),
            lambda: self.created(completed=True),
            lambda: self.client.delete("/tasks?done=true"),
            lambda: self.client.delete("/tasks"),
        ):
            etag = self.client.get("/tasks").headers["ETag"]
            self.assertNotIn(etag, seen)
            seen.add(etag)
            change()
            self.assert_stale("/tasks", etag)

    def test_after_every_kind_of_change_a_task_is_sent_again(self):
        path = f"/tasks/{self.created()['id']}"
        for change in (
            lambda: self.client.patch(path, {"completed": True}),
            lambda: self.client.put(path, {"title": "put"}),
            lambda: self.client.delete(path),
        ):
            etag = self.client.get(path).headers["ETag"]
            change()
            self.assert_stale(path, etag)

    def test_other_queries_and_hosts_have_other_tags(self):
        self.created()
        paths = ("/tasks", "/tasks?done=false", "/tasks?done=true", "/tasks?limit=1", "/tasks?after=1")
        etags = [self.client.get(path).headers["ETag"] for path in paths]
        self.assertEqual(len(set(etags)), len(etags))
        self.assert_stale("/tasks", etags[0], Host="tasks.example")
        self.assert_current("/tasks", etags[0])

    def test_changes_over_another_connection_count(self):
        path = f"/tasks/{self.created()['id']}"
        others = [Client(self.server) for _ in range(8)]  # some of them on another loop
        for number in range(40):
            etag = self.client.get(path).headers["ETag"]
            title = f"change {number}"
            others[number % 8].patch(path, {"title": title})
            self.assertEqual(self.client.get(path, If_None_Match=etag).json()["title"], title)
        for other in others:
            other.close()


@on_both_storages
class TagsAfterARestart:
    def test_no_tag_of_an_earlier_process_fits_other_tasks(self):
        known = []
        for process in range(4):
            for number in range(3):
                self.created(title=f"{process} {number}")
                answer = self.client.get("/tasks")
                for etag, tasks in known:
                    found = self.client.get("/tasks", If_None_Match=etag, Host="tasks.example")
                    self.assertTrue(found.status == 200 or tasks == self.titles())
                etag = self.client.get("/tasks", Host="tasks.example").headers["ETag"]
                known.append((etag, [task["title"] for task in answer.json()]))
            self.client.close()
            self.server.kill()
            type(self).server = self.start()
            self.client = Client(self.server)
            self.addCleanup(self.client.close)


class TagsAfterARestore(ServerCase):
    in_database = True

    def restart(self, prepare):
        """Stops the server, does something with its files, and starts it again."""
        self.client.close()
        self.assertEqual(self.server.terminate(), 0)
        prepare()
        type(self).server = self.start()
        self.client = Client(self.server)
        self.addCleanup(self.client.close)

    def test_no_tag_fits_after_an_older_copy_of_the_database_is_put_back(self):
        copy = self.database.with_suffix(".copy")
        self.created(title="old")
        self.restart(lambda: shutil.copy(self.database, copy))
        self.created(title="forgotten")
        etag = self.client.get("/tasks", Host="tasks.example").headers["ETag"]
        self.restart(lambda: shutil.copy(copy, self.database))
        self.created(title="new")
        answer = self.client.get("/tasks", If_None_Match=etag, Host="tasks.example")
        self.assertEqual([task["title"] for task in answer.json()], ["old", "new"])


class KeptTexts(ServerCase):
    """The text of a list is kept as long as nothing changes, and not longer."""

    in_database = True
    options = ("--loops", "1")

    def test_what_another_program_writes_is_seen_by_the_next_request(self):
        self.created(title="before")
        with closing(sqlite3.connect(self.database)) as other:
            for number in range(50):
                self.assertEqual(len(self.titles()), 1)
                with other:
                    other.execute("UPDATE tasks SET title = ?", (f"title {number}",))
                self.assertEqual(self.titles(), [f"title {number}"])

    def test_each_query_and_each_host_has_a_text_of_its_own(self):
        for number in range(4):
            self.created(title=f"task {number}", completed=number % 2 == 0)
        for _ in range(2):
            self.assertEqual(self.titles(), [f"task {number}" for number in range(4)])
            self.assertEqual(self.titles("/tasks?done=true"), ["task 0", "task 2"])
            page = self.client.get("/tasks?limit=2")
            self.assertEqual([task["title"] for task in page.json()], ["task 0", "task 1"])
            self.assertIn("limit=2&after=", page.headers["Link"])
            for host in ("one.example", "two.example"):
                self.assertTrue(self.client.get("/tasks", Host=host).json()[0]["url"].startswith(f"http://{host}/"))

    def test_kept_texts_are_bounded(self):
        first = self.created(title="x" * 9_000)["id"]
        for _ in range(10):
            self.created(title="x" * 9_000)
        self.client.get("/tasks")
        before = self.server.resident_bytes()
        for number in range(1_000):
            self.assertEqual(self.client.get(f"/tasks?after={first - 1}&limit={100 + number}").status, 200)
        self.assertLess(self.server.resident_bytes() - before, 8e6, "of 100 MB")


if __name__ == "__main__":
    unittest.main()
