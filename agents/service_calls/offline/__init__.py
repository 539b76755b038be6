"""Service calls without a model: what words do, which service fits, what is said."""
