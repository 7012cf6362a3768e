"""The targets, which were set before measuring."""

# The version of serde_json that the targets for time were set against.
SERDE_JSON = "1.0.150"

# Times as fast as serde_json: at least, and the goal.
TIMES_SERDE_JSON = {
    "decode": {
        "twitter": (2.7, 3.5),
        "citm": (3.3, 4.0),
        "canada": (1.8, 2.2),
        "hi1m": (2.3, 3.2),
        "a1": (1.8, 2.6),
        "films": (2.5, 3.2),
    },
    "encode": {
        "twitter": (3.5, 4.0),
        "citm": (2.0, 2.8),
        "canada": (1.2, 1.5),
        "hi1m": (3.4, 4.0),
        "a1": (1.9, 3.0),
        "films": (4.8, 5.5),
    },
}

# The same for the documents of `bench/conditions.py`.
CONDITIONS = {
    "decode": {
        "twitter-alphabetical": (1.9, 2.5),
        "twitter-random": (1.8, 2.5),
        "partial-pretty": (2.0, 3.0),
        "partial-compact": (1.7, 3.0),
        "wide60": (1.3, 2.5),
        "wide120": (1.1, 2.5),
        "escapes": (1.3, 2.0),
        "unicode-escapes": (1.2, 2.0),
        "tree-twitter": (1.8, 4.0),
        "tree-citm": (3.0, 4.0),
        "tree-canada": (1.8, 4.0),
        "tree-message": (1.5, 4.0),
    },
    "encode": {
        "escapes": (1.4, 2.0),
        "tree-twitter": (2.0, 4.0),
        "tree-citm": (3.5, 4.0),
        "tree-canada": (2.0, 4.0),
        "tree-message": (1.5, 4.0),
    },
}

# A debug build, × Foundation at least, and the goal, by contender and operation.
TIMES_FOUNDATION_IN_DEBUG = {
    ("millrace", "decode"): (2.5, 5),
    ("drop-in", "decode"): (1.5, 3),
    ("drop-in", "encode"): (1.5, 3),
}

# Times as fast as Foundation, at least.
TIMES_FOUNDATION = {"encode": {"simple": 40}}

# Streams of lines: times serde_json's MB/s with twitter, MiB of memory, milliseconds to the first element of 1 GiB.
STREAM_TIMES_SERDE_JSON = 2.5
STREAM_MEBIBYTES = 8
STREAM_FIRST_MILLISECONDS = 10

# The maximum time from opening the file of a million objects to the first object, in milliseconds.
FIRST_OBJECT_MILLISECONDS = 1

# The most instructions for a byte of the document, or of the output.
INSTRUCTIONS_PER_BYTE = {
    "decode": {"twitter": 9.6, "citm": 5.2, "canada": 29, "hi100k": 10.5, "a1": 28, "films": 23},
    "encode-reused": {"twitter": 3.0, "citm": 5.5, "canada": 12.5, "hi100k": 5.0, "a1": 9.2, "films": 5.2},
}

# Drop-in coders, × Foundation's on the same types without the macro: at least, and the goal where there is one.
DROP_IN_TIMES_FOUNDATION = {
    "decode": {
        "drop-in": {
            "twitter": (3.3, 5),
            "citm": (5.5, 8),
            "canada": (13, 20),
            "hi1m": (6, 9),
            "a1": (5.5, 8),
            "films": (4.3, 6),
        },
        "drop-in-macro": {
            "twitter": (12,),
            "citm": (25,),
            "canada": (17,),
            "hi1m": (35,),
            "a1": (45,),
            "films": (9,),
        },
    },
    "encode": {
        "drop-in": {
            "twitter": (7, 15),
            "citm": (9, 20),
            "canada": (24, 40),
            "hi1m": (7, 15),
            "a1": (7.5, 16),
            "films": (12, 22),
        },
        "drop-in-macro": {
            "twitter": (60,),
            "citm": (100,),
            "canada": (32,),
            "hi1m": (40,),
            "a1": (100,),
            "films": (55,),
        },
    },
}

# The same for decoding the documents of `bench/conditions.py`.
DROP_IN_CONDITIONS = {
    "drop-in": {"twitter-random": (3.3, 5.0), "wide60": (3.5, 5.0), "wide120": (3.5, 5.0)},
    "drop-in-macro": {"twitter-random": (12.0, 16.0), "wide60": (8.0, 16.0), "wide120": (8.0, 16.0)},
}

# Types that probe, × Foundation's decoder at least.
PROBING_TIMES_FOUNDATION = 2

# How many percent fewer allocations than Foundation's a decode has, at least, with the macro and without.
DROP_IN_FEWER_ALLOCATIONS = 60

# The most instructions for a byte of the document, of the drop-in decoder without the macro.
DROP_IN_INSTRUCTIONS_PER_BYTE = {"twitter": 32, "citm": 26, "canada": 47, "a1": 190, "films": 50}

# `StaticJSONEncoder` without the macro, on `simple`: × Foundation at least, and at most so many percent of its
# allocations.
STATIC_TIMES_FOUNDATION = 6
STATIC_ALLOCATIONS = 30

# Tables: times as fast as the peer at least, and the goal where there is one.
TABLES = {
    "hi1m-lines/columns": (2, 3),
    "hi1m-lines/rows": (2.5, 3.5),
    "stop-times/columns": (1,),
    "stop-times/rows": (3,),
    "tasks/insert": (0.7,),
    "tasks/select": (0.7,),
}

# JSON lines to CSV and back: MiB more than the same process with nothing to do.
CONVERSION_MEBIBYTES = 16

# The first pass of a process: times as fast as Foundation with synthesized `Codable`, at least.
COLD_TIMES_FOUNDATION = {
    "decode": {"typed": 110, "dropin-macro": 60, "dropin-keys": 1, "dropin-keys-flag": 15},
    "encode": {"typed": 150, "dropin-macro": 80, "dropin-keys": 2, "dropin-keys-flag": 20},
}

# Look-ups of conformances for each further type, of those that read and write themselves.
COLD_LOOK_UPS = 0

# The stripped program of so many types that read and write themselves: at most so many times that with a universal key, and at
# least so many percent smaller than that with synthesized `Codable`.
COLD_SIZE_MODELS = 10_000
COLD_TIMES_UNIVERSAL_SIZE = 1
COLD_PERCENT_SMALLER = 35
