"""Handlers by concern: each takes an update apart, makes one call and is done."""
