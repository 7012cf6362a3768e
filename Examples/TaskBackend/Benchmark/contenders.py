"""The servers that are compared, each with the same tasks."""

import http.client
import json
import os
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOST = "tasks.example"
WORDS = "walk the dog and bake bread before water freezes in winter gardens where children read old books".split()


def tasks(count):
    """The tasks as they are to be answered: a third of them is completed, a quarter has an order."""
    for number in range(1, count + 1):
        words = [WORDS[(number * 7 + place * 5) % len(WORDS)] for place in range(3 + number % 8)]
        task = {"id": number, "title": " ".join(words), "completed": number % 3 == 0}
        if number % 4 == 0:
            task["order"] = number * 10
        yield {**task, "url": f"http://{HOST}/tasks/{number}"}


class Contender:
    """A server that runs, on a free port."""

    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        announcement = self.process.stderr.readline()
        if "listening on http://" not in announcement:
            self.stop()
            raise SystemExit(f"{name} does not start: {announcement}")
        self.port = int(announcement.rsplit(":", 1)[1])

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def processor_seconds(self):
        """What it has had of the processors so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def store(self, tasks):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        for task in tasks:
            connection.request("POST", "/tasks", json.dumps(task), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            if answer.status != 201:
                raise SystemExit(f"{self.name} answers a POST with {answer.status}")
        connection.close()

    def check(self, tasks):
        """Rejects a server that does not return these tasks."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", "/tasks", headers={"Host": HOST})
        answer = connection.getresponse()
        found = json.loads(answer.read())
        for name in ("Content-Type", "Content-Length", "ETag", "Access-Control-Allow-Origin", "Date"):
            # A long list from SQLite is sent in chunks.
            if answer.headers[name] is None and not (name == "Content-Length" and answer.headers["Transfer-Encoding"]):
                raise SystemExit(f"{self.name} answers without {name}")
        if found != tasks:
            raise SystemExit(f"{self.name} does not answer the tasks that it has")
        connection.close()


def start(program, folder, tasks):
    """Node, ours in memory and ours from SQLite, each with these tasks."""
    file = Path(folder) / "tasks.json"
    file.write_text(json.dumps(tasks))
    ours = [program, "--port", "0", "--loops", "1", "--page", str(HERE.parent / "Page")]
    servers = [
        Contender("node", ["node", str(HERE / "node-server.mjs"), "0", str(file)]),
        Contender("memory", [*ours, "--memory"]),
        Contender("sqlite", [*ours, "--database", str(Path(folder) / f"tasks-{len(tasks)}.db")]),
    ]
    for server in servers[1:]:
        server.store(tasks)
    for server in servers:
        server.check(tasks)
    return servers
