"""The channel ``http``: an API, a page, an OpenAI-compatible endpoint and voice."""
