"""A telephone company of our own, for tests and to try things out by hand."""
