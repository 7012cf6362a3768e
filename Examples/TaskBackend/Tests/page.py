"""The page of a server in a browser: actions of a user, and visible results."""

import os
import shutil
import unittest

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from server import Client, Server


def make_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for argument in ("--headless=new", "--window-size=900,760", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # which does not work for root
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


class PageCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--memory")
        cls.browser = make_browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.server.kill()

    def setUp(self):
        self.client = Client(self.server)
        self.client.delete("/tasks")
        self.expects_failures = False
        self.open()

    def tearDown(self):
        for window in self.browser.window_handles[1:]:
            self.browser.switch_to.window(window)
            self.browser.close()
        self.browser.switch_to.window(self.browser.window_handles[0])
        messages = [entry for entry in self.browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        if self.expects_failures:  # requests that fail are reported by the browser itself
            messages = [entry for entry in messages if entry["source"] != "network"]
        self.assertEqual(messages, [])
        self.client.close()

    # Visible results

    def open(self, hash=""):
        self.browser.get("about:blank")
        self.browser.get(f"http://{self.server.host}/{hash}")
        self.wait(lambda: self.part("count").text)

    def wait(self, condition, message="it is not to be seen"):
        return WebDriverWait(self.browser, 5, 0.02).until(lambda _: condition(), message)

    def part(self, id):
        return self.browser.find_element(By.ID, id)

    def shown(self):
        """The titles in the list, those of completed tasks struck out with hyphens."""
        return self.browser.execute_script("""
            return [...document.querySelectorAll('#list > li')].map((item) => {
              const title = item.querySelector('.title')
              const isStruck = getComputedStyle(title).textDecorationLine === 'line-through'
              if (isStruck !== item.querySelector('.toggle').checked) throw new Error('looks and state differ')
              return isStruck ? `-${title.textContent}-` : title.textContent
            })""")

    # A control shows what was done to it before the server has answered, so every result is waited for.

    def assert_shown(self, *titles):
        self.assert_becomes(self.shown, list(titles))

    def assert_text(self, id, text):
        self.assert_becomes(lambda: self.part(id).text, text)

    def assert_stored(self, *tasks):
        self.assert_becomes(self.stored, list(tasks))

    def assert_becomes(self, value, expected):
        try:
            self.wait(lambda: value() == expected)
        except WebDriverException:
            self.assertEqual(value(), expected)

    def assert_said(self, text):
        self.wait(lambda: self.part("announcement").get_property("textContent") == text, f"not said: {text}")

    def stored(self):
        return [(task["title"], task["completed"]) for task in self.client.get("/tasks").json()]

    # What a person does

    def add(self, *titles):
        for title in titles:
            self.part("new-title").send_keys(title, Keys.ENTER)
            self.wait(lambda: title.strip() in "".join(self.shown()))

    def item(self, title):
        """The item of a task."""
        for item in self.browser.find_elements(By.CSS_SELECTOR, "#list > li"):
            if item.find_element(By.CSS_SELECTOR, ".title").get_property("textContent") == title:
                return item
        self.fail(f"{title} is not in the list")

    def control(self, title, name):
        return self.item(title).find_element(By.CSS_SELECTOR, f".{name}")

    def edit(self, title):
        """Double-clicks a title: the field in which it is edited."""
        ActionChains(self.browser).double_click(self.control(title, "title")).perform()
        editor = self.control(title, "editor")
        self.wait(editor.is_displayed)
        return editor

    def clear(self, editor):
        editor.send_keys(Keys.CONTROL, "a")
        editor.send_keys(Keys.BACKSPACE)

    def press(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    @property
    def focused(self):
        return self.browser.switch_to.active_element

    def open_another(self, kind):
        """Opens the page in another tab or another window."""
        self.browser.switch_to.new_window(kind)
        self.open()
