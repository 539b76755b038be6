"""What the agent keeps in PostgreSQL: the catalog, carts and requests."""
