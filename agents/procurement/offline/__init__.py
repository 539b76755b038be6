"""Understanding and steps without a model: rules and tables; no key, no network, no state."""
