"""Expenses: what was spent, from words, photos and PDFs to exactly one saved row each."""
