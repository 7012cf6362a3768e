"""Random names of fields, and the error for a member that is missing."""

import string


class Missing(Exception):
    """A required member is missing."""


def random_names(source, count):
    """Different names; many share their length, their beginning or their end."""
    pool = source.choice(["ab", "abc_", string.ascii_lowercase, string.ascii_letters + "äß漢😀"])
    prefix, suffix = (source.choice(["", "", "value_", "aVeryLongCommonBeginning"]) for _ in range(2))
    names = set()
    length = source.choice([4, 8, 16])
    while len(names) < count:
        size = length if source.random() < 0.5 else source.randrange(1, 12)
        name = prefix + "".join(source.choice(pool) for _ in range(size)) + suffix
        if len(name.encode()) <= 127:
            names.add(name)
        if source.random() < 0.05:
            length += 1
    names = sorted(names)
    source.shuffle(names)
    return names
