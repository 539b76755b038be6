"""Encryption of what Temporal keeps, and the server that decrypts it for operators."""
