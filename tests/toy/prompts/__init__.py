"""What models are told about notes, one Markdown file for each question or part of one."""
