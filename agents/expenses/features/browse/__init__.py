"""A list of all that was saved, and what can be done to its rows, one or many at once."""
