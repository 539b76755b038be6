"""A toy that uses tools."""
