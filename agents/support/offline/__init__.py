"""Support without a model: languages, tables of phrases, and rules over them."""
