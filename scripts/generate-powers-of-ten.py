#!/usr/bin/env python3
"""Writes Sources/Millrace/Kernel/PowersOfTen.swift: the 128 highest bits of 10**k, rounded down, plus one."""

SMALLEST, LARGEST = -342, 324


def truncated(k):
    """The 128 highest bits of 10**k, rounded down."""
    if k >= 0:
        power = 10**k
        bits = power.bit_length()
        return power << (128 - bits) if bits <= 128 else power >> (bits - 128)
    power = 10**-k
    return (1 << (127 + power.bit_length())) // power


print("// Written by scripts/generate-powers-of-ten.py; do not edit.")
print()
print("/// The 128 highest bits of 10 to the power of -342 to 324, rounded down, plus one; the higher half of each first.")
print("let powersOfTen: [UInt64] = [")
for k in range(SMALLEST, LARGEST + 1):
    assert 1 << 127 <= truncated(k) < 1 << 128, k
    low = truncated(k) & (2**64 - 1)
    assert low != 2**64 - 1, "adding one must not carry into the higher half"
    print(f"  {truncated(k) >> 64:#018x}, {low + 1:#018x},")
print("]")
