#!/usr/bin/env python3
"""orjson and msgspec, as a process that answers requests like the other contenders of JSON.

    json_contender.py serve FOLDER
        list             the name of each case on a line, and an empty line
        about            the versions, as JSON
        run CASE COUNT   the nanoseconds of CPU time that COUNT times the operation took
        dump CASE FILE   "done", when the document, decoded and encoded again, is in the file
    json_contender.py peak FOLDER CASE
        the peak memory, before it reads the document and at the end

Trees are Python's dictionaries and lists. Records are a list of structures with msgspec, and of dictionaries with orjson.
"""

import json
import platform
import sys
import time
from pathlib import Path

import msgspec
import orjson

TREES = {"twitter": "twitter.json", "citm": "citm_catalog.json", "canada": "canada.json", "message": "message.json"}


class Greeting(msgspec.Struct):
    hi: int
    there: int
    comment: str


class Case:
    """An operation on a document."""

    def __init__(self, path, operation, load, dump):
        self.path, self.operation, self.load, self.dump = path, operation, load, dump
        self.document = None

    def prepare(self):
        if self.document is None:
            self.document = self.path.read_bytes()
            self.value = self.load(self.document) if self.operation == "encode" else None
        return self

    def run(self, count):
        if self.operation == "decode":
            load, document = self.load, self.document
            for _ in range(count):
                load(document)
        else:
            dump, value = self.dump, self.value
            for _ in range(count):
                dump(value)

    def result(self):
        return self.dump(self.load(self.document))


def all_cases(folder):
    cases = {}
    greetings = msgspec.json.Decoder(list[Greeting])
    libraries = {
        "orjson": (orjson.loads, orjson.loads, orjson.dumps),
        "msgspec": (msgspec.json.Decoder().decode, greetings.decode, msgspec.json.Encoder().encode),
    }
    for library, (load_tree, load_records, dump) in libraries.items():
        for name, file in TREES.items():
            for operation in ("decode", "encode"):
                cases[f"{library}/tree-{name}/{operation}"] = Case(folder / file, operation, load_tree, dump)
        for exponent in range(8):
            name = f"records-{10**exponent}"
            cases[f"{library}/{name}/decode"] = Case(folder / f"{name}.json", "decode", load_records, dump)
    return cases


def peak_memory():
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")) * 1024


def reply(cases, request):
    match request:
        case ["list"]:
            return "".join(name + "\n" for name in cases)
        case ["about"]:
            versions = {module.__name__: module.__version__ for module in (msgspec, orjson)}
            return json.dumps(versions | {"python": platform.python_version()})
        case ["run", name, count]:
            prepared = cases[name].prepare()
            start = time.process_time_ns()
            prepared.run(int(count))
            return str(time.process_time_ns() - start)
        case ["dump", name, file]:
            Path(file).write_bytes(cases[name].prepare().result())
            return "done"
    raise ValueError("not a request: " + " ".join(request))


def main():
    match sys.argv[1:]:
        case ["serve", folder]:
            cases = all_cases(Path(folder))
            for line in sys.stdin:
                try:
                    answer = reply(cases, line.split())
                except Exception as error:  # whatever a library throws is its answer
                    answer = "error " + " ".join(f"{type(error).__name__}: {error}".split())
                print(answer, flush=True)
        case ["peak", folder, name]:
            at_start = peak_memory()
            all_cases(Path(folder))[name].prepare().run(1)
            print(at_start, peak_memory())
        case _:
            sys.exit(__doc__)


main()
