"""Apple's platforms: their names in triples and folders, and the versions that are checked."""

import json
from dataclasses import dataclass

LATEST = "26.0"
# The stubs and the standard library can be used from these versions on.
OLDEST = {"macOS": "10.13", "iOS": "12.0", "tvOS": "12.0", "watchOS": "5.0", "visionOS": "1.0"}
# Apple's versions of visionOS for those of iOS: availability on iOS applies to visionOS through them, as in Apple's SDK. Versions
# before the first one are in all versions of visionOS.
VISIONOS = {
    **{f"17.{minor}": f"1.{max(minor - 3, 0)}" for minor in range(7)},
    **{f"{ios}.{minor}": f"{visionos}.{minor}" for ios, visionos in [(18, 2), (26, 26)] for minor in range(7)},
}


def number(version):
    """Versions in the order of these numbers."""
    return [int(part) for part in version.split(".")]


@dataclass(frozen=True)
class Target:
    """A platform with an architecture. Modules for it are emitted once, and checked for several versions."""

    platform: str  # as in messages of the compiler
    architecture: str
    folder: str  # of its modules in the resource folder
    system: str  # in triples
    environment: str = ""  # of a simulator

    @property
    def name(self):
        return f"{self.platform} {'simulator ' if self.environment else ''}{self.architecture}"

    @property
    def module_triple(self):
        return f"{self.architecture}-apple-{self.system}{self.environment}"

    def triple(self, version):
        return f"{self.architecture}-apple-{self.system}{version}{self.environment}"

    def minimum(self, minimums):
        """The lowest version of a manifest that this architecture has."""
        lowest = minimums[self.platform.lower()]
        first = {"macOS arm64": "11.0", "watchOS arm64": LATEST}.get(self.name, lowest)
        return max(lowest, first, key=number)

    def sdk_settings(self):
        settings = {
            "CanonicalName": f"{self.folder}{LATEST}",
            "Version": LATEST,
            "MaximumDeploymentTarget": f"{LATEST}.99",
            "SupportedTargets": {},
        }
        if self.platform == "visionOS":
            settings["VersionMap"] = {"iOS_visionOS": VISIONOS}
        return json.dumps(settings)


TARGETS = [
    Target("macOS", "x86_64", "macosx", "macos"),
    Target("iOS", "arm64", "iphoneos", "ios"),
    Target("tvOS", "arm64", "appletvos", "tvos"),
    # Devices before watchOS 26 have 32 bits (arm64_32), for which the toolchain has no interface.
    Target("watchOS", "x86_64", "watchsimulator", "watchos", "-simulator"),
    Target("visionOS", "arm64", "xros", "xros"),
    Target("macOS", "arm64", "macosx", "macos"),
    Target("iOS", "x86_64", "iphonesimulator", "ios", "-simulator"),
    Target("watchOS", "arm64", "watchos", "watchos"),
]
# Checked by default: both architectures, the platforms with the most users at two versions, and the others at their minimum.
DEFAULT = TARGETS[:5]
AT_LATEST = TARGETS[:2]
