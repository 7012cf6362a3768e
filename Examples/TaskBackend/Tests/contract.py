"""The contract of todobackend.com, sentence by sentence: what any client of any Todo-Backend relies on."""

import unittest
from urllib.parse import urlsplit

from storages import on_both_storages


def path_of(task):
    return urlsplit(task["url"]).path


@on_both_storages
class Prerequisites:
    def test_the_root_answers_a_get_that_pages_of_other_origins_may_read(self):
        answer = self.client.get("/tasks", Origin="http://elsewhere.example")
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")

    def test_the_root_answers_a_post_with_the_task_that_was_posted(self):
        self.assertEqual(self.client.post({"title": "a task"}).json()["title"], "a task")

    def test_the_root_answers_a_delete_with_success(self):
        self.assertEqual(self.client.delete("/tasks").status, 204)

    def test_after_a_delete_the_root_is_an_empty_array(self):
        self.created()
        self.client.delete("/tasks")
        answer = self.client.get("/tasks")
        self.assertEqual(answer.headers["Content-Type"].split(";")[0], "application/json")
        self.assertEqual(answer.json(), [])


@on_both_storages
class StoringNewTasks:
    def test_a_posted_task_is_in_the_list(self):
        self.client.post({"title": "walk the dog"})
        self.assertEqual(self.titles(), ["walk the dog"])

    def test_a_new_task_is_not_completed(self):
        task = self.created(title="walk the dog")
        self.assertIs(task["completed"], False)
        self.assertIs(self.client.get("/tasks").json()[0]["completed"], False)

    def test_a_new_task_has_a_url(self):
        task = self.created(title="walk the dog")
        self.assertIsInstance(task["url"], str)
        self.assertEqual(self.client.get("/tasks").json()[0]["url"], task["url"])

    def test_the_url_of_a_new_task_returns_it(self):
        task = self.created(title="walk the dog")
        self.assertEqual(urlsplit(task["url"]).netloc, self.server.host)
        self.assertEqual(self.client.get(path_of(task)).json(), task)


@on_both_storages
class WorkingWithATask:
    def test_the_list_leads_to_each_task_by_its_url(self):
        self.created(title="first")
        self.created(title="second")
        tasks = self.client.get("/tasks").json()
        self.assertEqual(len(tasks), 2)
        self.assertEqual([self.client.get(path_of(task)).json() for task in tasks], tasks)

    def test_a_patch_changes_the_title(self):
        path = path_of(self.created(title="walk the dog"))
        self.assertEqual(self.client.patch(path, {"title": "bathe the cat"}).json()["title"], "bathe the cat")

    def test_a_patch_changes_whether_it_is_completed(self):
        path = path_of(self.created())
        self.assertIs(self.client.patch(path, {"completed": True}).json()["completed"], True)

    def test_changes_are_there_when_the_task_and_the_list_are_fetched_again(self):
        path = path_of(self.created(title="walk the dog"))
        changed = self.client.patch(path, {"title": "bathe the cat", "completed": True}).json()
        self.assertEqual((changed["title"], changed["completed"]), ("bathe the cat", True))
        self.assertEqual(self.client.get(path).json(), changed)
        self.assertEqual(self.client.get("/tasks").json(), [changed])

    def test_a_delete_of_its_url_removes_it(self):
        path = path_of(self.created())
        self.assertEqual(self.client.delete(path).status, 204)
        self.assertEqual(self.client.get("/tasks").json(), [])
        self.assert_error(self.client.get(path), 404)


@on_both_storages
class TrackingOrder:
    def test_a_task_is_created_with_an_order(self):
        self.assertEqual(self.created(order=523)["order"], 523)

    def test_a_patch_changes_the_order(self):
        path = path_of(self.created(order=10))
        self.assertEqual(self.client.patch(path, {"order": 95}).json()["order"], 95)

    def test_a_changed_order_is_remembered(self):
        path = path_of(self.created(order=10))
        self.client.patch(path, {"order": 95})
        self.assertEqual(self.client.get(path).json()["order"], 95)


if __name__ == "__main__":
    unittest.main()
