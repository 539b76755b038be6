"""What models are told about expenses, one Markdown file for each question or part of one."""
