"""The knowledge base: articles, how they are found, and what may be said from them."""
