"""This feature says nothing that the agent does not say without it."""

NOTICES = ()
SAMPLES = ()
