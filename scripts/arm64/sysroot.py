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
    *["zlib1g", "zlib1g-dev", "libzstd1", "libzstd-dev", "liblz4-1", "libxxhash0", "liblz4-dev"],
    *["libsqlite3-0", "libsqlite3-dev"],
]


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


def download(folder):
    """Downloads the packages to a folder, with lists and settings of apt's in another one."""
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
    # The version of the compiler is in the name of the package with its library.
    names = run(["apt-cache", *apt[2:], "pkgnames", "libgcc-"]).split()
    versions = [int(match[1]) for name in names if (match := re.fullmatch(r"libgcc-(\d+)-dev", name))]
    run([*apt, "download", *PACKAGES, f"libgcc-{max(versions)}-dev"], cwd=folder)


def root():
    """The folder with the unpacked packages. Downloads them unless it exists."""
    cache = cache_folder()
    folder = cache / f"root-{digest([Path(__file__)])}"
    if folder.exists():
        return folder
    packages = cache / "packages"
    shutil.rmtree(packages, ignore_errors=True)
    download(packages)
    new = folder.with_name(f"{folder.name}.{os.getpid()}")
    new.mkdir()
    for package in sorted(packages.glob("*.deb")):
        run(["dpkg-deb", "-x", package, new])
    (new / "lib").symlink_to("usr/lib")
    for unneeded in [new / "usr" / "share", packages, cache / "apt"]:
        shutil.rmtree(unneeded)
    try:
        new.rename(folder)
    except OSError:  # another process was faster
        shutil.rmtree(new)
    return folder
