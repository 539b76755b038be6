"""Expenses over several categories."""
