"""The offline engine: rules and lexicons that make sense of words without a key or a network."""

from agents.expenses.offline.engine import OfflineEngine

__all__ = ["OfflineEngine"]
