"""The outside world behind the ports: models, OCR, PostgreSQL."""

import os

# onnxruntime reports its use to its maker unless it is told not to before it is first imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
