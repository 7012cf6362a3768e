"""What is checked: the modules of the package, and programs that use them."""

import importlib.util
import sys
from dataclasses import dataclass, field
from pathlib import Path

from modules import ROOT, dependencies, flags, is_swift, macro_targets, manifest, minimums, sources, targets, write


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
    # The minimum version of macOS, if it is not that of the library.
    macos: str = ""
    # Whether other units import it.
    is_imported: bool = True

    def __post_init__(self):
        self.title = self.title or self.name


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
            sources(name),
            [other for other in dependencies(name) if targets()[other]["type"] != "macro"],
            ["-package-name", "millrace", *flags(targets()[name])],
            platforms=() if name in needed else ("macOS",),
        )
        for name in order
        if is_swift(name) and name not in macro_targets()
    ]


def examples_script():
    spec = importlib.util.spec_from_file_location("test_examples", ROOT / "scripts" / "stages" / "examples.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["test_examples"] = module
    spec.loader.exec_module(module)
    return module


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
    sources.append(ROOT / "scripts" / "stages" / "examples" / "Prelude.swift")
    return Unit("Examples", sources, library, ["-swift-version", "6", "-suppress-warnings"], "examples of the documentation", is_imported=False)


def example_units(library):
    """The packages in Examples, except for what needs libevent."""
    settings = ["-swift-version", "6"]
    fast = [*settings, "-D", "FAST_CODERS"]

    def files(path):
        return sorted((ROOT / "Examples" / path).rglob("*.swift"))

    return [
        Unit("Films", files("Films/Sources"), library, settings, "Examples/Films", is_imported=False),
        Unit("FixedColumns", files("Stations/Sources/FixedColumns"), library, settings, "Examples/Stations, format"),
        Unit("Stations", files("Stations/Sources/Stations"), [*library, "FixedColumns"], settings, "Examples/Stations", is_imported=False),
        Unit("Catalog", files("DropIn/Sources/Catalog"), library, fast, "Examples/DropIn"),
        Unit(
            "CatalogClient",
            files("DropIn/Sources/CatalogClient"),
            library,
            [*fast, "-enable-upcoming-feature", "MemberImportVisibility"],
            "Examples/DropIn, client",
            is_imported=False,
        ),
        Unit(
            "Tasks",
            files("TaskBackend/Sources/Tasks"),
            library,
            settings,
            "Examples/TaskBackend",
            ("macOS",),
            minimums(ROOT / "Examples" / "TaskBackend")["macos"],
            is_imported=False,
        ),
    ]
