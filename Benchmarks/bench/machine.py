"""What a benchmark ran on."""

import datetime
import platform
import shutil
import subprocess


def describe():
    date = datetime.date.today().isoformat()
    return {"machine": platform.platform(), "swift": swift_version(), "date": date}


def swift_version():
    swift = shutil.which("swift")
    if swift is None:
        return "unknown"
    result = subprocess.run([swift, "--version"], capture_output=True, text=True, check=False)
    return next((line for line in result.stdout.splitlines() if "Swift version" in line), "unknown")
