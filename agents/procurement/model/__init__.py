"""What models are told of shopping, and how their answers are checked."""
