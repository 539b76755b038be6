"""The terminal chat: lines in, cards out, in a live terminal or through a pipe."""
