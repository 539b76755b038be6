"""A toy agent: it keeps notes. It shows that an agent touches nothing but its own folder."""
