"""A task-backend that runs for tests, and its requests with http.client."""

import http.client
import json
import os
import select
import socket
import subprocess
import threading
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("TASK_BACKEND", str(EXAMPLE / ".build/release/task-backend"))


class Server:
    """The program, listening on a port, a free one if that is 0. The end of a `with` statement kills it."""

    def __init__(self, *options, port=0):
        command = [PROGRAM, "--port", str(port), "--page", str(EXAMPLE / "Page"), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.said = []
        announcement = self.process.stderr.readline()
        # Further output must not fill the pipe.
        self.listening = threading.Thread(target=lambda: self.said.extend(self.process.stderr))
        self.listening.start()
        if not announcement.startswith("listening on http://127.0.0.1:"):
            self.kill()
            raise RuntimeError(f"the server does not listen: {announcement}")
        self.port = int(announcement.rsplit(":", 1)[1])
        self.host = f"127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        self.process.kill()
        self.wait()

    def terminate(self, timeout=10):
        """Asks it to stop, with SIGTERM: its exit code."""
        self.process.terminate()
        return self.wait(timeout)

    def wait(self, timeout=10):
        """Waits for its end: its exit code."""
        code = self.process.wait(timeout)
        self.listening.join()
        self.process.stderr.close()
        return code

    def resident_bytes(self):
        """The memory that it has."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def processor_seconds(self):
        """What it has had of the processors so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_running(self):
        return self.process.poll() is None


class Answer:
    """What a server has answered: `headers` by their names in any case."""

    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    def json(self):
        return json.loads(self.body)


class Client:
    """A connection that is kept alive, and opened again where the server has closed it."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)

    def send(self, method, path, body=None, **headers):
        """Sends a request. A body that is not bytes is sent as JSON; `_` in the names of headers is a hyphen."""
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers.setdefault("Content_Type", "application/json")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.is_closed_by_server():
            self.connection.close()
        self.connection.request(method, path, body, named)
        return Answer(self.connection.getresponse())

    def is_closed_by_server(self):
        """Whether the server has closed the connection, because nothing was asked for a time."""
        if self.connection.sock is None or not select.select([self.connection.sock], [], [], 0)[0]:
            return False
        try:
            return not self.connection.sock.recv(1, socket.MSG_PEEK)
        except ConnectionError:
            return True

    def get(self, path, **headers):
        return self.send("GET", path, **headers)

    def post(self, body, path="/tasks", **headers):
        return self.send("POST", path, body, **headers)

    def patch(self, path, body, **headers):
        return self.send("PATCH", path, body, **headers)

    def put(self, path, body, **headers):
        return self.send("PUT", path, body, **headers)

    def delete(self, path, **headers):
        return self.send("DELETE", path, **headers)

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
