"""The pure rules of each agent, one module per agent slug."""
