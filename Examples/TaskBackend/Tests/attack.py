"""Sixteen ordinary clients beside many hostile ones: none of their requests fails or takes longer than a second, unless another
limit is given, and the memory of the server stays small.

    ./attack.py --seconds 300

The attackers are processes of their own, so that they do not delay the clients in here. What they do is random.
"""

import argparse
import contextlib
import itertools
import multiprocessing
import random
import socket
import statistics
import sys
import tempfile
import threading
import time

from server import Server
from wire import Connection, request

CLIENTS = 16
MOST_BYTES = 64 << 20
FILLING = 400  # tasks of 9 kB: a list of 3.6 MB

# MARK: Attacks, each of which is an endless iteration that is advanced again and again


def opened(port, receive_buffer=None):
    """A connection that does not block; None if the server has too many."""
    connection = socket.socket()
    if receive_buffer is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(1)
    try:
        connection.connect(("127.0.0.1", port))
    except OSError:
        connection.close()
        return None
    connection.setblocking(False)
    return connection


def send(connection, data):
    """Sends as much as the system takes; whether the connection still is one."""
    try:
        connection.send(data)
    except BlockingIOError:
        pass
    except OSError:
        return False
    return True


def is_closed(connection, size=0):
    """Whether the server has closed the connection. Reads a number of bytes, or checks without reading."""
    try:
        return connection.recv(size or 1, 0 if size else socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def crowd(port, count, begin, go_on, receive_buffer=None):
    """Keeps a number of connections open, and continues one of them in each step."""
    connections = [None] * count
    for index in itertools.cycle(range(count)):
        if connections[index] is None or not go_on(connections[index]):
            if connections[index] is not None:
                connections[index].close()
            connections[index] = opened(port, receive_buffer)
            if connections[index] is not None:
                begin(connections[index])
        yield


def deaf_readers(port, generator):
    """Ask for long lists, or for many short ones, or for events, and read nothing."""
    targets = ["/tasks", "/tasks?limit=12", "/tasks?limit=1", "/events", "/tasks?done=false", "/app.js"]

    def begin(connection):
        send(connection, request("GET", generator.choice(targets)) * generator.choice((1, 1, 50)))

    def look(connection):
        # Only a read distinguishes a closed connection from a full one, so some connections are dropped at random.
        return generator.random() > 0.02

    return crowd(port, 150, begin, look, receive_buffer=4_096)


def slow_readers(port, generator):
    """Read a long list by drops."""
    return crowd(
        port, 60, lambda connection: send(connection, request("GET", "/tasks")),
        lambda connection: not is_closed(connection, generator.randrange(1, 2_000)), receive_buffer=8_192,
    )  # fmt: skip


def slow_writers(port, generator):
    """Send large bodies, most of them at once and the rest by drops."""
    head = f"POST /tasks HTTP/1.1\r\nHost: a\r\nContent-Length: {1 << 20}\r\n\r\n".encode()

    def begin(connection):
        first = generator.choice((0, 10, 1_000, 200_000, 1_000_000))
        connection.settimeout(0.2)
        with contextlib.suppress(OSError):
            connection.sendall(head[: first or 20] + b" " * first)
        connection.setblocking(False)

    return crowd(
        port, 120, begin, lambda connection: not is_closed(connection) and send(connection, b" "),
    )  # fmt: skip


def aborted_bodies(port, generator):
    """Break off in the midst of a body, in the ways that there are."""
    body = b'{"title":"' + b"x" * 5_000 + b'"}'
    whole = request("POST", "/tasks", body)
    chunked = b"POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + b"100\r\n" + b" " * 0x100 + b"\r\n"
    while True:
        connection = opened(port)
        if connection is not None:
            data = generator.choice((whole, chunked))
            send(connection, data[: generator.randrange(len(data))])
            if generator.random() < 0.5:  # a reset instead of an end
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.close()
        yield


def malformed_requests(port, generator):
    good = [
        request("POST", "/tasks", b'{"title":"a task"}'),
        request("GET", "/tasks?limit=3", None, 'If-None-Match: "a"'),
        b"POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\n{\"tit\r\n0\r\nX: y\r\n\r\n",
    ]  # fmt: skip
    while True:
        connection = opened(port)
        if connection is not None:
            bad = bytearray(generator.choice(good))
            for _ in range(generator.randrange(1, 4)):
                bad[generator.randrange(len(bad))] = generator.randrange(256)
            send(connection, generator.randbytes(300) if generator.random() < 0.2 else bytes(bad))
            yield
            is_closed(connection, 1 << 16)
            connection.close()
        yield


def floods(port, generator):
    """Many requests at once over one connection, writes among them; the answers are read."""
    connections = [None] * 4
    for index in itertools.cycle(range(4)):
        connection = connections[index]
        if connection is None or is_closed(connection, 1 << 18):
            connections[index] = opened(port)
        else:
            title = b'{"title":"flood","completed":true}'
            send(
                connection,
                generator.choice(
                    (
                        request("GET", "/tasks?limit=12") * 20,
                        request("POST", "/tasks", title) * 20,
                        request("PATCH", "/tasks/1", b'{"order":1}') * 20,
                        request("GET", "/tasks?done=true&limit=100") * 20,
                        request("DELETE", "/tasks?done=true"),
                        request("GET", "/metrics") * 20,
                    )
                ),
            )
        yield


ATTACKS = (deaf_readers, slow_readers, slow_writers, aborted_bodies, malformed_requests, floods)


def attack(port, seed, steps):
    """Several attacks in turn, for ever: the one that started it ends it."""
    generator = random.Random(seed)
    attacks = [kind(port, generator) for kind in ATTACKS]
    while True:
        for each in attacks:
            next(each)
            with steps.get_lock():
                steps.value += 1
        time.sleep(0.005)


# MARK: Ordinary clients


class Ordinary(threading.Thread):
    """A client that does what people do, and notes how long it takes."""

    def __init__(self, server, seed, number, most_seconds):
        super().__init__()
        self.most_seconds = most_seconds
        self.server, self.random, self.number = server, random.Random(f"{seed} {number}"), number
        self.seconds, self.problems, self.is_over = [], [], threading.Event()

    def run(self):
        try:
            with Connection(self.server, timeout=20) as self.connection:
                while not self.is_over.is_set():
                    self.work()
        except Exception as error:  # noqa: BLE001: whatever it is, it is a request that has failed
            self.problems.append(f"client {self.number}: {error!r}")
        if self.problems:
            self.is_over.set()

    def work(self):
        task = self.ask(201, "POST", "/tasks", b'{"title":"of client %d"}' % self.number)
        path = f"/tasks/{task['id']}"
        for _ in range(self.random.randrange(1, 8)):
            if self.random.random() < 0.3:
                task = self.ask(200, "PATCH", path, b'{"order":%d}' % self.random.randrange(1_000))
            elif self.ask(200, "GET", path) != task:
                self.problems.append(f"{path} is not what was written")
            limit = "" if self.random.random() < 0.1 else "?limit=20"
            if len(self.ask(200, "GET", f"/tasks{limit}")) < 20:
                self.problems.append("the list is too short")
            time.sleep(self.random.random() * 0.02)
        self.ask(204, "DELETE", path)

    def ask(self, status, method, path, body=None):
        begin = time.monotonic()
        reply = self.connection.ask(method, path, body)
        seconds = time.monotonic() - begin
        self.seconds.append(seconds)
        if reply is None or reply.status != status:
            raise RuntimeError(f"{method} {path} is answered with {reply and reply[:2]} after {seconds:.3f} s")
        if seconds > self.most_seconds:
            self.problems.append(f"{method} {path} takes {seconds:.3f} s")
        return reply.json() if reply.body else None


def fill(server):
    body = b'{"title":"' + b"x" * 9_000 + b'"}'
    with Connection(server) as connection:
        for _ in range(FILLING // 100):
            connection.send(request("POST", "/tasks", body) * 100)
            if {connection.reply().status for _ in range(100)} != {201}:
                raise SystemExit("the server cannot be filled")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15, help="how long it takes (default: 15)")
    parser.add_argument("--most-seconds", type=float, default=1, help="what an ordinary request may take (default: 1)")
    parser.add_argument("--attackers", type=int, default=2, help="processes, each with all attacks (default: 2)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    context = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as folder, Server("--database", f"{folder}/tasks.db", "--loops", "2") as server:
        fill(server)
        steps = context.Value("q", 0)
        attackers = [
            context.Process(target=attack, args=(server.port, f"{options.seed} {number}", steps), daemon=True)
            for number in range(options.attackers)
        ]
        for attacker in attackers:
            attacker.start()
        clients = [Ordinary(server, options.seed, number, options.most_seconds) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        most_bytes, end = 0, time.monotonic() + options.seconds
        while time.monotonic() < end and server.is_running() and not any(client.problems for client in clients):
            most_bytes = max(most_bytes, server.resident_bytes())
            time.sleep(0.05)
        for client in clients:
            client.is_over.set()
        for client in clients:
            client.join()
        for attacker in attackers:
            attacker.kill()
            attacker.join()
        problems = [problem for client in clients for problem in client.problems]
        if not server.is_running():
            problems.append(f"the server has ended: {server.said}")
        if most_bytes > MOST_BYTES:
            problems.append(f"the server has taken {most_bytes / (1 << 20):.1f} MiB")
    seconds = sorted(each for client in clients for each in client.seconds)
    for problem in problems:
        print(problem)
    print(
        f"{len(seconds)} ordinary requests in {options.seconds:g} s, at most {max(seconds):.3f} s, half of them in "
        f"{statistics.median(seconds) * 1_000:.1f} ms; {steps.value} steps of attackers; {most_bytes / (1 << 20):.1f} MiB"
    )
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
