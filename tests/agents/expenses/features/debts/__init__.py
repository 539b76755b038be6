"""Debts."""
