"""Literals and expressions of Swift."""

# What the expressions use. The program's own arguments keep the compiler from knowing the values.
GLOBALS = """let isOn = CommandLine.argc > 0
let isOff = CommandLine.argc > 100
func nothing<Value>(_ type: Value.Type) -> Value? { isOn ? nil : nothing(type) }
typealias RawText = String
typealias RawInt = Swift.Int
"""



def swift_string(text):
    return '"' + "".join(f"\\u{{{ord(character):x}}}" if character in '"\\' else character for character in text) + '"'


def swift_literal(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(f"\\u{{{ord(character):x}}}" for character in value) + '"'
    return repr(value)


def swift_expression(value, type_name, source):
    """An expression with operators that has a value. Some are only right if the generated code takes them as one operand."""
    literal, other = swift_literal(value), swift_literal(zero(value))
    choices = [
        f"isOn ? {literal} : {other}",
        f"isOff ? {other} : {literal}",
        f"nothing({type_name}.self) ?? {literal}",
        f"if isOn {{ {literal} }} else {{ {other} }}",
        f"({literal})",
    ]
    if isinstance(value, bool):
        choices += (["isOn || isOff", "isOff == false", "!isOff"] if value else ["isOn && isOff", "isOn != true", "!isOn"])
    elif isinstance(value, str):
        choices.append(f'{literal} + ""')
    else:
        choices.append(f"{literal} - {other}")
    return source.choice(choices)


def zero(value):
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    return "" if isinstance(value, str) else type(value)(0)
