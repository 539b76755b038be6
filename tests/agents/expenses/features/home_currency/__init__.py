"""The currency of the first expenses."""
