"""The scenarios as people live them: in a Telegram chat, with every process a real one."""
