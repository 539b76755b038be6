"""One category for everything from a shop: from now on, and after a yes for what is saved."""
