"""The staff's chat: a topic for each case, where people read, press and write."""
