"""Builds packages that depend on this one."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def build(folder, product, configuration, *flags, scratch=ROOT / ".build", environment=None, allows_warnings=True):
    """Builds a product of the package in a folder, and returns the path of its program. Exits with the compiler's messages, also for
    a warning in a file of the folder if warnings are not allowed.

    By default it is built where this package is, so that the modules of this package are built once."""
    options = ["-c", configuration, "--package-path", str(folder), "--scratch-path", str(scratch), *flags]
    # Planned anew, because SwiftPM may take the plan that it finds there, which can be that of this package.
    command = ["swift", "build", "--disable-build-manifest-caching", *options, "--product", product]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    warnings = [line for line in result.stdout.splitlines() if "warning:" in line and f"{folder}/" in line]
    if result.returncode != 0 or warnings and not allows_warnings:
        sys.exit(result.stdout + result.stderr)
    show = ["swift", "build", *options, "--show-bin-path"]
    path = subprocess.run(show, capture_output=True, text=True, check=True, env=environment)
    return Path(path.stdout.strip()) / product


def module_maps(build):
    """The module maps of the C targets of the library, which the compiler needs beside the modules in the folder of a build."""
    return [build / f"{name}.build" / "module.modulemap" for name in ("CAtomicPointer", "CByteMask", "CThreadStack")]


def update(path, text):
    """Writes a file if it is not the same already, so that only what has changed is compiled."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
