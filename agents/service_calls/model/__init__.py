"""What models are asked in a service call, and what of their answers counts."""
