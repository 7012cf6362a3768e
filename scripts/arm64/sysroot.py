"""The C library and the Swift runtime of Debian for arm64, in a folder outside of the repository."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from macro_plugin import digest

# Debian's first release with Swift for arm64 that keeps up with the toolchain.
SUITE = "sid"
PACKAGES = [
    *["libc6", "libc6-dev", "linux-libc-dev", "libgcc-s1", "libstdc++6", "libswiftlang"],
    *["zlib1g", "zlib1g-dev", "libzstd1", "libzstd-dev", "liblz4-1", "libxxhash0", "liblz4-dev", "libxxhash-dev"],
    *["libsnappy1v5", "libsnappy-dev", "libbrotli1", "libbrotli-dev"],
    *["libsqlite3-0", "libsqlite3-dev", r"libgcc-(\d+)-dev"],
]
# An expression stands for the package with the highest number.
PYTHON = [rf"{name}3\.(\d+)-{part}" for name, part in [("python", "minimal"), ("libpython", "minimal"), ("libpython", "stdlib")]]
PYTHON += ["libexpat1", r"libffi(\d+)"]
RUBY = [r"ruby3\.(\d+)-dev"]


class Unavailable(Exception):
    """The packages cannot be downloaded here."""


def cache_folder():
    folder = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(folder) / "millrace" / "arm64"


def mirror():
    """The mirror of Debian in apt's sources."""
    command = ["apt-get", "indextargets", "--format", "$(ORIGIN)|$(LABEL)|$(REPO_URI)", "Created-By: Packages"]
    try:
        lines = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout.splitlines()
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unavailable("there is no apt-get") from error
    for line in lines:
        origin, label, uri = line.split("|")
        if origin == label == "Debian":
            return uri
    raise Unavailable("apt has no mirror of Debian; run apt-get update")


def run(command, **options):
    result = subprocess.run(command, capture_output=True, encoding="utf-8", **options)
    if result.returncode != 0:
        raise Unavailable(f"{command[0]} failed: {result.stderr.strip()}")
    return result.stdout


def download(folder, packages):
    """Downloads packages to a folder, with lists and settings of apt's in another one."""
    state = folder.with_name("apt")
    for part in ["lists/partial", "cache/archives/partial"]:
        (state / part).mkdir(parents=True, exist_ok=True)
    sources = state / "sources.list"
    sources.write_text(f"deb {mirror()} {SUITE} main\n")
    options = {
        "Dir::Etc::SourceList": sources,
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State": state,
        "Dir::State::Lists": state / "lists",
        "Dir::State::Status": "/dev/null",
        "Dir::Cache": state / "cache",
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "APT::Sandbox::User": "",
        "Debug::NoLocking": "1",
    }
    apt = ["apt-get", "-qq", *(argument for name, value in options.items() for argument in ("-o", f"{name}={value}"))]
    run([*apt, "update"])
    folder.mkdir(parents=True, exist_ok=True)
    names = run(["apt-cache", *apt[2:], "pkgnames"]).split()
    if not names:
        raise Unavailable(f"{mirror()} does not answer")
    run([*apt, "download", *(highest(package, names) for package in packages)], cwd=folder)


def highest(package, names):
    """The name of a package, which may be an expression with a number."""
    if "(" not in package:
        return package
    versions = {int(match[1]): name for name in names if (match := re.fullmatch(package, name))}
    if not versions:
        raise Unavailable(f"Debian has no package {package}")
    return versions[max(versions)]


def unpacked(name, packages):
    """The folder with the files of packages. Downloads them unless it exists."""
    cache = cache_folder()
    folder = cache / f"{name}-{digest([SUITE, *packages])}"
    if folder.exists():
        return folder
    new = folder.with_name(f"{folder.name}.{os.getpid()}")
    downloads = new / "packages"
    try:
        download(downloads, packages)
        for package in sorted(downloads.glob("*.deb")):
            run(["dpkg-deb", "-x", package, new])
        (new / "lib").symlink_to("usr/lib")
        for unneeded in [new / "usr" / "share", downloads, new / "apt"]:
            shutil.rmtree(unneeded, ignore_errors=True)
        new.rename(folder)
    except OSError:
        if not folder.exists():  # no other process was faster
            raise
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return folder


def root():
    """The folder with the C library, the Swift runtime and what the library is linked to."""
    return unpacked("root", PACKAGES)


def python():
    """The folder with an interpreter of Python."""
    return unpacked("python", PYTHON)


def ruby():
    """The folder with the headers of Ruby."""
    return unpacked("ruby", RUBY)
