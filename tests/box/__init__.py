"""An agent that only uses tools: it keeps things in a box. One task a chat, which rests."""
