"""Requests and answers as the bytes that they are, for what no library would send and for many in a short time."""

import json
import re
import socket
from typing import NamedTuple

CONTENT_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked\r\n", re.IGNORECASE)


class Reply(NamedTuple):
    status: int
    head: bytes
    body: bytes

    def json(self):
        return json.loads(self.body)

    def header(self, name):
        found = re.search(rb"\r\n" + name.encode() + rb": *([^\r\n]*)", self.head, re.IGNORECASE)
        return found and found[1].decode()


def request(method, path, body=None, *headers):
    """A request as bytes. The body is bytes; headers are lines."""
    lines = [f"{method} {path} HTTP/1.1", "Host: tasks.example", *headers]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")


def take_reply(received):
    """Removes the first response from the received bytes; None if it is incomplete. It must have a length, which
    those to HTTP/1.0 and to HEAD have not."""
    end = received.find(b"\r\n\r\n")
    if end < 0:
        return None
    head = bytes(received[: end + 2])
    status, begin = int(head[9:12]), end + 4
    length = CONTENT_LENGTH.search(head)
    if length:
        end = begin + int(length[1])
        if len(received) < end:
            return None
        body = bytes(received[begin:end])
    elif CHUNKED.search(head):
        body, end = joined_chunks(received, begin)
        if body is None:
            return None
    else:
        body, end = b"", begin  # 100, 204, 304
    del received[:end]
    return Reply(status, head, body)


def joined_chunks(received, begin):
    """The content of the chunks after an offset, and their end; None if they are incomplete."""
    chunks = []
    while (line_end := received.find(b"\r\n", begin)) >= 0:
        size = int(received[begin:line_end], 16)
        begin = line_end + 2 + size + 2
        if len(received) < begin:
            break
        if size == 0:
            return b"".join(chunks), begin
        chunks.append(bytes(received[line_end + 2 : begin - 2]))
    return None, 0


class Connection:
    """A socket whose answers are parsed. It waits for them, for a limited time."""

    def __init__(self, server, timeout=10, receive_buffer=None, address=None):
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        if address is not None:  # of this side
            self.socket.bind((address, 0))
        self.socket.connect(("127.0.0.1", server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        """Sends bytes. That the other side has closed is seen when its answer is read."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def reply(self):
        """The next answer; None if the connection is closed before its end."""
        while (reply := take_reply(self.received)) is None:
            if not self.receive():
                return None
        return reply

    def receive(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionResetError:
            return False
        self.received += data
        return bool(data)

    def rest(self):
        """Everything up to the end of the connection."""
        while self.receive():
            pass
        return bytes(self.received)

    def ask(self, *parts):
        self.send(request(*parts))
        return self.reply()
