"""The saved expenses as files."""
