"""Service calls: a node graph in a file, run inside the chat, with tools of other servers."""
