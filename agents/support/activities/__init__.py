"""The activities: the nodes of triage, the rows, and what passes between workflows."""
