"""Pure rules and models: standard library and pydantic only, safe in the workflow sandbox."""
