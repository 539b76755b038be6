"""Looking through what was saved."""
