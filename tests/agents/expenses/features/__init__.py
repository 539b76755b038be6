"""Features of the agent: by rules, by a model, by command; alone and removed."""
