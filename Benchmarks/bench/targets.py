"""What is to be reached, set beforehand."""

# The version of serde_json that the targets for time were set against.
SERDE_JSON = "1.0.150"

# Times as fast as serde_json: at least, and the goal.
TIMES_SERDE_JSON = {
    "decode": {
        "twitter": (2.3, 3.0),
        "citm": (2.1, 3.2),
        "canada": (1.3, 1.6),
        "hi1m": (2.4, 3.2),
        "a1": (1.8, 2.4),
        "films": (1.5, 2.0),
    },
    "encode": {
        "twitter": (2.7, 3.6),
        "citm": (1.9, 2.6),
        "canada": (0.93, 1.2),
        "hi1m": (1.8, 2.6),
        "a1": (2.2, 3.0),
        "films": (2.1, 3.0),
    },
}

# Times as fast as Foundation, at least.
TIMES_FOUNDATION = {"encode": {"simple": 40}}

# Streams of lines: times serde_json's MB/s with twitter, MiB of memory, milliseconds to the first element of 1 GiB.
STREAM_TIMES_SERDE_JSON = 2.5
STREAM_MEBIBYTES = 8
STREAM_FIRST_MILLISECONDS = 10

# The most instructions for a byte of the document, or of the output.
INSTRUCTIONS_PER_BYTE = {
    "decode": {"twitter": 9.6, "citm": 5.2, "canada": 29, "hi100k": 10.5, "a1": 28, "films": 23},
    "encode-reused": {"twitter": 3.0, "citm": 5.5, "canada": 12.5, "hi100k": 5.0, "a1": 9.2, "films": 5.2},
}
