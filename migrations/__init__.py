"""Versions of the platform's tables, forward only. ``adapters.postgres.migrate`` applies them."""
