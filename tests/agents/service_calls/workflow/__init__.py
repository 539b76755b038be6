"""Chats with the agent of service calls."""
