"""The native library, and the structures of Arrow's C interfaces that are passed on."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from pathlib import Path
from typing import Any


class MillraceError(ValueError):
    """Input that cannot be read, with the file, the line and the column, or options that cannot be honored."""


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


class ArrowArrayStream(ctypes.Structure):
    pass


def _release(structure: type) -> Any:
    return ctypes.CFUNCTYPE(None, ctypes.POINTER(structure))


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.POINTER(ArrowSchema)),
    ("release", _release(ArrowSchema)),
    ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.c_void_p),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", _release(ArrowArray)),
    ("private_data", ctypes.c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowArrayStream), ctypes.POINTER(ArrowSchema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowArrayStream), ctypes.POINTER(ArrowArray))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(ArrowArrayStream))),
    ("release", _release(ArrowArrayStream)),
    ("private_data", ctypes.c_void_p),
]

# What x86-64-v3 requires (System V ABI for x86-64, table 3.1), in Linux's words.
_V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}


def _path() -> Path:
    """The library for this processor."""
    folder = Path(__file__).parent
    if sys.platform == "darwin":
        return folder / "libmillrace.dylib"
    wider = folder / "libmillrace-x86-64-v3.so"
    if wider.exists():
        try:
            with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:
                flags = next((line for line in lines if line.startswith("flags")), "")
        except OSError:
            flags = ""
        if _V3 <= set(flags.split()):
            return wider
    return folder / "libmillrace.so"


# CDLL releases the interpreter's lock during each call.
_library = ctypes.CDLL(str(_path()))
_error = ctypes.POINTER(ctypes.c_void_p)
_text: list[Any] = [ctypes.c_char_p, ctypes.c_size_t]
_bytes: list[Any] = [ctypes.c_void_p, ctypes.c_size_t]
_schema = ctypes.POINTER(ArrowSchema)
_stream = ctypes.POINTER(ArrowArrayStream)
_library.millrace_scan.argtypes = [*_text, *_bytes, _schema, _stream, _error]
_library.millrace_infer_schema.argtypes = [*_text, *_bytes, _schema, _error]
_library.millrace_parse_schema.argtypes = [*_text, _schema, _error]
_library.millrace_write.argtypes = [*_text, _stream, ctypes.POINTER(ctypes.c_int64), _error]
_library.millrace_count_quotes.argtypes = [
    ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), _error]
_library.millrace_free.argtypes = [ctypes.c_void_p]
_library.millrace_free.restype = None
_library.millrace_version.restype = ctypes.c_char_p

__version__ = _library.millrace_version().decode()


def call(name: str, *arguments: Any) -> None:
    """Calls a function of the library and raises its error."""
    message = ctypes.c_void_p()
    status = getattr(_library, name)(*arguments, ctypes.byref(message))
    if status == 0:
        return
    text = ctypes.string_at(message.value).decode("utf-8", "replace") if message.value else os.strerror(status)
    _library.millrace_free(message)
    if status in _SYSTEM_ERRORS:
        raise OSError(status, text)
    raise MillraceError(text)


# Errors of the file system keep their number; 22 is what everything else is reported as.
_SYSTEM_ERRORS = frozenset({2, 5, 13, 17, 20, 21, 24, 28, 30})


def count_quotes(path: str, begin: int, end: int) -> int:
    """The number of quotes in a range of bytes of a file."""
    count = ctypes.c_int64()
    call("millrace_count_quotes", os.fsencode(path), begin, end, ctypes.byref(count))
    return count.value


def encoded(options: dict[str, Any]) -> tuple[bytes, int]:
    text = json.dumps({name: value for name, value in options.items() if value is not None}).encode()
    return text, len(text)


# Capsules. A structure lives until its capsule is destroyed, and is released then unless a consumer has moved it.

_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
# The capsule is being destroyed, so its count of references must not change.
_pointer_of_dying = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))
_held: dict[int, ctypes.Structure] = {}


def _destructor(name: bytes, held: dict[int, Any]) -> Any:
    def destroy(capsule: int) -> None:
        structure = held.pop(_pointer_of_dying(capsule, name), None)
        if structure is not None and structure.release:
            structure.release(structure)

    return ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(destroy)


_destructors = {name: _destructor(name, _held) for name in (b"arrow_schema", b"arrow_array_stream")}
# A capsule may be destroyed after this module, when the interpreter ends.
for _function in _destructors.values():
    _api.Py_IncRef(ctypes.py_object(_function))


def capsule(structure: ctypes.Structure, name: bytes) -> Any:
    address = ctypes.addressof(structure)
    _held[address] = structure
    return _api.PyCapsule_New(address, name, ctypes.cast(_destructors[name], ctypes.c_void_p))


def structure_of(capsule: Any, name: bytes, structure: type[ctypes.Structure]) -> Any:
    return structure.from_address(_api.PyCapsule_GetPointer(capsule, name))
