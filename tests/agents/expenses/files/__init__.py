"""Files of saved expenses, opened again."""
