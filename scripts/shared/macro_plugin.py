"""Builds compiler plug-ins with macros without SwiftPM, for checks that call the compiler themselves.

A plug-in runs in this machine's compiler, whatever the target is. It is built once for each state of its sources.
"""

import hashlib
import json
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build" / "plugin"


@cache
def toolchain():
    """The folder `usr` of the toolchain that runs."""
    information = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True, encoding="utf-8")
    return Path(json.loads(information.stdout)["paths"]["runtimeResourcePath"]).parent.parent


@cache
def toolchain_version():
    return subprocess.run(["swiftc", "--version"], capture_output=True, check=True, encoding="utf-8").stdout


def digest(parts):
    """A hash of texts and of the contents of files."""
    hash = hashlib.sha256()
    for part in parts:
        hash.update(part.read_bytes() if isinstance(part, Path) else str(part).encode())
        hash.update(b"\0")
    return hash.hexdigest()[:20]


def build(*modules):
    """The path of a plug-in that is made of the modules in these folders: libraries, and the program that uses them."""
    sources = {module.name: sorted(module.rglob("*.swift")) for module in modules}
    *libraries, program = sources
    key = digest([toolchain_version(), Path(__file__), *(source for each in sources.values() for source in each)])
    folder = FOLDER / key
    plugin = folder / program
    if plugin.exists():
        return plugin
    folder.mkdir(parents=True, exist_ok=True)
    host = toolchain() / "lib" / "swift" / "host"
    common = ["-package-name", "millrace", "-swift-version", "6", "-parse-as-library", "-Onone", "-wmo"]
    common += ["-I", host, "-I", folder, "-module-cache-path", FOLDER / "cache"]
    for module in libraries:
        output = ["-emit-module-path", folder / f"{module}.swiftmodule", "-o", folder / f"lib{module}.a"]
        library = ["swiftc", "-emit-module", "-emit-library", "-static", "-module-name", module, *common, *output]
        subprocess.run([*library, *sources[module]], check=True)
    link = ["-L", folder, *(f"-l{module}" for module in reversed(libraries))]
    link += ["-L", host, "-Xlinker", "-rpath", "-Xlinker", host]
    new = folder / f"{program}.new"
    subprocess.run(["swiftc", "-module-name", program, *common, "-o", new, *sources[program], *link], check=True)
    new.rename(plugin)
    return plugin


def build_macros():
    """The path of the plug-in with the macros of this package."""
    return build(*(ROOT / "Sources" / name for name in ["NameWords", "MillraceSyntax", "MillraceMacros"]))
