"""Many requests over many connections, and a server that is killed: what was answered is there, exactly, and what was
not is there as a whole or not at all. Every answer is compared with what it must be. At last the server is asked to stop.
"""

import argparse
import random
import selectors
import statistics
import sys
import tempfile
import time

from server import Client as Listing
from server import Server
from workload import Client, Wrong

CLIENTS = 64


class Run:
    def __init__(self, options):
        self.requests, self.kills, self.seed = options.requests, options.kills, options.seed
        self.random = random.Random(self.seed)
        self.folder = tempfile.TemporaryDirectory()
        self.is_durable = not options.memory
        self.storage = ("--database", f"{self.folder.name}/tasks.db") if self.is_durable else ("--memory",)
        self.selector = selectors.DefaultSelector()
        self.clients = [Client(number, self.seed) for number in range(CLIENTS)]
        self.memory = []  # of the process that runs: how many requests were answered, and bytes
        self.answered = 0
        self.under_way = self.done = 0

    def all(self):
        """Kills at random moments of the first half, so that the last process has the other half to itself."""
        moments = sorted(self.random.randrange(self.requests // 2) for _ in range(self.kills))
        self.start()
        for moment in moments:
            self.ask_until(moment)
            time.sleep(self.random.random() * 0.01)
            self.server.kill()
            self.ask_until_closed()
            self.start()
            self.settle()
        self.ask_until(self.requests)
        self.compare_memory()
        self.stop()

    def stop(self):
        """SIGTERM in the midst of writes."""
        self.server.process.terminate()
        self.ask_until_closed()
        code = self.server.wait()
        if code != 0:
            raise Wrong(f"the exit code is {code}")
        if self.is_durable:
            self.start()
            self.settle()

    def start(self):
        self.server = Server(*self.storage, "--max-connections", str(CLIENTS + 8))
        self.memory = []
        for client in self.clients:
            self.connect(client)

    def connect(self, client):
        client.connect(self.server.port)
        self.selector.register(client.socket, selectors.EVENT_READ, client)

    def disconnect(self, client):
        if client.socket.fileno() >= 0:
            self.selector.unregister(client.socket)
            client.socket.close()

    def ask_until(self, count):
        """Continues until a number of requests are answered."""
        for client in self.clients:
            if client.operation is None:
                client.send()
        while self.answered < count:
            for client in self.ready():
                try:
                    self.go_on(client)
                except ConnectionError as error:
                    raise Wrong(str(error)) from error

    def ask_until_closed(self):
        """Goes on until the server has closed all connections. What it has answered until then counts."""
        while self.selector.get_map():
            for client in self.ready():
                try:
                    self.go_on(client)
                except ConnectionError:
                    self.disconnect(client)

    def ready(self):
        """The clients for which something has come."""
        keys = self.selector.select(timeout=10)
        if not keys:
            raise Wrong("nothing happens for ten seconds")
        return [key.data for key, _ in keys]

    def go_on(self, client):
        operation = client.operation
        if not client.receive():
            return
        self.answered += 1
        if self.answered % 500 == 0 and self.server.is_running():
            self.memory.append((self.answered, self.server.resident_bytes()))
        if operation.ends_connection:
            self.disconnect(client)
            self.connect(client)
        client.send()

    def settle(self):
        listing = Listing(self.server)
        own = {client.number: {} for client in self.clients}
        for task in listing.get("/tasks", Host="tasks.example").json():
            own[int(task["title"].partition("/")[0])][task["id"]] = task
        listing.close()
        for client in self.clients:
            is_done = client.settle(own[client.number])
            if is_done is not None:
                self.under_way += 1
                self.done += is_done

    def compare_memory(self):
        """Compares the first tenth of what the last process has answered with the last tenth."""
        tenth = (self.memory[-1][0] - self.memory[0][0]) / 10
        begin, end = self.memory[0][0] + tenth, self.memory[-1][0] - tenth
        first = statistics.median(size for count, size in self.memory if count <= begin)
        last = statistics.median(size for count, size in self.memory if count >= end)
        self.resident = f"{first / 1e6:.1f} MB resident in the first tenth, {last / 1e6:.1f} MB in the last"
        if last > first * 1.1 + 1e6:
            raise Wrong(f"the memory grows: {self.resident}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=200_000, help="how many are answered (default: 200,000)")
    parser.add_argument("--kills", type=int, default=5, help="how often the server is killed (default: 5)")
    parser.add_argument("--memory", action="store_true", help="keep tasks in memory, and kill nothing")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    if options.memory:
        options.kills = 0
    print(f"seed {options.seed}")
    run = Run(options)
    begin = time.monotonic()
    try:
        run.all()
    except Wrong as wrong:
        sys.exit(f"WRONG with seed {options.seed}: {wrong}\nThe server says: {run.server.said}")
    finally:
        run.server.kill()
    seconds = time.monotonic() - begin
    crashes = f"; {options.kills} crashes, {run.done} of {run.under_way} writes done that were under way"
    print(
        f"{run.answered} requests, {sum(client.written for client in run.clients)} writes and "
        f"{sum(client.mistaken for client in run.clients)} mistakes among them, in {seconds:.0f} s; {run.resident}"
        f"{crashes if options.kills else ''}"
    )


if __name__ == "__main__":
    main()
