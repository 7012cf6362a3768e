"""Counts the instructions that the jobs of Tests/Instructions take on ARM64."""

import os
import subprocess
import sys
from pathlib import Path

from macro_plugin import digest
from modules import ROOT

HERE = Path(__file__).resolve().parent


def plugin(folder):
    """The plug-in of the emulator, built once for each state of its source."""
    source = HERE / "count.c"
    path = folder / f"count-{digest([source])}.so"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        warnings = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]
        subprocess.run(["cc", *warnings, "-shared", "-fPIC", "-O2", "-o", path, source], check=True)
    return path


def count_jobs(cross):
    """The jobs that need no Foundation, with their instructions."""
    modules = cross.compile_target("Instructions")
    program = cross.link(cross.output / "programs" / "Instructions", cross.objects(modules), ["z", "zstd", "lz4", "snappy", "brotlidec", "brotlienc", "brotlicommon"])
    command = cross.command(program)
    names = subprocess.run([*command, "--list"], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout.splitlines()
    emulator, *words = command
    counting = [emulator, "-plugin", f"file={plugin(cross.output)}", "-d", "plugin", *words]
    environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    result = subprocess.run([*counting, ROOT / "Data", *names], capture_output=True, encoding="utf-8", env=environment)
    counts = [int(line) for line in result.stderr.splitlines() if line.isdigit()]
    if result.returncode != 0 or len(counts) != len(names):
        sys.exit(f"the instructions of {len(counts)} of {len(names)} jobs were counted\n{result.stderr}")
    return dict(zip(names, counts))
