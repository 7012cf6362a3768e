"""Generated rows, for the benchmarks of the Python package and of the data source for Spark."""

WORDS = ["meadow", "river", "stone", "cloud", "bridge", "window", "lantern", "café", "orchard", "harbor"]

KINDS = ("integer", "fraction", "word", "flag")


def kind_of(column):
    return KINDS[column % len(KINDS)]


def schema(columns, types):
    """The types of the members of `flat`, by their names. `types` has the type of each kind."""
    return {f"c{column}": types[kind_of(column)] for column in range(columns)}


def flat(source, columns):
    """A row of so many members, c0, c1 and so on: integers, fractions, words and flags."""
    row = {}
    for column in range(columns):
        kind = kind_of(column)
        row[f"c{column}"] = (source.randrange(10 ** source.randrange(1, 12)) if kind == "integer" else round(source.uniform(0, 1e4), 3)
                             if kind == "fraction" else source.choice(WORDS) if kind == "word" else source.random() < 0.5)
    return row


def nested(source, index):
    return {
        "id": index, "user": {"name": source.choice(WORDS), "followers": source.randrange(10**6), "verified": source.random() < 0.1},
        "text": " ".join(source.choice(WORDS) for _ in range(15)), "tags": [source.choice(WORDS) for _ in range(source.randrange(5))],
        "points": [{"x": source.random(), "y": source.random()} for _ in range(3)],
    }
