"""The household."""
