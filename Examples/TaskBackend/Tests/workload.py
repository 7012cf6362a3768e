"""What the run for durability asks: random reads, writes and mistakes, each with the answer that it must have.

Each client owns the tasks that it has created and has one request under way. So it knows what each of them must be,
whatever the others do, and after a crash there is one write of which it cannot know whether it was done.
"""

import json
import random
import socket
from typing import NamedTuple

from wire import request, take_reply

URL = "http://tasks.example/tasks/"
MOST_TASKS = 20


class Wrong(Exception):
    """The server has done or said something that it must not."""


class Operation(NamedTuple):
    """A request, and what it is about."""

    data: bytes
    statuses: tuple
    id: int | None = None
    before: dict | None = None
    after: dict | None = None
    is_write: bool = False
    ends_connection: bool = False


def malformed():
    """Requests with mistakes: `TASK` is replaced by the path of a task that is there."""
    for body in (
        b"",
        b"{",
        b'{"title":',
        b'{"title":"a"',
        b'{"title":12}',
        b'{"title":""}',
        b'{"title":"\xff"}',
        b"[" * 600,
        b'{"title":"' + b"x" * 10_001 + b'"}',
        b'{"title":"a","order":1.5}',
        b'{"title":"a","completed":0}',
    ):
        yield Operation(request("POST", "/tasks", body), (400,))
        yield Operation(request("PATCH", "TASK", body), (400,))
    yield Operation(request("POST", "TASK", b'{"title":"a"}'), (405,))
    yield Operation(request("GET", "/tasks?limit=none"), (400,))
    yield Operation(request("PATCH", "/tasks/0", b'{"title":"a"}'), (404,))
    for data in (
        b"nonsense\r\n\r\n",
        b"GET /tasks\x00 HTTP/1.1\r\n\r\n",
        b"POST /tasks HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
        b"POST /tasks HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
        b"\x16\x03\x01\x02\r\n\r\n",
    ):
        yield Operation(data, (400,), ends_connection=True)


MALFORMED = list(malformed())


def random_title(generator):
    length = 4_000 if generator.random() < 0.01 else generator.randrange(60)
    return "".join(generator.choices('abc "\\/\n\t\u0001éß你🐈\u2028', k=length))


class Client:
    def __init__(self, number, seed):
        self.number = number
        self.random = random.Random(f"{seed} {number}")
        self.titles = 0
        self.tasks = {}  # by their ids: title, completed and perhaps order
        self.gone = []
        self.tags = {}  # the entity tag of a task, and what the task was
        self.operation = None
        self.answered = self.written = self.mistaken = 0

    # The connection

    def connect(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.received = bytearray()

    def send(self):
        self.operation = self.next_operation()
        try:
            sent = self.socket.send(self.operation.data)
        except (BrokenPipeError, ConnectionResetError):
            return
        if sent < len(self.operation.data):
            raise RuntimeError("a request does not fit into the buffer of its socket")

    def receive(self):
        """Reads what has come; true when the answer is complete, and right."""
        try:
            data = self.socket.recv(1 << 18)
        except BlockingIOError:
            return False
        except ConnectionResetError:
            data = b""
        self.received += data
        reply = take_reply(self.received)
        if reply is None:
            if not data:
                raise ConnectionError(f"closed before the answer to {self.operation.data[:200]}")
            return False
        self.check(reply)
        self.operation = None
        self.answered += 1
        return True

    # Requests

    def next_operation(self):
        chance = self.random.random()
        if chance < 0.05:
            return self.mistake()
        if chance < 0.525:
            return self.read()
        return self.write()

    def mistake(self):
        operation = self.random.choice(MALFORMED)
        path = f"/tasks/{self.some_id()}" if self.tasks else None
        if path is None and b"TASK" in operation.data:
            operation = MALFORMED[0]
        return operation._replace(data=operation.data.replace(b"TASK", (path or "").encode()))

    def some_id(self):
        return self.random.choice(list(self.tasks))

    def read(self):
        chance = self.random.random()
        if not self.tasks or chance < 0.002:
            return Operation(request("GET", "/tasks"), (200,))
        if chance < 0.1 and self.gone:
            return Operation(request("GET", f"/tasks/{self.random.choice(self.gone)}"), (404,))
        id = self.some_id()
        if chance < 0.2:
            return Operation(request("GET", f"/tasks?limit=3&after={id - 1}"), (200,), id)
        if id in self.tags and chance < 0.5:
            return Operation(request("GET", f"/tasks/{id}", None, f"If-None-Match: {self.tags[id][0]}"), (200, 304), id)
        return Operation(request("GET", f"/tasks/{id}"), (200,), id)

    def write(self):
        chance = self.random.random()
        if not self.tasks or (chance < 0.4 and len(self.tasks) < MOST_TASKS):
            fields = self.random_fields()
            return Operation(
                request("POST", "/tasks", json.dumps(fields).encode()), (201,), None, None, self.stored(fields), True
            )
        id = self.some_id()
        before, path = self.tasks[id], f"/tasks/{id}"
        if chance < 0.6:
            return Operation(request("DELETE", path), (204,), id, before, None, True)
        fields = self.random_fields()
        method = "PUT"
        if chance < 0.9:
            method = "PATCH"
            fields = {name: fields[name] for name in self.random.sample(list(fields), self.random.randrange(1, 4))}
        after = self.stored({**before, **fields} if method == "PATCH" else fields)
        data = request(method, path, json.dumps(fields, ensure_ascii=self.random.random() < 0.5).encode())
        return Operation(data, (200,), id, before, after, True)

    def random_fields(self):
        self.titles += 1
        order = self.random.choice((None, 0, -1, self.random.randrange(-(2**63), 2**63)))
        return {
            "title": f"{self.number}/{self.titles} {random_title(self.random)}",
            "completed": self.random.random() < 0.5,
            "order": order,
        }

    @staticmethod
    def stored(fields):
        return {name: value for name, value in fields.items() if value is not None}

    # Responses

    def check(self, reply):
        operation = self.operation
        if reply.status not in operation.statuses:
            raise Wrong(f"{reply.status} for {operation.data[:300]}: {reply.body[:300]}")
        if operation.is_write:
            self.check_write(operation, reply)
            self.written += 1
        elif reply.status >= 400:
            if not reply.json()["error"]["message"]:
                raise Wrong(f"an error without a message for {operation.data[:300]}")
            self.mistaken += reply.status != 404 or operation.data.startswith(b"PATCH")
        elif reply.status == 304:
            if self.tags[operation.id][1] != self.tasks[operation.id]:
                raise Wrong(f"task {operation.id} was reported as not modified, but it has changed")
        elif operation.id is None:
            self.check_list(reply.json())
        else:
            self.check_task(operation, reply)

    def check_write(self, operation, reply):
        id = operation.id
        if operation.after is None:
            del self.tasks[id]
            self.gone.append(id)
            return
        task = reply.json()
        if id is None:
            id = task["id"]
            if reply.header("Location") != f"{URL}{id}":
                raise Wrong(f"the location of task {id} is {reply.header('Location')}")
        self.tasks[id] = operation.after
        self.check_fields(task, id)

    def check_task(self, operation, reply):
        found = reply.json()
        self.check_fields(found[0] if isinstance(found, list) else found, operation.id)
        if not isinstance(found, list):
            self.tags[operation.id] = reply.header("ETag"), self.tasks[operation.id]

    def check_fields(self, task, id):
        expected = {"id": id, **self.tasks[id], "url": f"{URL}{id}"}
        if task != expected:
            raise Wrong(f"{task} and not {expected}")

    def check_list(self, tasks):
        """Checks the client's own tasks in a list."""
        mine = f"{self.number}/"
        own = [task for task in tasks if task["title"].startswith(mine)]
        if [task["id"] for task in own] != sorted(self.tasks):
            raise Wrong(f"the list has other tasks of client {self.number} than it has created")
        for task in own:
            self.check_fields(task, task["id"])

    # Tasks after a crash

    def settle(self, own):
        """Compares its tasks as a new server has them with those that must be there. A write that was under way is done
        or not: returns whether it is, or None if there was none."""
        operation, self.operation = self.operation, None
        is_done = None
        if operation is not None and operation.is_write:
            is_done = self.settle_write(operation, own)
        if set(own) != set(self.tasks):
            raise Wrong(f"client {self.number} has tasks {sorted(self.tasks)} and finds {sorted(own)}")
        for id, task in own.items():
            self.check_fields(task, id)
        return is_done

    def settle_write(self, operation, own):
        if operation.id is None:
            created = [id for id, task in own.items() if task["title"] == operation.after["title"]]
            if len(created) > 1:
                raise Wrong(f"created twice: {created}")
            if created:
                if created[0] <= max([*self.tasks, *self.gone, 0]):
                    raise Wrong(f"the id {created[0]} is used again")
                self.tasks[created[0]] = operation.after
            return bool(created)
        found = own.get(operation.id)
        if operation.after is None:
            if found is None:
                del self.tasks[operation.id]
                self.gone.append(operation.id)
            return found is None
        is_done = found == {"id": operation.id, **operation.after, "url": f"{URL}{operation.id}"}
        if is_done:
            self.tasks[operation.id] = operation.after
        return is_done
