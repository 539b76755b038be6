"""Channels: where a person talks. The only part that signals conversations."""
