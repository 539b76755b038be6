"""The graph of a call: its shapes, how a file is read and checked, and which node is next."""
