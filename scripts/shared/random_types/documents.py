"""The text of documents, and what Python reads in them."""

import json

from .kinds import Members, random_value
from .models import Unknown
from .names import Missing


def json_text(value, source):
    """The text of a value, with random spaces and escapes."""
    space = source.choice(["", "", "", " ", "\n", "\t", " \r\n  "])
    if isinstance(value, Members):
        members = (f"{json_string(key, source)}{space}:{space}{json_text(item, source)}" for key, item in value)
        return "{" + space + f",{space}".join(members) + space + "}"
    if isinstance(value, list):
        return "[" + f"{space},{space}".join(json_text(item, source) for item in value) + space + "]"
    if isinstance(value, str):
        return json_string(value, source)
    return json.dumps(value)


def json_string(text, source):
    if source.random() < 0.1:
        # The ASCII characters as escapes, too.
        units = text.encode("utf-16-be", "surrogatepass")
        return '"' + "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2)) + '"'
    return json.dumps(text, ensure_ascii=source.random() < 0.3)


def damaged(model, members, source):
    """The members with one of them missing, or an additional one."""
    members = Members(members)
    if source.random() < 0.5:
        value = model.rest.make(source)[:1] if model.rest else [(None, random_value(source))]
        members += [("none of the fields", item) for _, item in value]
        return members
    gone = source.choice(model.fields)
    return Members(member for member in members if member[0] not in (gone.name, *gone.aliases))


def expect(model, text):
    """What the program must print: whether it succeeds, and the value, or the name of the member that the error is about."""
    # Nested objects of dictionaries become pairs as well, so their readers get dictionaries again.
    members = json.loads(text, object_pairs_hook=Pairs)
    try:
        return True, model.read(members)
    except (Missing, Unknown) as error:
        return False, error.args[0]


class Pairs(list):
    """The members of an object as Python has read them."""

    def items(self):
        return dict(self).items()
