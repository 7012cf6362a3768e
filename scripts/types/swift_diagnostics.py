"""The diagnostics of the Swift compiler with their fix-its, read from the files that it serializes them to."""

import ctypes
import json
import pathlib
import subprocess
import sys
from dataclasses import dataclass, field

SEVERITIES = ("ignored", "note", "warning", "error", "fatal")


@dataclass
class FixIt:
    """The replacement of a range of bytes."""

    file: str
    start: int
    end: int
    text: str


@dataclass
class Diagnostic:
    file: str
    line: int
    severity: str
    text: str
    fix_its: list = field(default_factory=list)
    notes: list = field(default_factory=list)


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


class _Location(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p * 2), ("number", ctypes.c_uint)]


class _Range(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p * 2), ("start", ctypes.c_uint), ("end", ctypes.c_uint)]


_RESULTS = {
    "clang_loadDiagnostics": ctypes.c_void_p,
    "clang_getDiagnosticInSet": ctypes.c_void_p,
    "clang_getChildDiagnostics": ctypes.c_void_p,
    "clang_getDiagnosticSpelling": _Text,
    "clang_getDiagnosticLocation": _Location,
    "clang_getDiagnosticFixIt": _Text,
    "clang_getRangeStart": _Location,
    "clang_getRangeEnd": _Location,
    "clang_getCString": ctypes.c_char_p,
    "clang_getFileName": _Text,
}


def _library():
    """libclang of the Swift toolchain, which reads the files."""
    information = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout
    folder = pathlib.Path(json.loads(information)["paths"]["runtimeResourcePath"]).parent
    library = ctypes.CDLL(str(folder / ("libclang.dylib" if sys.platform == "darwin" else "libclang.so")))
    for name, result in _RESULTS.items():
        getattr(library, name).restype = result
    return library


class DiagnosticsReader:
    def __init__(self):
        self._library = _library()

    def read(self, path):
        """The errors and warnings of a file of diagnostics, with their notes."""
        code, message = ctypes.c_int(), _Text()
        arguments = str(path).encode(), ctypes.byref(code), ctypes.byref(message)
        diagnostics = self._library.clang_loadDiagnostics(*arguments)
        if not diagnostics:
            sys.exit(f"cannot read {path}: {self._text(message)}")
        return self._all(diagnostics)

    def _all(self, diagnostics):
        diagnostics = ctypes.c_void_p(diagnostics)
        count = self._library.clang_getNumDiagnosticsInSet(diagnostics)
        return [self._diagnostic(self._library.clang_getDiagnosticInSet(diagnostics, index)) for index in range(count)]

    def _diagnostic(self, diagnostic):
        diagnostic = ctypes.c_void_p(diagnostic)
        file, line, _ = self._place(self._library.clang_getDiagnosticLocation(diagnostic))
        severity = SEVERITIES[self._library.clang_getDiagnosticSeverity(diagnostic)]
        text = self._text(self._library.clang_getDiagnosticSpelling(diagnostic))
        count = self._library.clang_getDiagnosticNumFixIts(diagnostic)
        fix_its = [self._fix_it(diagnostic, index) for index in range(count)]
        notes = self._library.clang_getChildDiagnostics(diagnostic)
        return Diagnostic(file, line, severity, text, fix_its, self._all(notes) if notes else [])

    def _fix_it(self, diagnostic, index):
        range = _Range()
        text = self._text(self._library.clang_getDiagnosticFixIt(diagnostic, index, ctypes.byref(range)))
        file, _, start = self._place(self._library.clang_getRangeStart(range))
        return FixIt(file, start, self._place(self._library.clang_getRangeEnd(range))[2], text)

    def _place(self, location):
        file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
        results = (ctypes.byref(result) for result in (file, line, column, offset))
        self._library.clang_getFileLocation(location, *results)
        name = self._text(self._library.clang_getFileName(file)) if file else ""
        return name, line.value, offset.value

    def _text(self, text):
        data = self._library.clang_getCString(text)
        return data.decode() if data else ""


def applied(fix_its, source):
    """A source after fix-its, whose ranges are in bytes."""
    data = source.encode()
    for fix_it in sorted(fix_its, key=lambda fix_it: fix_it.start, reverse=True):
        data = data[: fix_it.start] + fix_it.text.encode() + data[fix_it.end :]
    return data.decode()
