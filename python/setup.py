"""Builds the native library before the package, and tags the wheel with the platform that the library needs.

MILLRACE_PLATFORM is the name of another platform, such as `linux_aarch64`, for which the libraries in the folder of the package
were built before.
"""

import os
import re
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

FOLDER = Path(__file__).resolve().parent
OTHER_PLATFORM = os.environ.get("MILLRACE_PLATFORM")


class BuildWithLibrary(build_py):
    def run(self):
        if not OTHER_PLATFORM:
            subprocess.run([str(FOLDER / "build-library")], check=True)
        super().run()


class PlatformWheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        _, _, platform = super().get_tag()
        platform = OTHER_PLATFORM or platform
        libraries = list((FOLDER / "millrace").glob("lib*.so"))
        if platform.startswith("linux_") and libraries:
            # They run where the C library is as new as the newest symbols that they need.
            needed = b"".join(library.read_bytes() for library in libraries)
            newest = max(int(version) for version in re.findall(rb"GLIBC_2\.(\d+)\0", needed))
            platform = platform.replace("linux_", f"manylinux_2_{newest}_", 1)
        return "py3", "none", platform


class NativeDistribution(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel}, distclass=NativeDistribution)
