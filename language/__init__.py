"""How people say things, in whatever language: one reader for each. Pure functions."""
