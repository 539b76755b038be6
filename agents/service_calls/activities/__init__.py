"""The agent's activities, one module for each act."""
