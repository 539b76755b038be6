"""The agent's activities."""
