"""What the agent does in a worker."""
