"""Any OpenAI-compatible endpoint, with its prompts as readable files."""
