"""The name of the telephone channel, without what it is made of: quick to import."""

CHANNEL = "telephone"
