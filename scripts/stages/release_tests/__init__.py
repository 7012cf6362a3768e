"""Tests of release builds: values of all types in all formats, made and compared by Python."""
