"""The outside world behind the ports: models, OCR, PostgreSQL."""
