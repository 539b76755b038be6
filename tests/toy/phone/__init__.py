"""A toy that answers calls, and may go on when the call is over."""
