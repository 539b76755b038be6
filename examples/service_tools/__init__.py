"""The business's own systems as a tool server: its catalog, customers, tasks and calendar.

An example: a business that has such systems names its own tool server in ``MCP_SERVERS_FILE``
instead. It speaks the Model Context Protocol and is a process of its own (``python -m
examples.service_tools``). Conversations know its tools alone: nothing here imports anything of an
agent, and no other package imports anything of this one.
"""
