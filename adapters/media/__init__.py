"""What a file is, and what is in it, without trusting either."""
