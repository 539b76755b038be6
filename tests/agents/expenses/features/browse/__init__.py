"""One category for everything from a shop."""
