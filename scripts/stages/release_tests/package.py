"""The package of the tests: its types twice, in the program and in another module, and random types."""

import random
import string

from random_types.documents import Pairs, json_text
from random_types.kinds import Members
from random_types.models import random_models
from swift_package import ROOT, update

from .shapes import Shape

SOURCES = ROOT / "Tests" / "Release"
# Few of the random types are large: the suite of random types has those.
MANY = [8, 16, 24]
TYPES_PER_FILE = 10
JOBS_PER_FILE = 6

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let products = ["Millrace", "MillraceCodable", "MillraceFoundation", "MillraceSQLite", "MillraceTables"]
let dependencies = products.map { Target.Dependency.product(name: $0, package: "millrace") }

let package = Package(
  name: "release-tests",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "%s")],
  targets: [
    .target(name: "Shapes", dependencies: dependencies),
    .executableTarget(name: "ReleaseTests", dependencies: ["Shapes"] + dependencies),
  ]
)
"""


class RandomShape(Shape):
    """A random type with random documents."""

    def __init__(self, model, count, source):
        self.name = self.swift = model.name
        self.model = model
        documents = [without_duplicates(model.document(source)) for _ in range(count)]
        self.given_texts = [json_text(document, source) for document in documents]
        self.given = [plain(pairs(document)) for document in documents]
        self.rows = [plain(model.read(pairs(document))) for document in documents]
        self.has_columns_for_objects = False
        self.lists_columns = self.is_read_from_tables = True
        # One format for each type, because the compiler takes long for all.
        self.formats = [["trees"], ["csv"], ["sqlite"], ["columns"]][model.number % 4]
        # Names that differ only in the case of ASCII letters are the same column of SQLite.
        names = [field.name for field in model.fields]
        if len({name.translate(SMALL_LETTERS) for name in names}) < len(names):
            self.formats = ["columns" if name == "sqlite" else name for name in self.formats]
        self.made_by = {"csv", "tsv", "db", "arrow"}
        if len(names) == 1 and any(not row for row in self.rows):
            # `csv` writes a missing cell as an empty string if it is the only one of its row.
            self.made_by -= {"csv", "tsv"}


SMALL_LETTERS = {ord(letter): letter.lower() for letter in string.ascii_uppercase}


def without_duplicates(value):
    """A document with the last one of duplicate members. Trees and tables cannot have both; the other test of random types does."""
    if isinstance(value, Members):
        members = {}
        for key, item in value:
            members.pop(key, None)
            members[key] = without_duplicates(item)
        return Members(members.items())
    return [without_duplicates(item) for item in value] if isinstance(value, list) else value


def pairs(value):
    """A document as `Model.read` takes it."""
    if isinstance(value, Members):
        return Pairs((key, pairs(item)) for key, item in value)
    return [pairs(item) for item in value] if isinstance(value, list) else value


def plain(value):
    if isinstance(value, Pairs):
        return {key: plain(item) for key, item in value}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def random_shapes(seed, types, values):
    source = random.Random(seed)
    models = random_models(source, types, MANY)
    return [RandomShape(model, -(-values // types), source) for model in models]


# The functions of Tests/Release/Program that do something with the values of a type.
FUNCTIONS = {
    "trees": "writeAndReadTrees(rows, job)",
    "documents": """writeDocuments(rows, job)
    try readDocuments({type}.self, job)
    try await readAsynchronously({type}.self, job)""",
    "csv": "writeAndReadCSV(rows, job)",
    "sqlite": "writeAndReadSQLite(rows, job, database)",
    "columns": "writeAndReadColumns(rows, job)",
    "coders": "writeAndReadCodable({type}.self, job)",
    "unannotated": "writeUnannotated({type}.self, job)",
    "forwarding": "forwardAll(job, database)",
}
PROGRAM, MODULE = "ReleaseTests", "Shapes"


class Job:
    """A type of one of the modules, and what is done with its values."""

    def __init__(self, shape, module, formats):
        self.shape, self.module, self.formats = shape, module, formats
        self.name = f"{module}.{shape.name}"

    def call(self):
        """The statement of the program that does it."""
        swift = self.shape.swift if self.module == PROGRAM else f"{self.module}.{self.shape.swift}"
        calls = [f"let rows = try copy({swift}.self, job)"] if self.shape.is_annotated else []
        calls += ["try " + FUNCTIONS[name].format(type=swift) for name in self.formats]
        return f"""  await attempt("{self.name}", "{self.shape.name}", from: input, to: output) {{ job in
    {f"{chr(10)}    ".join(calls)}
  }}
"""


def jobs(shapes, random_types):
    """Every shape is in both modules, each with a part of its formats, because the compiler takes long for all of them twice. The first
    half of the random types is in the other module, so that it can be in the second."""
    for number, shape in enumerate(shapes):
        other = shape.formats[number % len(shape.formats)]
        forwarding = ["forwarding"] if "csv" in shape.formats else []
        if len(shape.formats) == 1:
            yield Job(shape, PROGRAM, shape.formats)
        else:
            yield Job(shape, PROGRAM, [name for name in shape.formats if name != other] + forwarding)
        yield Job(shape, MODULE, [other])
    half = len(random_types) // 2
    yield from (Job(shape, MODULE, shape.formats) for shape in random_types[:half])
    yield from (Job(shape, PROGRAM, shape.formats) for shape in random_types[half:])


def write(folder, all_jobs):
    """Writes the package. Files that are as they should be stay, so that they are not compiled again."""
    files = {"Package.swift": MANIFEST % ROOT}
    for path in sorted((SOURCES / "Shapes").glob("*.swift")):
        text = path.read_text(encoding="utf-8")
        files[f"Sources/{MODULE}/{path.name}"] = text
        files[f"Sources/{PROGRAM}/{path.name}"] = text
    for path in sorted((SOURCES / "Program").glob("*.swift")):
        files[f"Sources/{PROGRAM}/{path.name}"] = path.read_text(encoding="utf-8")
    for module in (MODULE, PROGRAM):
        models = [job.shape.model for job in all_jobs if job.module == module and hasattr(job.shape, "model")]
        imports = "public import Millrace\n" + ("public import Shapes\n" if module == PROGRAM else "")
        for first in range(0, len(models), TYPES_PER_FILE):
            declarations = "\n".join(model.declaration("public ") for model in models[first : first + TYPES_PER_FILE])
            files[f"Sources/{module}/Models{first}.swift"] = f"{imports}\n{declarations}"
    # Several files, because one thread compiles each of them.
    parts = range(0, len(all_jobs), JOBS_PER_FILE)
    for first in parts:
        calls = "".join(job.call() for job in all_jobs[first : first + JOBS_PER_FILE])
        files[f"Sources/{PROGRAM}/Types{first}.swift"] = PART.format(number=first, calls=calls)
    calls = "".join(f"  await runTypes{first}(from: input, to: output, database)\n" for first in parts)
    files[f"Sources/{PROGRAM}/AllTypes.swift"] = f"{ALL_TYPES}{calls}}}\n"
    for name, text in files.items():
        update(folder / name, text)
    for path in (folder / "Sources").rglob("*.swift"):
        if str(path.relative_to(folder)) not in files:
            path.unlink()


PART = """\
import Foundation
import MillraceSQLite
import Shapes

@MainActor
func runTypes{number}(from input: URL, to output: URL, _ database: SQLite.Database) async {{
{calls}}}
"""

ALL_TYPES = """\
import Foundation
import MillraceSQLite

@MainActor
func runAll(from input: URL, to output: URL, _ database: SQLite.Database) async {
"""
