"""A toy that looks up whose words it hears, opens cases, and never takes back."""
