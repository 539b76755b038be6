"""Engines that understand words: offline rules, OpenAI-compatible models, the gateway."""
