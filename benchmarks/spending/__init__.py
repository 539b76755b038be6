"""Examples of spending and of talk, and the weights that are fitted to them."""
