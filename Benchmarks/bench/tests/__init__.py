"""Tests of the benchmarks' own functions."""
