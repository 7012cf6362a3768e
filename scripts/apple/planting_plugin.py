#!/usr/bin/env python3
"""A compiler plug-in that plants a too new API in what another plug-in generates: planting_plugin.py PLUGIN.

It forwards the messages between the compiler and the plug-in. A message is the length of its JSON in eight bytes, and the JSON.
"""

import json
import re
import struct
import subprocess
import sys

PLANTED = "_ = [0].span\n"


def receive(stream):
    length = stream.read(8)
    return stream.read(struct.unpack("<Q", length)[0]) if len(length) == 8 else None


def send(stream, message):
    stream.write(struct.pack("<Q", len(message)) + message)
    stream.flush()


def planted(message):
    """The message with a statement at the beginning of the first generated function."""
    message = json.loads(message)
    for result in message.values():
        if isinstance(result, dict) and isinstance(result.get("expandedSource"), str):
            result["expandedSource"] = re.sub(r"(func [^{]*\{\n)", rf"\1{PLANTED}", result["expandedSource"], count=1)
    return json.dumps(message).encode()


def main():
    plugin = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    while request := receive(sys.stdin.buffer):
        send(plugin.stdin, request)
        send(sys.stdout.buffer, planted(receive(plugin.stdout)))
    plugin.stdin.close()
    plugin.wait()


if __name__ == "__main__":
    main()
