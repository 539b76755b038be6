"""The business's own systems as a tool server: its catalog, customers, tasks and calendar.

It speaks the Model Context Protocol and is a process of its own (``python -m
agents.service_calls.server``). Whoever asks it, conversations among them, knows its tools alone:
nothing here imports anything of the agent, and the agent nothing of this.
"""
