"""The embedded stack for one machine: Temporal dev server and PostgreSQL."""
