"""What models are asked about tickets, and what of their answers counts."""
