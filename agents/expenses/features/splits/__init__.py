"""One expense over several categories."""
