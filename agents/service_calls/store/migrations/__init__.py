"""Versions of this agent's tables, forward only. ``adapters.postgres.migrate`` applies them."""
