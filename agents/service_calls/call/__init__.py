"""A call that goes on: its nodes run one after the other, until one waits for the customer."""
