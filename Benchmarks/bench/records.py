"""Generated rows, for the benchmarks of the Python package and of the data source for Spark."""

WORDS = ["meadow", "river", "stone", "cloud", "bridge", "window", "lantern", "café", "orchard", "harbor"]

# The kind of column i is the one at i modulo 4.
KINDS = ("integer", "fraction", "word", "flag")


def flat(source, columns):
    """A row of so many members, c0, c1 and so on: integers, fractions, words and flags."""
    row = {}
    for column in range(columns):
        kind = KINDS[column % 4]
        row[f"c{column}"] = (source.randrange(10 ** source.randrange(1, 12)) if kind == "integer" else round(source.uniform(0, 1e4), 3)
                             if kind == "fraction" else source.choice(WORDS) if kind == "word" else source.random() < 0.5)
    return row


def nested(source, index):
    return {
        "id": index, "user": {"name": source.choice(WORDS), "followers": source.randrange(10**6), "verified": source.random() < 0.1},
        "text": " ".join(source.choice(WORDS) for _ in range(15)), "tags": [source.choice(WORDS) for _ in range(source.randrange(5))],
        "points": [{"x": source.random(), "y": source.random()} for _ in range(3)],
    }
