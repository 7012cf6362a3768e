"""Compiles for Linux on ARM64 with this machine's compiler, against the C library and the Swift runtime in a folder.

The runtime may be older than the compiler. So the interfaces of the standard library are those of this toolchain, under the other
architecture's name; they are text.
"""

import os
import re
import shutil
import subprocess
import sys
import threading
from collections import defaultdict
from pathlib import Path

from macro_plugin import digest, toolchain, toolchain_version
from modules import c_folders, flags, is_swift, macro_targets, module_folder, sources, targets, write

HERE = Path(__file__).resolve().parent
TRIPLE = "aarch64-unknown-linux-gnu"
HOST = "x86_64-unknown-linux-gnu"
INTERFACES = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Synchronization", "Glibc", "_Builtin_float"]
# Foundation's interface for ARM64 is that of another compiler, and it is not text. The migrator needs the toolchain's parser.
UNAVAILABLE = {"Foundation", "MillraceFoundation", "MillraceMigration"}
LIBRARIES = ["swiftCore", "swiftGlibc", "swift_Concurrency", "swift_StringProcessing", "swiftSynchronization"]


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    if result.returncode != 0:
        errors = [line for line in result.stdout.splitlines() if " error: " in line]
        sys.exit("\n".join(errors) or result.stdout)


def imported(files):
    """The names of the modules that files import without a condition."""
    texts = (file.read_text(encoding="utf-8") for file in files)
    return {name for text in texts for name in re.findall(r"^(?:@?\w+ )*import (\w+)", text, re.MULTILINE)}


def available(files):
    """The files that can be compiled for ARM64 here."""
    return [file for file in files if not UNAVAILABLE & imported([file])]


def used_targets(name, files):
    """The targets in Swift that some files of a target use, in the order of their dependencies."""
    imports = imported(files)
    found = []
    for dependency in targets()[name]["dependencies"]:
        direct = dependency.get("byName", [None])[0]
        if direct in imports and direct in targets() and is_swift(direct) and direct not in macro_targets():
            found += [other for other in [*used_targets(direct, available(sources(direct))), direct] if other not in found]
    return found


class Cross:
    """A compiler for ARM64. Outputs are in a folder for each state of their inputs."""

    def __init__(self, root, cache, output, plugins, header_folders=(), testing=True):
        self.root = root
        # Whether tests may use what is internal in modules, which then is compiled without some optimizations.
        self.testing = testing
        self.output = output
        self.plugins = plugins
        self.key = digest([toolchain_version(), root.name, HERE / "cross.py", *(plugin.parent.name for plugin in plugins.values())])
        self.resources = cache / f"resources-{digest([toolchain_version(), HERE / 'cross.py'])}"
        # Folders whose headers replace those of the package.
        self.header_folders = list(header_folders)
        self.built = {}
        # One for each module, which several suites may need at the same time.
        self.locks = defaultdict(threading.Lock)

    def prepare(self):
        """Makes the resource folder, unless it exists."""
        if self.resources.exists():
            return
        new = self.resources.with_name(f"{self.resources.name}.{os.getpid()}")
        shutil.rmtree(new, ignore_errors=True)
        library = toolchain() / "lib" / "swift"
        (new / "linux" / "aarch64").mkdir(parents=True)
        for name in ["shims", "clang", "host", "apinotes"]:
            (new / name).symlink_to(library / name)
        for name in ["glibc.modulemap", "SwiftGlibc.h"]:
            shutil.copy(library / "linux" / "x86_64" / name, new / "linux" / "aarch64")
        for name in INTERFACES:
            text = (library / "linux" / f"{name}.swiftmodule" / f"{HOST}.swiftinterface").read_text(encoding="utf-8")
            text = text.replace(HOST, TRIPLE)
            # Two functions of a type that ARM64 does not have call functions that it does not have.
            text = re.sub(r"self = _stdlib_(remainderl|squareRootl)\(.*\)", "Builtin.int_trap()", text)
            write(new / "linux" / f"{name}.swiftmodule" / f"{TRIPLE}.swiftinterface", text)
        try:
            new.rename(self.resources)
        except OSError:  # another process was faster
            shutil.rmtree(new)

    @property
    def common(self):
        common = ["-target", TRIPLE, "-sdk", self.root, "-resource-dir", self.resources]
        common += ["-module-cache-path", self.resources / "cache", "-package-name", "millrace", "-suppress-warnings"]
        for module, plugin in self.plugins.items():
            common += ["-load-plugin-executable", f"{plugin}#{module}"]
        return common

    def include_flags(self):
        folders, maps = c_folders()
        folders = list(folders)
        for name, text in maps.items():
            for replacement in self.header_folders:
                if (replacement / f"{name}.h").exists():
                    text = re.sub(r'header ".*"', f'header "{replacement / name}.h"', text)
            folders.append(write(self.output / "maps" / digest([text]) / name / "module.modulemap", text).parent)
        return [flag for folder in folders for flag in ("-I", folder)]

    def compile_c(self, *files, flags=()):
        """The object files of files in C."""
        objects = []
        for file in files:
            object_file = self.output / "c" / digest([self.key, file, *flags]) / f"{file.stem}.o"
            if not object_file.exists():
                object_file.parent.mkdir(parents=True, exist_ok=True)
                new = object_file.with_suffix(".new")
                include = ["-I", toolchain() / "lib" / "swift" / "shims", "-I", file.parent / "include"]
                run([
                    *[toolchain() / "bin" / "clang", f"--target={TRIPLE}", f"--sysroot={self.root}", "-O2", "-fPIC"],
                    *["-Wall", "-Werror", *include, *flags, "-c", file, "-o", new],
                ])  # fmt: skip
                new.rename(object_file)
            objects.append(object_file)
        return objects

    def compile(self, name, files, uses=(), flags=(), optimization="-O"):
        """Compiles a module and returns its folder, with its object file and its module."""
        headers = [header for folder in [*c_folders()[0], *self.header_folders] for header in sorted(folder.rglob("*.h"))]
        headers += [header for target in targets() for header in sorted(module_folder(target).glob("include/*.h"))]
        used = [self.built[other] for other in uses]
        key = digest([self.key, self.testing, name, optimization, *flags, *(folder.name for folder in used), *headers, *files])
        folder = self.output / "modules" / key
        object_file = folder / f"{name}.o"
        with self.locks[name]:
            if not object_file.exists():
                folder.mkdir(parents=True, exist_ok=True)
                new = folder / f"{name}.new.o"
                imports = [flag for other in used for flag in ("-I", other)]
                library = [] if any(file.name == "main.swift" for file in files) else ["-parse-as-library"]
                testing = ["-enable-testing"] if self.testing else []
                module = ["-emit-module", "-emit-module-path", folder / f"{name}.swiftmodule", "-c", "-o", new]
                run([
                    *[toolchain() / "bin" / "swiftc", *self.common, *imports, *self.include_flags(), *flags, *library],
                    *[optimization, "-wmo", *testing, "-module-name", name, *module, *files],
                ])  # fmt: skip
                new.rename(object_file)
            self.built[name] = folder
        return folder

    def compile_target(self, name, optimization="-O", of_others="-O"):
        """Compiles a target of the package, and all that it depends on. Returns the names of the Swift modules."""
        files = available(sources(name))
        used = used_targets(name, files)
        for other in used:
            if other not in self.built:
                self.compile_target(other, of_others, of_others)
        own = [flag for flag in flags(targets()[name]) if flag != "-warnings-as-errors"]
        self.compile(name, files, used, own, optimization)
        return [*used, name]

    def c_objects(self):
        """The object files of the package's modules in C, and what registers the metadata of a program."""
        files = [file for name in targets() if targets()[name]["type"] == "regular" for file in module_folder(name).glob("*.c")]
        return self.compile_c(HERE / "image.c", *sorted(file for file in files if "Sources" in file.parts))

    @property
    def runtime(self):
        """The folder with the libraries of Swift."""
        return self.root / "usr" / "libexec" / "swift" / "lib" / "swift" / "linux"

    def link(self, output, objects, libraries=(), rpath=None, shared=False, options=()):
        """Links object files to a program or to a shared library, which looks for libraries in the folder `rpath`."""
        output.parent.mkdir(parents=True, exist_ok=True)
        system = self.root / "usr" / "lib" / "aarch64-linux-gnu"
        (gcc,) = (self.root / "usr" / "lib" / "gcc" / "aarch64-linux-gnu").iterdir()
        if shared:
            kind = ["-shared", "-z", "defs", "-soname", output.name]
        else:
            kind = ["-pie", "-dynamic-linker", "/lib/ld-linux-aarch64.so.1", system / "Scrt1.o"]
        run([
            *[toolchain() / "bin" / "ld.lld", "-m", "aarch64linux", f"--sysroot={self.root}", "--gc-sections", "-o", output],
            *["-rpath", rpath or self.runtime, *options, *kind, system / "crti.o", gcc / "crtbeginS.o"],
            *[*self.c_objects(), *objects, "-L", self.runtime, "-L", system, "-L", gcc, "--allow-shlib-undefined"],
            *[f"-l{library}" for library in [*LIBRARIES, *libraries, "c", "m", "gcc", "gcc_s"]],
            *[gcc / "crtendS.o", system / "crtn.o"],
        ])  # fmt: skip
        return output

    def objects(self, names):
        return [self.built[name] / f"{name}.o" for name in names]

    def command(self, program):
        """The words that run a program here."""
        return ["qemu-aarch64", "-L", self.root, program]
