#!/usr/bin/env python3
"""Compiles the tables of `millrace migrate`: check-migration-shapes.py [--after BUILD_FOLDER] [WORDS OF A TITLE].

Every source before a migration must compile, or the table says nothing about real code. With --after, what must come
of it is compiled as well, against the modules in the build folder of this repository (such as .build/debug), unless it
has a placeholder, which is there to be rejected. It must not have more warnings than before. Shapes with the option --darwin
have names of Apple's SDKs and are compiled there only.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "shared"))

from swift_package import module_maps

root = pathlib.Path(__file__).resolve().parents[2]
folder = root / "Tests" / "MillraceMigrationTests" / "Fixtures" / "Shapes"
marker = re.compile(rb"^(===|---) (.*)$")


class Shape:
    def __init__(self, file, title):
        self.file, self.title = file, title
        self.options, self.before, self.after, self.unchanged = [], {}, {}, False

    def __str__(self):
        return f"{self.file.name}: {self.title}"


def shapes(file):
    """The shapes of a file. Lines end in a line feed; a carriage return before it belongs to the source."""
    found, part = [], None
    for line in file.read_bytes().split(b"\n"):
        match = marker.match(line)
        if not match:
            if part is not None:
                part.append(line)
            elif line:
                sys.exit(f"{file.name}: a line outside of every part: {line.decode()}")
            continue
        text = match[2].decode()
        if match[1] == b"===":
            found.append(Shape(file, text))
            part = None
            continue
        word, _, rest = text.partition(" ")
        if word in ("before", "after"):
            part = getattr(found[-1], word).setdefault(rest or "Model.swift", [])
        elif word == "options":
            found[-1].options, part = rest.split(), None
        elif word == "unchanged":
            found[-1].unchanged, part = True, None
        else:
            sys.exit(f"{file.name}: no such part: {text}")
    return found


def check_form(shape):
    if not shape.before:
        return "there is nothing before"
    if shape.unchanged == bool(shape.after):
        return "there must be either an after or `--- unchanged`"
    if shape.after and shape.after.keys() != shape.before.keys():
        return "the files before and after are not the same"
    if shape.after and shape.after == shape.before:
        return "nothing changes; write `--- unchanged`"
    return None


def compile_sources(sources, flags):
    """The errors, as text, and the number of warnings."""
    with tempfile.TemporaryDirectory() as work:
        paths = []
        for name, lines in sources.items():
            path = pathlib.Path(work) / name
            path.write_bytes(b"\n".join(lines) + (b"" if lines and lines[-1] == b"" else b"\n"))
            paths.append(str(path))
        command = [
            "swiftc",
            "-emit-sil",
            "-wmo",
            "-o",
            os.devnull,
            "-swift-version",
            "6",
            "-module-name",
            "Shape",
            "-package-name",
            "shapes",
            "-parse-as-library",
        ]
        result = subprocess.run(command + flags + paths, capture_output=True, text=True)
        warnings = len(set(line for line in result.stderr.splitlines() if ": warning:" in line))
        if result.returncode == 0 and "error:" not in result.stderr:
            return None, warnings
        errors = [line for line in result.stderr.splitlines() if ": error:" in line]
        return "\n    ".join(line.replace(work + "/", "") for line in errors or [result.stderr]), warnings


def library_flags(build):
    modules = build / "Modules"
    plugin = next(build.glob("MillraceMacros-tool"))
    flags = ["-I", str(modules), "-load-plugin-executable", f"{plugin}#MillraceMacros"]
    maps = module_maps(build)
    libraries = [root / f"Sources/{name}/module.modulemap" for name in ("CBrotli", "CLZ4", "CSnappy", "CZlib", "CZstandard")]
    for module_map in maps + libraries:
        flags += ["-Xcc", f"-fmodule-map-file={module_map}"]
    return flags


def check(shape, flags):
    problem = check_form(shape)
    if problem:
        return [f"{shape}: {problem}"]
    if "--darwin" in shape.options and sys.platform != "darwin":
        return []
    problems, warnings = [], 0
    needs_library = any(b"import Millrace" in line for lines in shape.before.values() for line in lines)
    if not needs_library or flags:
        errors, warnings = compile_sources(shape.before, flags if needs_library else [])
        if errors:
            problems.append(f"{shape}: before\n    {errors}")
    if flags and shape.after and not any(b"<#" in line for lines in shape.after.values() for line in lines):
        errors, more = compile_sources(shape.after, flags)
        if errors:
            problems.append(f"{shape}: after\n    {errors}")
        elif more > warnings:
            problems.append(f"{shape}: {more} warnings after, {warnings} before")
    return problems


parser = argparse.ArgumentParser()
parser.add_argument("--after", metavar="BUILD_FOLDER", type=pathlib.Path)
parser.add_argument("words", nargs="*")
arguments = parser.parse_args()
flags = library_flags(arguments.after.resolve()) if arguments.after else []
words = " ".join(arguments.words)
chosen = [shape for file in sorted(folder.glob("*.txt")) for shape in shapes(file) if words in str(shape)]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    problems = [problem for found in pool.map(lambda shape: check(shape, flags), chosen) for problem in found]
for problem in problems:
    print(problem)
print(f"{len(chosen)} shapes, {len(problems)} problems")
sys.exit(1 if problems or not chosen else 0)
