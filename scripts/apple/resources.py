"""Makes a resource folder for Apple's platforms of the running toolchain's interfaces and the stubs beside this file.

The text interfaces of the standard library in a toolchain for Linux contain the availability on Apple's platforms. Compiled under
an Apple triple, without the bodies of functions, they are modules that the same compiler checks availability with.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from platforms import OLDEST

HERE = Path(__file__).resolve().parent
INTERFACES = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Darwin", "Synchronization"]
STUBS = ["Foundation"]
# Headers of C libraries that are in Apple's SDKs, or come from elsewhere, with the headers that they include.
HEADERS = ["sqlite3.h", "zlib.h", "zconf.h", "zstd.h", "zstd_errors.h", "lz4.h", "lz4frame.h",
           "snappy-c.h", "brotli/decode.h", "brotli/encode.h", "brotli/port.h", "brotli/types.h"]
LINUX = "x86_64-unknown-linux-gnu"


def inputs():
    """The files that determine what is made."""
    return sorted(path for path in HERE.rglob("*") if path.is_file() and path.suffix != ".pyc")


class Resources:
    """The resource folder of one target in a folder of the cache. It appears when it is complete."""

    def __init__(self, cache, toolchain, target):
        self.cache = cache
        self.toolchain = toolchain
        self.target = target
        self.folder = cache / f"resources-{target.module_triple}"

    def flags(self, version):
        """The flags of the compiler for a version of the platform."""
        return self._flags(self.folder, version)

    def _flags(self, folder, version):
        return [
            *["-target", self.target.triple(version), "-sdk", folder / "sdk", "-resource-dir", folder],
            *["-I", folder / "shims", "-I", folder / "stubs" / "Darwin", "-I", folder / "stubs" / "SQLite"],
            *["-I", folder / "headers"],
            *["-module-cache-path", self.cache / "clang", "-disable-objc-interop"],
        ]

    def prepare(self):
        """Makes the folder unless it exists."""
        if self.folder.exists():
            return
        new = self.folder.with_name(f"{self.folder.name}.{os.getpid()}")
        shutil.rmtree(new, ignore_errors=True)
        modules = new / self.target.folder
        modules.mkdir(parents=True)
        library = self.toolchain / "lib" / "swift"
        for name in ["shims", "clang", "host"]:
            (new / name).symlink_to(library / name)
        (new / "stubs").symlink_to(HERE)
        (new / "sdk").mkdir()
        (new / "sdk" / "SDKSettings.json").write_text(self.target.sdk_settings())
        (new / "headers").mkdir()
        for header in HEADERS:
            copy = new / "headers" / header
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path("/usr/include") / header, copy)
        flags = self._flags(new, OLDEST[self.target.platform])
        for name in INTERFACES:
            if name == "Darwin":
                overlay = ["-emit-module", "-parse-as-library", HERE / "Darwin" / "Darwin.swift"]
                self._compile(name, modules, [*overlay, *flags])
            else:
                self._compile_interface(name, modules, library, flags)
        for name in STUBS:
            self._compile(name, modules, ["-compile-module-from-interface", HERE / f"{name}.swiftinterface", *flags])
        # Another process may have made the same.
        try:
            new.rename(self.folder)
        except OSError:
            shutil.rmtree(new)

    def _compile_interface(self, name, modules, library, flags):
        text = (library / "linux" / f"{name}.swiftmodule" / f"{LINUX}.swiftinterface").read_text(encoding="utf-8")
        # A declaration that deploys back is available from the version in its other attribute on. Its body is not in the interface.
        text = re.sub(r"@backDeployed\(before:[^)]*\)[ \t]*", "", text)
        text = text.replace("import Glibc", "import Darwin").replace(f"-target {LINUX} ", "")
        # Associated types with defaults of a later version would be errors; bodies are not needed, and take most of the time.
        text = text.replace(" -O ", " -Onone -experimental-skip-all-function-bodies -disable-availability-checking ", 1)
        interface = modules / f"{name}.swiftinterface"
        interface.write_text(text, encoding="utf-8")
        standard = ["-parse-stdlib"] if name == "Swift" else []
        self._compile(name, modules, [*standard, "-compile-module-from-interface", interface, *flags])
        interface.unlink()

    def _compile(self, name, modules, arguments):
        folder = modules / f"{name}.swiftmodule"
        folder.mkdir()
        output = folder / f"{self.target.module_triple}.swiftmodule"
        command = [self.toolchain / "bin" / "swift-frontend", *arguments, "-module-name", name, "-o", output]
        result = subprocess.run(command, capture_output=True, encoding="utf-8")
        if result.returncode != 0:
            raise RuntimeError(f"the module {name} for {self.target.name} does not compile:\n{result.stderr}")
