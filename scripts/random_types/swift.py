"""Literals of Swift."""


def swift_string(text):
    return '"' + "".join(f"\\u{{{ord(character):x}}}" if character in '"\\' else character for character in text) + '"'


def swift_literal(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(f"\\u{{{ord(character):x}}}" for character in value) + '"'
    return repr(value)
