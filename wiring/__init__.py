"""The composition roots: each kind of process is put together here, from settings."""
