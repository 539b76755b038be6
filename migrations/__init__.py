"""Versions of the database schema, forward only. ``adapters.postgres.migrate`` applies them."""
