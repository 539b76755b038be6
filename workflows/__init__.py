"""Temporal workflows: the conversation, the desk that agents work at, and the agents."""
