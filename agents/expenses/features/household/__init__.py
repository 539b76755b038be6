"""A household: people who see what each of them saves, invited by a code."""
