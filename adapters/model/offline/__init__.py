"""The engine that needs no key and no network: rules, lexicons and look-ups."""
