"""The collections of this agent."""

from agents.expenses.features import FEATURES

COLLECTIONS = FEATURES.each_of("collection", "COLLECTION")
