#!/usr/bin/env python3
"""Writes the 128 highest bits of powers of ten, rounded down, plus one: Sources/Millrace/Kernel/Numbers/PowersOfTen.swift, or with the
argument "c" ruby/ext/millrace/text/powers_of_ten.c."""

import sys

RANGES = {"swift": (-342, 324), "c": (-308, 332)}
HEADS = {
    "swift": """
/// The 128 highest bits of 10 to the power of {} to {}, rounded down, plus one; the higher half of each first.
let powersOfTen: [UInt64] = [
""",
    "c": """
#include "float.h"

/* The 128 highest bits of 10 to the power of {} to {}, rounded down, plus one. */
const PowerOfTen powers_of_ten_table[] = {{
""",
}
LINES = {"swift": "  {:#018x}, {:#018x},", "c": "    {{{:#018x}, {:#018x}}},"}
TAILS = {"swift": "]", "c": "};"}


def truncated(k):
    """The 128 highest bits of 10**k, rounded down."""
    if k >= 0:
        power = 10**k
        bits = power.bit_length()
        return power << (128 - bits) if bits <= 128 else power >> (bits - 128)
    power = 10**-k
    return (1 << (127 + power.bit_length())) // power


language = sys.argv[1] if len(sys.argv) > 1 else "swift"
smallest, largest = RANGES[language]
print("// Written by scripts/generate/powers-of-ten.py; do not edit.")
print(HEADS[language].format(smallest, largest), end="")
for k in range(smallest, largest + 1):
    assert 1 << 127 <= truncated(k) < 1 << 128, k
    low = truncated(k) & (2**64 - 1)
    assert low != 2**64 - 1, "adding one must not carry into the higher half"
    print(LINES[language].format(truncated(k) >> 64, low + 1))
print(TAILS[language])
