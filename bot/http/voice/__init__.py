"""Talking with Steward: live over a WebSocket, or a recording at a time over HTTP."""
