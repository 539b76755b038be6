"""The name of the HTTP channel, without what it is made of: quick to import."""

CHANNEL = "http"
