"""A toy agent that looks up whose words it hears before it hands them on, and never takes back."""
