"""What the agent keeps in PostgreSQL."""
