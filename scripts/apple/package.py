"""What is checked: the modules of the package, as its manifest describes them, and programs that use them."""

import functools
import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Unit:
    """A module with its sources and the flags of its own."""

    name: str
    sources: list[Path]
    dependencies: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    # Shown in the table, because a program is checked in more than one way.
    title: str = ""
    # Platforms; none stands for all.
    platforms: tuple[str, ...] = ()
    # Whether other units import it.
    is_imported: bool = True

    def __post_init__(self):
        self.title = self.title or self.name


@functools.cache
def manifest():
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MILLRACE_")}
    command = ["swift", "package", "dump-package", "--package-path", ROOT]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return json.loads(result.stdout)


def minimums():
    """The minimum version of each platform in the manifest."""
    return {platform["platformName"]: platform["version"] for platform in manifest()["platforms"]}


def targets():
    return {target["name"]: target for target in manifest()["targets"]}


def dependencies(target):
    """The targets of this package that a target is built from, in the order of their dependencies."""
    found = []

    def visit(name):
        for dependency in targets()[name]["dependencies"]:
            if "byName" in dependency and dependency["byName"][0] in targets():
                visit(dependency["byName"][0])
        if name not in found:
            found.append(name)

    visit(target)
    return found[:-1]


def flags(target):
    """The settings of a target that the compiler of Swift gets."""
    result = ["-swift-version", "6"]
    for setting in target["settings"]:
        kind = setting["kind"]
        if setting["tool"] != "swift":
            continue
        if "enableExperimentalFeature" in kind:
            result += ["-enable-experimental-feature", kind["enableExperimentalFeature"]["_0"]]
        elif "strictMemorySafety" in kind:
            result.append("-strict-memory-safety")
        elif "treatAllWarnings" in kind:
            result.append("-warnings-as-errors")
        elif "unsafeFlags" not in kind:
            sys.exit(f"the setting {kind} of {target['name']} is unknown")
    return result


def module_folder(name):
    return ROOT / (targets()[name].get("path") or f"Sources/{name}")


def is_swift(name):
    return targets()[name]["type"] in ("regular", "executable") and any(module_folder(name).rglob("*.swift"))


def library_units():
    """The modules of all library products, and of the tool for macOS, after those that they depend on."""
    products = [product for product in manifest()["products"] if "library" in product["type"]]
    libraries = [target for product in products for target in product["targets"]]
    tool = "MillraceTool"
    order = []
    for target in [*libraries, tool]:
        order += [name for name in [*dependencies(target), target] if name not in order]
    needed = set(libraries).union(*(dependencies(target) for target in libraries))
    return [
        Unit(
            name,
            sorted(module_folder(name).rglob("*.swift")),
            [other for other in dependencies(name) if targets()[other]["type"] != "macro"],
            ["-package-name", "millrace", *flags(targets()[name])],
            platforms=() if name in needed else ("macOS",),
        )
        for name in order
        if is_swift(name) and name not in macro_targets()
    ]


def macro_targets():
    """What runs in the compiler only."""
    macros = [name for name, target in targets().items() if target["type"] == "macro"]
    return {"MillraceSyntax", *macros}


def c_folders():
    """The folders of the modules that are written in C, and the module maps that SwiftPM would make."""
    folders, maps = [], {}
    for name, target in targets().items():
        folder = module_folder(name)
        if target["type"] == "system":
            folders.append(folder)
        elif target["type"] == "regular" and (folder / "include").exists():
            maps[name] = f'module {name} {{\n  header "{folder / "include" / name}.h"\n  export *\n}}\n'
    return folders, maps


def examples_script():
    spec = importlib.util.spec_from_file_location("test_examples", ROOT / "scripts" / "test-examples.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["test_examples"] = module
    spec.loader.exec_module(module)
    return module


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


def program_units(folder):
    """Programs that use the library as an app does. Generated sources are written to the folder."""
    library = [unit.name for unit in library_units() if not unit.platforms]
    return [
        *annotated_units(library),
        documentation_unit(folder, library),
        *example_units(library),
    ]


def annotated_units(library):
    """Annotated types of all kinds, in the language modes of Swift 5 and 6."""
    sources = [ROOT / "scripts" / "apple" / "AnnotatedTypes.swift"]
    return [
        Unit("AnnotatedTypes", sources, library, ["-swift-version", mode, "-warnings-as-errors"], f"annotated types, Swift {mode}", is_imported=False)
        for mode in ("5", "6")
    ]


def documentation_unit(folder, library):
    script = examples_script()
    found = [fence for document in script.documents() for fence in script.fences(document)]
    examples = [(f"Example{index}", fence) for index, fence in enumerate(f for f in found if f.is_compiled)]
    sources = [write(folder / "Documentation" / f"{name}.swift", script.source(name, fence)) for name, fence in examples]
    sources.append(ROOT / "scripts" / "examples" / "Prelude.swift")
    return Unit("Examples", sources, library, ["-swift-version", "6", "-suppress-warnings"], "examples of the documentation", is_imported=False)


def example_units(library):
    """The packages in Examples, except for what needs libevent."""
    settings = ["-swift-version", "6"]
    fast = [*settings, "-D", "FAST_CODERS"]

    def sources(path):
        return sorted((ROOT / "Examples" / path).rglob("*.swift"))

    return [
        Unit("Films", sources("Films/Sources"), library, settings, "Examples/Films", is_imported=False),
        Unit("FixedColumns", sources("Stations/Sources/FixedColumns"), library, settings, "Examples/Stations, format"),
        Unit("Stations", sources("Stations/Sources/Stations"), [*library, "FixedColumns"], settings, "Examples/Stations", is_imported=False),
        Unit("Catalog", sources("DropIn/Sources/Catalog"), library, fast, "Examples/DropIn"),
        Unit(
            "CatalogClient",
            sources("DropIn/Sources/CatalogClient"),
            library,
            [*fast, "-enable-upcoming-feature", "MemberImportVisibility"],
            "Examples/DropIn, client",
            is_imported=False,
        ),
        Unit("Tasks", sources("TaskBackend/Sources/Tasks"), library, settings, "Examples/TaskBackend", ("macOS",), is_imported=False),
    ]
