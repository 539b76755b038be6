"""What models are told about shopping, one Markdown file for each question or part of one."""
