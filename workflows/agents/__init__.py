"""The agents, one module per slug, and the tuple that registers them."""
