"""The programs of the cold start: building and inspecting them."""

import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from ColdStart import generate

from bench.contenders import ContenderError

# The published benchmark's program had 70,320 records. One of fewer types is filled up to this number.
PUBLISHED_RECORDS = 70_000


class Programs:
    """The package of one number of models, and what its builds took."""

    def __init__(self, models, folder: Path, variants):
        self.models = models
        self.folder = folder
        self.variants = variants
        # For each variant's name: the costs of its build, and its records.
        self.facts_file = folder / "facts.json"
        self.facts = {}

    def path(self, name):
        return self.folder / ".build" / "release" / name

    def build_all(self, anew=True):
        """Builds the programs without filler, and then those with filler.

        `anew`: whether each set of models is built from nothing. Only then is it known what that takes; otherwise what
        it took the last time counts.
        """
        earlier = {} if anew else self.earlier_facts()
        self.facts_file.unlink(missing_ok=True)
        generate.generate(self.models, self.folder, self.variants)
        announce("what the programs have in common")
        self.build("--target", generate.FOUNDATIONS)
        costs = {}
        for variant in self.variants:
            announce(variant.name)
            # Two variants may have the same models, which only the first of them compiles.
            is_compiled = anew and variant.models.name not in costs
            if is_compiled:
                self.forget(variant.models)
            cost = self.build("--product", variant.name)
            if is_compiled:
                costs[variant.models.name] = cost
            known = costs.get(variant.models.name) or earlier.get(variant.name, {})
            self.facts[variant.name] = known | self.facts_of(variant.name)
        self.build_filled()
        self.facts_file.write_text(json.dumps(self.facts, indent=1), encoding="utf-8")

    def build_filled(self):
        records = {name: facts["records"] for name, facts in self.facts.items()}
        total = max(PUBLISHED_RECORDS, *records.values())
        generate.generate(
            self.models, self.folder, self.variants, {name: total - count for name, count in records.items()}
        )
        for variant in self.variants:
            name = generate.filled(variant)
            announce(name)
            self.build("--product", name)
            self.facts[name] = self.facts_of(name)
            if (found := self.facts[name]["records"]) != total:
                raise ContenderError(f"{name} was to have {total} records and has {found}")

    def earlier_facts(self):
        return json.loads(self.facts_file.read_text(encoding="utf-8")) if self.facts_file.exists() else {}

    def load_facts(self):
        """The programs that an earlier run built."""
        self.facts = self.earlier_facts()
        if missing := [variant.name for variant in self.variants if variant.name not in self.facts]:
            raise ContenderError(f"not built: {', '.join(missing)}")

    def forget(self, models):
        """Has a set of models compiled anew."""
        release = self.path("")
        for module in generate.module_names(models, self.models):
            # The folder has files of the build's plan as well, which is not made again.
            for file in [*(release / f"{module}.build").glob("*.o"), *(release / "Modules").glob(f"{module}.*")]:
                file.unlink()

    def build(self, *what):
        """The processor time of a build in seconds, its duration, and the peak memory of its largest process in bytes."""
        command = ["swift", "build", "--configuration", "release", "--package-path", str(self.folder), *what]
        with tempfile.TemporaryFile() as log:
            start = time.monotonic()
            process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            duration = time.monotonic() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode != 0:
                log.seek(0)
                raise ContenderError(f"{' '.join(command)}:\n{log.read().decode(errors='replace')[-2000:]}")
        scale = 1024 if os.uname().sysname == "Linux" else 1
        return {
            "build processor seconds": usage.ru_utime + usage.ru_stime,
            "build seconds": duration,
            "build peak bytes": usage.ru_maxrss * scale,
        }

    def facts_of(self, name):
        program = self.path(name)
        return {"records": records(program), "coding keys": coding_keys(program), "bytes": stripped_size(program)}


def announce(what):
    print(f"building {what}")


def audit(program: Path):
    """The result of `millrace audit` for a binary."""
    tool = Path(__file__).resolve().parent.parent / ".build" / "release" / "millrace"
    result = subprocess.run([tool, "audit", program, "--json"], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise ContenderError(f"millrace audit {program}: {result.stderr.strip()}")
    return json.loads(result.stdout)["binaries"][0]


def coding_keys(program: Path):
    return len(audit(program)["codingKeys"])


def records(program: Path):
    """The conformance records of a binary, which the audit and `readelf` must agree on."""
    audited = audit(program)["conformances"]
    if shutil.which("readelf"):
        headers = subprocess.run(["readelf", "-SW", program], capture_output=True, text=True, check=True).stdout
        section = next(line.split("]")[1].split() for line in headers.splitlines() if "swift5_protocol_conformances" in line)
        if (found := int(section[4], 16) // 4) != audited:
            raise ContenderError(f"{program}: the audit counts {audited} records, and readelf {found}")
    return audited


def stripped_size(program: Path):
    with tempfile.TemporaryDirectory() as folder:
        stripped = Path(folder) / "stripped"
        subprocess.run(["strip", "-o", stripped, program], check=True)
        return stripped.stat().st_size
