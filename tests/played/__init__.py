"""Chats with all agents that were played: a model's answers came from its prompts alone."""
