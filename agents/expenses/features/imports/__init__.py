"""Takes back what was imported last, as a whole."""
