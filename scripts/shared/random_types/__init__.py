"""Random annotated types, and documents that Python reads as these types do."""
