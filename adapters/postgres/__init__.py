"""PostgreSQL behind the storage ports: SQL lives here, sequencing does not."""
