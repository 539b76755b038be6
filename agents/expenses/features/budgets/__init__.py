"""Budgets: what a person means to spend at most in a week or a month."""
