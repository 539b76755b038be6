"""What models are asked about expenses: questions, prompts, and the checks of answers."""
