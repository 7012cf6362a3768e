"""The routes of tasks: their fields, their ids, filters, pages, and what each method does."""

import re
import unittest
from urllib.parse import urljoin, urlsplit

from server import Client
from storages import ServerCase, on_both_storages

TITLES = [
    "plain",
    'with "quotes", \\ and /',
    "tabs\tand\nline feeds\r and \x01 and \x7f",
    "a zero \x00 in between",
    "grüße, 你好, שלום, 🐈‍⬛",
    "\ufeff\u2028\u2029\ufffd\uffff",
    "<script>alert('no')</script>",
    "'; DROP TABLE tasks; --",
    " spaces around ",
    "x" * 10_000,
    "é" * 5_000,
]


def next_page(answer):
    """The target of `Link: <…>; rel="next"`, if there is one."""
    link = answer.headers["Link"]
    if link is None:
        return None
    return re.fullmatch(r'<([^<>]*)>; ?rel="next"', link)[1]


@on_both_storages
class Fields:
    def test_a_task_has_its_id_and_what_was_posted_and_its_url(self):
        task = self.created(title="bake bread", completed=True, order=-3)
        url = f"http://{self.server.host}/tasks/{task['id']}"
        self.assertEqual(task, {"id": task["id"], "title": "bake bread", "completed": True, "order": -3, "url": url})
        self.assertEqual(self.client.get(f"/tasks/{task['id']}").json(), task)

    def test_a_task_without_an_order_has_no_such_member(self):
        self.assertEqual(set(self.created()), {"id", "title", "completed", "url"})
        self.assertEqual(set(self.created(order=None)), {"id", "title", "completed", "url"})
        for task in self.client.get("/tasks").json():
            self.assertNotIn("order", task)

    def test_urls_are_of_the_host_that_was_asked(self):
        answer = self.client.post({"title": "a task"}, Host="tasks.example:99")
        task = answer.json()
        self.assertEqual(task["url"], f"http://tasks.example:99/tasks/{task['id']}")
        self.assertEqual(answer.headers["Location"], task["url"])
        self.assertEqual(
            self.client.get("/tasks", Host="other.example").json()[0]["url"], f"http://other.example/tasks/{task['id']}"
        )

    def test_titles_come_back_as_they_were(self):
        for title in TITLES:
            task = self.created(title=title)
            self.assertEqual(task["title"], title)
            self.assertEqual(self.client.get(f"/tasks/{task['id']}").json()["title"], title)
        self.assertEqual(self.titles(), TITLES)

    def test_a_title_is_from_1_to_10000_bytes_long(self):
        path = f"/tasks/{self.created()['id']}"
        for title in ("", "x" * 10_001, "é" * 5_001):
            self.assert_error(self.client.post({"title": title}), 400, "/title")
            self.assert_error(self.client.patch(path, {"title": title}), 400, "/title")
            self.assert_error(self.client.put(path, {"title": title}), 400, "/title")
        self.assertEqual(self.titles(), ["a task"])

    def test_an_order_is_an_integer_of_64_bits(self):
        for order in (0, -1, 2**63 - 1, -(2**63)):
            self.assertEqual(self.created(order=order)["order"], order)
        for order in (2**63, 1.5, "1", True, [1]):
            self.assert_error(self.client.post({"title": "a task", "order": order}), 400, "/order")

    def test_id_and_url_and_unknown_members_are_ignored(self):
        task = self.created(id=77_777, url="http://elsewhere.example", color={"deep": ["red"]})
        self.assertNotEqual(task["id"], 77_777)
        path = f"/tasks/{task['id']}"
        self.assertEqual(self.client.patch(path, {"id": "not even a number", "url": 3, "more": [1]}).json(), task)
        self.assertEqual(self.client.put(path, {"title": "a task", "id": None, "url": {}}).json(), task)


@on_both_storages
class Writing:
    def test_a_post_is_answered_with_201_and_the_location(self):
        answer = self.client.post({"title": "a task"})
        self.assertEqual(answer.status, 201)
        self.assertEqual(answer.headers["Location"], answer.json()["url"])

    def test_a_post_without_a_title_is_an_error(self):
        for body in ({}, {"completed": True}, {"title": None}, {"title": 12}, {"title": ["a"]}):
            self.assert_error(self.client.post(body), 400, "/title" if body.get("title") else None)
        self.assertEqual(self.titles(), [])

    def test_a_patch_changes_what_it_names(self):
        task = self.created(title="a task", order=1)
        path = f"/tasks/{task['id']}"
        for change in ({"title": "another"}, {"completed": True}, {"order": 7}, {}):
            task = {**task, **change}
            answer = self.client.patch(path, change)
            self.assertEqual((answer.status, answer.json()), (200, task))
            self.assertEqual(self.client.get(path).json(), task)

    def test_a_patch_with_null_clears_the_order(self):
        path = f"/tasks/{self.created(order=1)['id']}"
        self.assertNotIn("order", self.client.patch(path, {"order": None}).json())
        self.assertNotIn("order", self.client.get(path).json())

    def test_a_patch_clears_nothing_else(self):
        task = self.created(completed=True)
        path = f"/tasks/{task['id']}"
        for name in ("title", "completed"):
            self.assert_error(self.client.patch(path, {name: None}), 400, f"/{name}")
        self.assertEqual(self.client.get(path).json(), task)

    def test_a_put_replaces_everything(self):
        task = self.created(title="a task", completed=True, order=1)
        path = f"/tasks/{task['id']}"
        answer = self.client.put(path, {"title": "another"})
        expected = {"id": task["id"], "title": "another", "completed": False, "url": task["url"]}
        self.assertEqual((answer.status, answer.json()), (200, expected))
        self.assertEqual(self.client.get(path).json(), expected)

    def test_a_put_needs_a_title(self):
        task = self.created(order=1)
        path = f"/tasks/{task['id']}"
        self.assert_error(self.client.put(path, {"completed": True}), 400)
        self.assertEqual(self.client.get(path).json(), task)

    def test_a_delete_removes_one_task(self):
        tasks = [self.created() for _ in range(3)]
        answer = self.client.delete(f"/tasks/{tasks[1]['id']}")
        self.assertEqual((answer.status, answer.body), (204, b""))
        self.assertEqual(self.client.get("/tasks").json(), [tasks[0], tasks[2]])

    def test_what_is_not_there_is_not_found(self):
        gone = f"/tasks/{self.created()['id']}"
        self.client.delete(gone)
        for path in (
            gone,
            "/tasks/0",
            "/tasks/-1",
            "/tasks/999999999",
            "/tasks/99999999999999999999",
            "/tasks/one",
            "/tasks/1x",
            "/tasks/1/2",
            "/elsewhere",
        ):
            with self.subTest(path):
                self.assert_error(self.client.get(path), 404)
        self.assert_error(self.client.patch(gone, {"title": "a task"}), 404)
        self.assert_error(self.client.put(gone, {"title": "a task"}), 404)
        self.assert_error(self.client.delete(gone), 404)
        self.assertEqual(self.titles(), [])

    def test_an_escaped_slash_separates_nothing(self):
        id = self.created()["id"]
        for path in (f"/tasks%2f{id}", f"/tasks%2F{id}", f"/tasks%252f{id}", f"%2Ftasks/{id}"):
            for method in ("GET", "DELETE"):
                self.assertIn(self.client.send(method, path).status, (400, 404))
        self.assertEqual(self.client.get(f"/%74asks/{id}").status, 200)

    def test_the_completed_ones_are_deleted_together(self):
        left = [self.created(completed=number % 2 == 0) for number in range(6)][1::2]
        self.assertEqual(self.client.delete("/tasks?done=true").status, 204)
        self.assertEqual(self.client.get("/tasks").json(), left)
        self.assert_error(self.client.delete("/tasks?done=perhaps"), 400)
        self.assertEqual(self.client.get("/tasks").json(), left)

    def test_ids_grow_and_are_never_used_again(self):
        first, second = self.created()["id"], self.created()["id"]
        self.assertLess(first, second)
        self.client.delete(f"/tasks/{second}")
        third = self.created()["id"]
        self.assertLess(second, third)
        self.client.delete("/tasks")
        self.assertLess(third, self.created()["id"])


class Restarting(ServerCase):
    in_database = True

    def test_tasks_and_ids_outlive_the_server(self):
        kept = [self.created(title=f"task {number}", order=number) for number in range(3)]
        gone = self.created()
        self.client.delete(f"/tasks/{gone['id']}")
        self.client.close()
        self.assertEqual(self.server.terminate(), 0)
        type(self).server = self.start()
        self.client = Client(self.server)
        self.addCleanup(self.client.close)
        fields = [{name: task[name] for name in ("id", "title", "completed", "order")} for task in kept]
        self.assertEqual(
            [{name: task[name] for name in fields[0]} for task in self.client.get("/tasks").json()], fields
        )
        self.assertLess(gone["id"], self.created()["id"])


@on_both_storages
class Lists:
    def test_a_list_is_in_order_of_id(self):
        ids = [self.created(order=-number)["id"] for number in range(20)]
        self.client.patch(f"/tasks/{ids[3]}", {"title": "changed"})
        self.assertEqual([task["id"] for task in self.client.get("/tasks").json()], ids)

    def test_a_list_is_filtered_by_what_is_done(self):
        for number in range(6):
            self.created(title=str(number), completed=number % 3 == 0)
        self.assertEqual(self.titles("/tasks?done=true"), ["0", "3"])
        self.assertEqual(self.titles("/tasks?done=false"), ["1", "2", "4", "5"])

    def test_a_list_is_fetched_in_pages(self):
        everything = [self.created(title=str(number), completed=number % 2 == 0) for number in range(10)]
        for query, expected in (
            ("limit=3", everything),
            ("limit=2&done=true", everything[::2]),
            ("done=false&limit=5", everything[1::2]),
            ("limit=10", everything),
        ):
            with self.subTest(query):
                path, pages = f"/tasks?{query}", []
                while path is not None:
                    answer = self.client.get(path)
                    pages.append(answer.json())
                    path = next_page(answer)
                    if path is not None:
                        target = urlsplit(urljoin(f"http://{self.server.host}/tasks", path))
                        self.assertEqual(target.netloc, self.server.host)
                        path = f"{target.path}?{target.query}"
                limit = int(re.search(r"limit=(\d+)", query)[1])
                self.assertEqual([task for page in pages for task in page], expected)
                self.assertEqual([len(page) for page in pages[:-1]], [limit] * (len(pages) - 1))
                self.assertEqual(len(pages), -(-len(expected) // limit))

    def test_a_page_begins_after_an_id(self):
        ids = [self.created()["id"] for _ in range(5)]
        for after, expected in ((ids[2], ids[3:]), (ids[4], []), (ids[0] - 1, ids)):
            answer = self.client.get(f"/tasks?after={after}")
            self.assertEqual([task["id"] for task in answer.json()], expected)
            self.assertIsNone(answer.headers["Link"])
        answer = self.client.get(f"/tasks?limit=2&after={ids[0]}")
        self.assertEqual([task["id"] for task in answer.json()], ids[1:3])
        self.assertIsNotNone(next_page(answer))

    def test_values_in_a_query_that_make_no_sense_are_errors(self):
        for query in (
            "done=yes",
            "done=",
            "limit=-1",
            "limit=many",
            "limit=1.5",
            "limit=",
            "after=x",
            "limit=99999999999999999999",
            "limit=3&after=1x",
            "limit=3&limit=3",
            "done=true&done=false",
            "after=1&limit=1&%61fter=1",
        ):
            with self.subTest(query):
                self.assert_error(self.client.get(f"/tasks?{query}"), 400)

    def test_escaped_values_in_a_query_are_what_they_mean(self):
        self.created(title="done", completed=True)
        self.created(title="not done")
        self.assertEqual(self.titles("/tasks?done=%74rue"), ["done"])

    def test_a_short_list_says_its_length_and_a_long_one_is_sent_in_chunks(self):
        self.created()
        short = self.client.get("/tasks")
        self.assertEqual(int(short.headers["Content-Length"]), len(short.body))
        for number in range(40):
            self.created(title=f"{number} " + "x" * 9_000)
        long = self.client.get("/tasks")
        self.assertEqual(long.headers["Transfer-Encoding"], "chunked")
        self.assertIsNone(long.headers["Content-Length"])
        self.assertEqual([task["title"].split()[0] for task in long.json()], ["a", *map(str, range(40))])
        self.assertEqual(len(self.titles("/tasks?limit=2")), 2)


if __name__ == "__main__":
    unittest.main()
