"""The packages that contenders import are among those that are installed. Run with: python3 -m unittest discover Benchmarks"""

import ast
import re
import sys
import unittest
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[2] / "Python"
SCRIPT = PYTHON.parent.parent / "scripts" / "bench"


def imported(program):
    """The top-level modules that a program imports."""
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.split(".")[0]


class Packages(unittest.TestCase):
    def test_contenders_import_what_is_installed(self):
        installed = re.search(r"\.build/peers\" \$\(pinned (.*)\)", SCRIPT.read_text()).group(1).split()
        for path in PYTHON.glob("*.py"):
            for module in set(imported(path.read_text())) - set(sys.stdlib_module_names) - {"bench"}:
                with self.subTest(program=path.name):
                    self.assertIn(module, installed)


if __name__ == "__main__":
    unittest.main()
