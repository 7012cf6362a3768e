"""Tests of the page in a browser: actions and their visible results. TASKS_SCREENSHOT=FILE saves a screenshot."""

import os
import time
import unittest

from page import PageCase
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from server import Server


class ByMouse(PageCase):
    def test_what_is_typed_becomes_a_task(self):
        self.assert_shown()
        self.assert_text("empty", "Nothing to do yet.")
        self.add("walk the dog", "bake bread")
        self.assert_shown("walk the dog", "bake bread")
        self.assertEqual(self.part("new-title").get_property("value"), "")
        self.assert_text("count", "2 tasks left")
        self.assert_stored(("walk the dog", False), ("bake bread", False))

    def test_blanks_around_a_title_are_removed_and_blanks_alone_add_no_task(self):
        self.add("  walk the dog ")
        self.part("new-title").send_keys("   ", Keys.ENTER)
        self.add("bake bread")
        self.assert_stored(("walk the dog", False), ("bake bread", False))

    def test_titles_are_text_and_never_markup(self):
        title = "<img src=x onerror=alert(1)> & <b>bold</b> &amp; 你好"
        self.add(title)
        self.assert_shown(title)
        self.assertEqual(self.browser.find_elements(By.CSS_SELECTOR, "#list img, #list b"), [])

    def test_a_task_is_completed_and_made_active_again(self):
        self.add("walk the dog", "bake bread")
        self.control("bake bread", "toggle").click()
        self.assert_shown("walk the dog", "-bake bread-")
        self.assert_text("count", "1 task left")
        self.assert_stored(("walk the dog", False), ("bake bread", True))
        self.control("bake bread", "toggle").click()
        self.assert_shown("walk the dog", "bake bread")

    def test_all_tasks_are_completed_at_once(self):
        self.add("walk the dog", "bake bread", "read a book")
        self.control("bake bread", "toggle").click()
        self.assert_shown("walk the dog", "-bake bread-", "read a book")
        self.part("toggle-all").click()
        self.assert_shown("-walk the dog-", "-bake bread-", "-read a book-")
        self.wait(self.part("toggle-all").is_selected)
        self.part("toggle-all").click()
        self.assert_shown("walk the dog", "bake bread", "read a book")
        self.assert_text("count", "3 tasks left")

    def test_a_double_click_edits_and_enter_saves(self):
        self.add("walk the dog")
        editor = self.edit("walk the dog")
        self.assertEqual(editor.get_property("value"), "walk the dog")
        self.clear(editor)
        editor.send_keys(" bathe the cat ", Keys.ENTER)
        self.assert_shown("bathe the cat")
        self.assert_stored(("bathe the cat", False))

    def test_escape_leaves_a_title_as_it_was(self):
        self.add("walk the dog")
        editor = self.edit("walk the dog")
        editor.send_keys(" and more", Keys.ESCAPE)
        self.assertFalse(editor.is_displayed())
        self.assert_shown("walk the dog")
        self.assertEqual(self.edit("walk the dog").get_property("value"), "walk the dog")
        self.assert_stored(("walk the dog", False))

    def test_leaving_the_field_saves(self):
        self.add("walk the dog")
        self.edit("walk the dog").send_keys(" twice")
        self.part("new-title").click()
        self.assert_shown("walk the dog twice")
        self.assert_stored(("walk the dog twice", False))

    def test_an_emptied_title_deletes_the_task(self):
        self.add("walk the dog", "bake bread")
        editor = self.edit("walk the dog")
        self.clear(editor)
        editor.send_keys(Keys.ENTER)
        self.assert_shown("bake bread")
        self.assert_stored(("bake bread", False))

    def test_a_task_is_deleted(self):
        self.add("walk the dog", "bake bread")
        ActionChains(self.browser).move_to_element(self.item("walk the dog")).perform()
        self.control("walk the dog", "delete").click()
        self.assert_shown("bake bread")
        self.assert_stored(("bake bread", False))

    def test_the_list_is_filtered_by_its_address(self):
        self.add("walk the dog", "bake bread")
        self.control("bake bread", "toggle").click()
        for name, titles in (
            ("Active", ["walk the dog"]),
            ("Completed", ["-bake bread-"]),
            ("All", ["walk the dog", "-bake bread-"]),
        ):
            self.browser.find_element(By.LINK_TEXT, name).click()
            self.assert_shown(*titles)
            current = self.browser.find_elements(By.CSS_SELECTOR, "nav [aria-current=page]")
            self.assertEqual([link.text for link in current], [name])
        self.browser.back()
        self.assert_shown("-bake bread-")
        self.open("#/active")
        self.assert_shown("walk the dog")
        self.control("walk the dog", "toggle").click()
        self.assert_shown()
        self.assert_text("empty", "Nothing left to do.")

    def test_the_completed_ones_are_cleared(self):
        self.add("walk the dog", "bake bread", "read a book")
        self.assertFalse(self.part("clear-completed").is_displayed())
        self.control("walk the dog", "toggle").click()
        self.control("read a book", "toggle").click()
        self.assert_shown("-walk the dog-", "bake bread", "-read a book-")
        self.wait(self.part("clear-completed").is_displayed)
        self.part("clear-completed").click()
        self.assert_shown("bake bread")
        self.wait(lambda: not self.part("clear-completed").is_displayed())
        self.assert_stored(("bake bread", False))

    def test_everything_is_there_after_a_reload(self):
        self.add("walk the dog", "bake bread")
        self.control("bake bread", "toggle").click()
        self.assert_shown("walk the dog", "-bake bread-")
        self.browser.refresh()
        self.assert_shown("walk the dog", "-bake bread-")
        self.assert_text("count", "1 task left")


class ByKeyboard(PageCase):
    def test_everything_is_done_without_a_mouse(self):
        self.assertEqual(self.focused.get_attribute("id"), "new-title")
        self.press("walk the dog", Keys.ENTER)
        self.assert_shown("walk the dog")
        self.press("bake bread", Keys.ENTER)
        self.assert_shown("walk the dog", "bake bread")
        # From the field to the first task: its check mark, its title, its button.
        self.press(Keys.TAB, Keys.SPACE)
        self.assert_shown("-walk the dog-", "bake bread")
        self.press(Keys.TAB, Keys.ENTER)
        self.assertEqual(self.focused.get_property("value"), "walk the dog")
        self.press(" again", Keys.ENTER)
        self.assert_shown("-walk the dog again-", "bake bread")
        self.assertEqual(self.focused, self.control("walk the dog again", "title"))
        self.press(Keys.TAB, Keys.ENTER)
        self.assert_shown("bake bread")
        self.assertEqual(self.focused, self.control("bake bread", "delete"))
        self.press(Keys.ENTER)
        self.assert_shown()
        self.assertEqual(self.focused.get_attribute("id"), "new-title")
        self.assert_stored()

    def test_the_focus_can_be_seen_wherever_it_is(self):
        self.add("walk the dog")
        self.control("walk the dog", "toggle").click()
        self.part("new-title").click()
        seen = set()
        for _ in range(12):
            self.press(Keys.TAB)
            element = self.focused
            if element.tag_name == "body":
                continue
            style = self.browser.execute_script(
                "const s = getComputedStyle(arguments[0]); return [s.outlineStyle, parseFloat(s.outlineWidth)]", element
            )
            self.assertEqual(style, ["solid", 2], element.get_attribute("outerHTML"))
            self.wait(
                lambda: self.browser.execute_script("return getComputedStyle(arguments[0]).opacity", element) == "1"
            )
            seen.add(element.accessible_name)
        self.assertLessEqual(
            {
                "walk the dog",
                "Delete walk the dog",
                "All",
                "Active",
                "Completed",
                "Clear completed",
                "New task",
                "Mark all as completed",
            },
            seen,
        )

    def test_every_control_has_a_name_and_changes_are_announced(self):
        self.add("walk the dog")
        self.assert_said("Added: walk the dog")
        self.assertEqual(self.control("walk the dog", "toggle").accessible_name, "walk the dog")
        self.assertEqual(self.control("walk the dog", "toggle").aria_role, "checkbox")
        self.assertEqual(self.part("announcement").aria_role, "status")
        self.control("walk the dog", "toggle").click()
        self.assert_said("Completed: walk the dog")
        self.control("walk the dog", "toggle").click()
        self.assert_said("Active: walk the dog")
        self.edit("walk the dog").send_keys("s", Keys.ENTER)
        self.assert_said("Changed: walk the dogs")
        self.control("walk the dogs", "delete").click()
        self.assert_said("Deleted: walk the dogs")


class Together(PageCase):
    def test_many_tabs_are_open_and_each_is_current_when_it_is_looked_at(self):
        for number in range(8):
            self.open_another("tab")
            self.add(f"tab {number}")
        for window in self.browser.window_handles:
            self.browser.switch_to.window(window)
            self.assert_shown(*(f"tab {number}" for number in range(8)))

    def test_a_second_window_sees_every_change_at_once(self):
        self.add("walk the dog", "bake bread")
        first = self.browser.current_window_handle
        self.open_another("window")
        second = self.browser.current_window_handle
        self.assert_shown("walk the dog", "bake bread")
        for change, titles in (
            (lambda: self.add("read a book"), ["walk the dog", "bake bread", "read a book"]),
            (lambda: self.control("bake bread", "toggle").click(), ["walk the dog", "-bake bread-", "read a book"]),
            (
                lambda: self.edit("walk the dog").send_keys("s", Keys.ENTER),
                ["walk the dogs", "-bake bread-", "read a book"],
            ),
            (lambda: self.control("read a book", "delete").click(), ["walk the dogs", "-bake bread-"]),
            (lambda: self.part("clear-completed").click(), ["walk the dogs"]),
        ):
            self.browser.switch_to.window(first)
            change()
            self.browser.switch_to.window(second)
            self.assert_shown(*titles)

    def test_what_is_being_edited_stays_while_others_change_things(self):
        self.add("walk the dog")
        editor = self.edit("walk the dog")
        editor.send_keys(" and")
        task = self.client.get("/tasks").json()[0]
        self.client.post({"title": "bake bread"})
        self.client.patch(f"/tasks/{task['id']}", {"completed": True})
        self.assert_shown("-walk the dog-", "bake bread")
        editor.send_keys(" the cat", Keys.ENTER)
        self.assert_shown("-walk the dog and the cat-", "bake bread")
        self.wait(lambda: self.stored()[0] == ("walk the dog and the cat", True))

    def test_all_changes_of_many_are_shown(self):
        for number in range(300):
            self.client.post({"title": f"task {number}"})
        self.assert_shown(*(f"task {number}" for number in range(300)))
        self.client.delete("/tasks")
        self.assert_shown()


class Failing(PageCase):
    def setUp(self):
        super().setUp()
        self.expects_failures = True

    def problem(self):
        return self.part("problem-text").text if self.part("problem").is_displayed() else ""

    def test_a_rejected_title_is_reported_and_kept(self):
        self.browser.execute_script("document.getElementById('new-title').value = 'x'.repeat(10001)")
        self.part("new-title").send_keys(Keys.ENTER)
        message = self.client.post({"title": "x" * 10_001}).json()["error"]["message"]
        self.wait(lambda: self.problem() == message)
        self.assertEqual(len(self.part("new-title").get_property("value")), 10_001)
        self.assertEqual(self.part("problem").aria_role, "alert")
        self.part("problem-dismiss").click()
        self.assertEqual(self.problem(), "")
        self.part("new-title").clear()
        self.add("walk the dog")

    def test_a_title_that_somebody_else_has_changed_is_not_overwritten(self):
        self.add("walk the dog")
        task = self.client.get("/tasks").json()[0]
        editor = self.edit("walk the dog")
        self.client.patch(f"/tasks/{task['id']}", {"title": "walk the cat"})
        self.client.post({"title": "bake bread"})
        self.wait(lambda: "bake bread" in self.shown())
        editor.send_keys(" twice", Keys.ENTER)
        self.wait(lambda: "walk the cat" in self.problem())
        self.assert_stored(("walk the cat", False), ("bake bread", False))
        self.assert_shown("walk the cat", "bake bread")

    def test_what_changes_while_a_title_is_saved_is_seen_by_its_tag(self):
        self.add("walk the dog")
        self.browser.execute_script("""
            const original = window.fetch;
            window.conditions = [];
            window.fetch = async (path, options) => {
              if (options.method === 'PATCH' && options.headers['If-Match']) {
                // Another client changes the task first, once.
                if (conditions.length === 0) {
                  await original(path, { method: 'PATCH', body: '{"completed":true}' });
                }
                conditions.push(options.headers['If-Match']);
              }
              return original(path, options);
            };
        """)
        self.edit("walk the dog").send_keys(" twice", Keys.ENTER)
        self.assert_stored(("walk the dog twice", True))
        self.assertEqual(len(set(self.browser.execute_script("return conditions"))), 2)

    def test_after_a_new_connection_the_list_is_read_again(self):
        self.add("walk the dog")
        port = self.server.port
        self.client.close()
        self.server.kill()
        self.wait(lambda: "connection" in self.problem())
        self.control("walk the dog", "toggle").click()
        self.wait(lambda: "cannot be reached" in self.problem())
        self.assert_shown("walk the dog")
        type(self).server = Server("--memory", port=port)
        self.client.post({"title": "bake bread"})
        WebDriverWait(self.browser, 20, 0.1).until(lambda _: self.shown() == ["bake bread"])
        self.assertEqual(self.problem(), "")


class Looks(PageCase):
    def emulate(self, **features):
        self.browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]},
        )
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})

    def style(self, selector, name):
        return self.browser.execute_script(
            "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, name
        )

    def test_colors_are_those_that_a_person_prefers(self):
        brightness = {}
        for scheme in ("light", "dark"):
            self.emulate(prefers_color_scheme=scheme)
            brightness[scheme] = [
                sum(map(int, self.style(selector, name)[4:-1].split(",")))
                for selector, name in ((".card", "backgroundColor"), ("body", "color"))
            ]
        self.assertGreater(brightness["light"][0], brightness["light"][1] + 300)
        self.assertGreater(brightness["dark"][1], brightness["dark"][0] + 300)

    def test_nothing_moves_for_whom_that_is_too_much(self):
        self.add("walk the dog")
        self.assertNotEqual(self.style(".toggle", "transitionDuration"), "0s")
        self.emulate(prefers_reduced_motion="reduce")
        self.assertEqual(self.style(".toggle", "transitionDuration"), "0s")

    def test_it_fits_a_telephone(self):
        self.add(" ".join(["walk the dog"] * 20), "x" * 300)
        self.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": 320, "height": 640, "deviceScaleFactor": 2, "mobile": True}
        )
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        width = self.browser.execute_script("return document.documentElement.scrollWidth")
        self.assertLessEqual(width, 320)

    @unittest.skipUnless("TASKS_SCREENSHOT" in os.environ, "TASKS_SCREENSHOT names no file")
    def test_its_picture_is_taken(self):
        self.add("Walk the dog", "Read RFC 8259 once more", "Bake bread", "Water the plants")
        self.control("Read RFC 8259 once more", "toggle").click()
        self.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": 800, "height": 560, "deviceScaleFactor": 2, "mobile": False}
        )
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        ActionChains(self.browser).move_to_element(self.item("Bake bread")).perform()
        time.sleep(0.5)  # until nothing moves
        self.browser.save_screenshot(os.environ["TASKS_SCREENSHOT"])


if __name__ == "__main__":
    unittest.main()
