"""Builds the macro's compiler plug-in without SwiftPM, for checks that call the compiler themselves.

The plug-in runs in this machine's compiler, whatever the target is. It is built once for each state of its sources.
"""

import hashlib
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".build" / "plugin"
MODULES = ["NameWords", "MillraceSyntax", "MillraceMacros"]


def toolchain():
    """The folder above `bin` of the toolchain that runs."""
    path = subprocess.run(["swiftc", "-print-target-info"], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout
    # The resource folder is usr/lib/swift.
    return Path(path.split('"runtimeResourcePath": "')[1].split('"')[0]).parent.parent


def toolchain_version():
    return subprocess.run(["swiftc", "--version"], capture_output=True, check=True, encoding="utf-8").stdout


def sources(module):
    return sorted((ROOT / "Sources" / module).rglob("*.swift"))


def digest(parts):
    """A hash of texts and of the contents of files."""
    hash = hashlib.sha256()
    for part in parts:
        hash.update(part.read_bytes() if isinstance(part, Path) else str(part).encode())
        hash.update(b"\0")
    return hash.hexdigest()[:20]


def build():
    """The path of the plug-in."""
    key = digest([toolchain_version(), Path(__file__), *(source for module in MODULES for source in sources(module))])
    folder = FOLDER / key
    plugin = folder / "MillraceMacros"
    if plugin.exists():
        return plugin
    folder.mkdir(parents=True, exist_ok=True)
    host = toolchain() / "lib" / "swift" / "host"
    common = ["-package-name", "millrace", "-swift-version", "6", "-parse-as-library", "-Onone", "-wmo"]
    common += ["-I", host, "-I", folder, "-module-cache-path", FOLDER / "cache"]
    for module in MODULES[:-1]:
        output = ["-emit-module-path", folder / f"{module}.swiftmodule", "-o", folder / f"lib{module}.a"]
        library = ["swiftc", "-emit-module", "-emit-library", "-static", "-module-name", module, *common, *output]
        subprocess.run([*library, *sources(module)], check=True)
    link = ["-L", folder, *(f"-l{module}" for module in reversed(MODULES[:-1]))]
    link += ["-L", host, "-Xlinker", "-rpath", "-Xlinker", host]
    temporary = folder / "MillraceMacros.new"
    program = ["swiftc", "-module-name", MODULES[-1], *common, "-o", temporary, *sources(MODULES[-1]), *link]
    subprocess.run(program, check=True)
    temporary.rename(plugin)
    return plugin


if __name__ == "__main__":
    print(build())
