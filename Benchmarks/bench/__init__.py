"""The parts of run.py: documents, contenders, checks, measurements, targets, tables."""
