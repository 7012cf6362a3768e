"""The modules of the package, as its manifest describes them, for checks that call the compiler themselves."""

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@functools.cache
def manifest(package=ROOT):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MILLRACE_")}
    command = ["swift", "package", "dump-package", "--package-path", package]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return json.loads(result.stdout)


def minimums(package=ROOT):
    """The minimum version of each platform in a manifest."""
    return {platform["platformName"]: platform["version"] for platform in manifest(package)["platforms"]}


@functools.cache
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


def sources(name):
    return sorted(module_folder(name).rglob("*.swift"))


def is_swift(name):
    return targets()[name]["type"] in ("regular", "executable") and bool(sources(name))


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


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path
