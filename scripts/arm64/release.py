"""Builds the files of a release for Linux on ARM64: the tool and the wheel of the Python package.

Debian has no archives of the Swift runtime, so its shared libraries are beside the tool and in the wheel. All else is linked
statically, except for the C and C++ libraries of the system.
"""

import os
import re
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path

from modules import ROOT

PYTHON = ROOT / "python"
PLATFORM = "linux-aarch64"
ARCHIVES = [":libsqlite3.a", ":libz.a", ":libzstd.a", ":liblz4.a", ":libsnappy.a", ":libbrotlidec.a",
            ":libbrotlienc.a", ":libbrotlicommon.a", ":libxxhash.a"]
LINKING = ["--as-needed", "-s"]


def version():
    return tomllib.loads((PYTHON / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def needed_libraries(file):
    """The names of the libraries that a program or a library needs."""
    result = subprocess.run(["readelf", "-d", file], stdout=subprocess.PIPE, check=True, encoding="utf-8")
    return re.findall(r"\(NEEDED\).*\[(.*)\]", result.stdout)


def runtime_libraries(cross, file):
    """The libraries of the Swift runtime that a program or a library needs, and those that they need."""
    found = []
    remaining = [file]
    while remaining:
        for name in needed_libraries(remaining.pop()):
            library = cross.runtime / name
            if library.exists() and library not in found:
                found.append(library)
                remaining.append(library)
    return sorted(found)


def link_with_runtime(cross, name, target, runtime, shared=False, options=()):
    """Links a target of the package in a folder of its own, with the libraries that it needs in the folder `runtime` in it."""
    folder = cross.output / "release" / target
    shutil.rmtree(folder, ignore_errors=True)
    objects = cross.objects(cross.compile_target(target))
    output = cross.link(folder / name, objects, ARCHIVES, f"$ORIGIN/{runtime}".rstrip("/"), shared, [*LINKING, *options])
    (folder / runtime).mkdir(exist_ok=True)
    for library in runtime_libraries(cross, output):
        shutil.copy(library, folder / runtime)
    return folder


def build_tool(cross, destination):
    """The archive with the program `millrace` and a folder `lib`."""
    folder = link_with_runtime(cross, "millrace", "MillraceTool", "lib")
    path = destination / f"millrace-{version()}-{PLATFORM}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for part in sorted(folder.iterdir()):
            archive.add(part, part.name, filter=owned_by_root)
    return path


def owned_by_root(member):
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    return member


def build_wheel(cross, destination):
    """The wheel, built by the package's own `setup.py` in a copy of its folder that has the libraries."""
    exports = cross.output / "release" / "millrace.exports"
    exports.parent.mkdir(parents=True, exist_ok=True)
    exports.write_bytes(subprocess.run([PYTHON / "exports"], stdout=subprocess.PIPE, check=True).stdout)
    libraries = link_with_runtime(cross, "libmillrace.so", "MillraceC", "", True, [f"--version-script={exports}"])
    copy = cross.output / "release" / "python"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(PYTHON, copy, ignore=shutil.ignore_patterns("build", "dist", "*.egg-info", "__pycache__", "lib*.so"))
    shutil.copytree(libraries, copy / "millrace", dirs_exist_ok=True)
    built = cross.output / "release" / "wheel"
    environment = os.environ | {"MILLRACE_PLATFORM": PLATFORM.replace("-", "_")}
    subprocess.run([ROOT / "scripts" / "build-wheel.sh", built, copy], stdout=subprocess.DEVNULL, check=True, env=environment)
    (wheel,) = built.iterdir()
    return Path(shutil.copy(wheel, destination))
