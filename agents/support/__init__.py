"""Support: tickets that the bot answers from a knowledge base, and people take over."""
