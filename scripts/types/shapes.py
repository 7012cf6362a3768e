#!/usr/bin/env python3
"""Compiles the declarations in Tests/Shapes in Swift 5 and 6, with and without the default isolation MainActor, and runs them.

usage: scripts/types/shapes.py [--configuration debug|release]

A warning is an error, also in what the macro generates.
"""

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))

from swift_package import ROOT, build, update

SHAPES = ROOT / "Tests" / "Shapes"
FOLDER = ROOT / ".build" / "shapes"
VARIANTS = {
    "Swift5": ".swiftLanguageMode(.v5)",
    "Swift5OnMainActor": ".swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)",
    "Swift6": ".swiftLanguageMode(.v6)",
    "Swift6OnMainActor": ".swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)",
}


def write_package():
    """Writes a package with a program for each variant."""
    targets = ""
    for name, settings in VARIANTS.items():
        for source in SHAPES.glob("*.swift"):
            update(FOLDER / "Sources" / name / source.name, source.read_text(encoding="utf-8"))
        targets += f"""    .executableTarget(
      name: "{name}",
      dependencies: [
        .product(name: "Millrace", package: "millrace"), .product(name: "MillraceFoundation", package: "millrace"),
      ],
      swiftSettings: [{settings}]),
"""
    update(FOLDER / "Package.swift", f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Shapes",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "{ROOT}")],
  targets: [
{targets}  ]
)
""")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--configuration", choices=["debug", "release"], default="debug")
    chosen = parser.parse_args()
    write_package()
    for name in VARIANTS:
        program = build(FOLDER, name, chosen.configuration, allows_warnings=False)
        result = subprocess.run([program], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            sys.exit(f"{name}: status {result.returncode}\n{result.stderr}")
        print(f"{name}: {result.stdout.strip()}")


if __name__ == "__main__":
    main()
