"""Recurring expenses."""
