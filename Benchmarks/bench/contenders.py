"""The programs that are compared, each a process that answers requests by line."""

import json
import os
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

# Coders of `Codable` types, by the names of their cases: Foundation's, on types without the macro, and Millrace's, on
# the same types, on types with the macro, and the one without state, which encodes only.
FOUNDATION = "foundation"
DROP_IN = "drop-in"
DROP_IN_MACRO = "drop-in-macro"
STATIC = "static"
# Those that decode into types that probe.
PROBING = (FOUNDATION, DROP_IN)


# Makes the order of Swift's dictionaries the same in each process.
REPEATABLE = {"SWIFT_DETERMINISTIC_HASHING": "1"}


class ContenderError(Exception):
    """What a contender said instead of an answer, or how it ended."""


@dataclass
class Contender:
    """A program that decodes and encodes the documents of a folder."""

    name: str
    program: Path
    documents: Path
    operations: tuple[str, ...]
    # The versions that the contender reports.
    about: dict = field(default_factory=dict)
    # How far a double in its output may be from the nearest one, in units in the last place.
    tolerance: int = 0
    # What runs the program, if the system does not.
    interpreter: tuple[str, ...] = ()

    def process(self, environment=None):
        """The program, started. `environment` has variables to set for it."""
        return Process(self, environment or {})

    def case(self, document, operation):
        return f"{self.name}/{document}/{operation}"

    def known_cases(self):
        """The names of all cases that the program has."""
        with self.process() as process:
            return set(process.cases())

    def command(self, mode, *arguments):
        return [*self.interpreter, str(self.program), mode, str(self.documents), *map(str, arguments)]

    def peak_memory(self, document, operation):
        """The process's peak memory in bytes: before it read the document, and after it did the operation once."""
        result = subprocess.run(
            self.command("peak", self.case(document, operation)), capture_output=True, text=True, check=False
        )
        if result.returncode != 0:
            raise ContenderError(f"{self.case(document, operation)}: {result.stderr.strip()}")
        return tuple(int(number) for number in result.stdout.split())


class Process:
    """A contender that is running and answers requests."""

    def __init__(self, contender, environment):
        self.contender = contender
        self.process = subprocess.Popen(
            contender.command("serve"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with suppress(BrokenPipeError):  # it has ended already
            self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def ask(self, *words):
        """Sends a request and returns the answer's line."""
        request = " ".join(map(str, words))
        try:
            self.process.stdin.write(request + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().rstrip("\n")
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise ContenderError(f"{self.contender.name} ended at the request: {request}")
        if answer.startswith("error"):
            raise ContenderError(f"{self.contender.name} answered {request}: {answer}")
        return answer

    def cases(self):
        """The names of all cases."""
        names = []
        line = self.ask("list")
        while line:
            names.append(line)
            line = self.process.stdout.readline().rstrip("\n")
        return names

    def nanoseconds(self, document, operation, count):
        return int(self.ask("run", self.contender.case(document, operation), count))

    def dump(self, document, operation, file):
        answer = self.ask("dump", self.contender.case(document, operation), file)
        if answer != "done":
            raise ContenderError(f"{self.contender.case(document, operation)} is not dumped: {answer}")


def find_coders(benchmarks: Path, documents: Path):
    """Foundation's coders, the drop-in ones and the static one, and a sentence for each that is not built."""
    swift = benchmarks / ".build" / "release" / "Contender"
    if not swift.exists():
        return [], ["all: not built. Run scripts/bench coders; it needs a Swift toolchain"]
    coders = [
        Contender(FOUNDATION, swift, documents, ("decode", "encode")),
        Contender(DROP_IN, swift, documents, ("decode", "encode")),
        Contender(DROP_IN_MACRO, swift, documents, ("decode", "encode")),
        Contender(STATIC, swift, documents, ("encode",)),
    ]
    known = {case.split("/")[0] for case in coders[0].known_cases()}
    missing = [coder.name for coder in coders if coder.name not in known]
    return (
        [coder for coder in coders if coder.name in known],
        [f"{name}: the program that is built has no such case" for name in missing],
    )


def with_operation(contender, operation):
    """The same contender, with one operation only."""
    return replace(contender, operations=(operation,))


def find_json_peers(benchmarks: Path, documents: Path):
    """Other libraries for JSON, and a sentence for each that is not there."""
    build = benchmarks / ".build"
    native = build / "c" / "json_peers"
    python, script = build / "peers" / "bin" / "python3", benchmarks / "Python" / "json_contender.py"
    node, module = shutil.which("node"), benchmarks / "JavaScript" / "contender.mjs"
    found, missing = [], []
    if native.exists():
        peers = [Contender(name, native, documents, ()) for name in ("simdjson", "rapidjson", "yyjson")]
        known = {case.split("/")[0] for case in peers[0].known_cases()}
        found += [peer for peer in peers if peer.name in known]
        if "yyjson" not in known:
            missing.append("yyjson: its source is part of orjson's, which could not be downloaded from PyPI")
    else:
        missing.append("simdjson, RapidJSON: not built. Debian packages: g++ libsimdjson-dev rapidjson-dev")
    if python.exists():
        found += [
            Contender(name, script, documents, (), interpreter=(str(python),)) for name in ("orjson", "msgspec")
        ]
    else:
        missing.append("orjson, msgspec: not installed. Run scripts/bench peers; it installs them from PyPI")
    if node:
        found.append(Contender("node", module, documents, (), interpreter=(node,)))
    else:
        missing.append("Node: not installed. Debian package: nodejs")
    for contender in found:
        with contender.process() as process:
            contender.about = json.loads(process.ask("about"))
    return found, missing


def in_debug(name, benchmarks: Path):
    """A contender of the debug build of the program in Swift."""
    return Contender(name, benchmarks / ".build" / "debug" / "Contender", Path(), ())


def find(benchmarks: Path, documents: Path):
    """The contenders that are built, and a sentence for each one that is not."""
    build = benchmarks / ".build"
    swift, rust = build / "release" / "Contender", build / "rust" / "release" / "contender"
    contenders, missing = [], []
    if swift.exists():
        contenders.append(Contender("millrace", swift, documents, ("decode", "encode", "encode-reused")))
        contenders.append(Contender(FOUNDATION, swift, documents, ("decode", "encode")))
    else:
        missing.append("millrace and Foundation: not built. Run scripts/bench json; it needs a Swift toolchain")
    if rust.exists():
        serde_json = Contender("serde_json", rust, documents, ("decode", "encode", "encode-reused"))
        with serde_json.process() as process:
            serde_json.about = json.loads(process.ask("about"))
        # Without this option serde_json trades the last bit of some doubles for speed; it is off by default.
        serde_json.tolerance = 0 if serde_json.about["float_roundtrip"] else 1
        contenders.append(serde_json)
    else:
        missing.append(
            "serde_json: not built. Debian packages: cargo librust-serde-json-dev librust-serde-derive-dev"
            " librust-serde-dev; then run scripts/bench json"
        )
    return contenders, missing
