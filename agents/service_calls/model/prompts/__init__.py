"""Prompts of the support agent, one Markdown file each."""
