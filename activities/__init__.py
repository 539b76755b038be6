"""One module per business act; each activity takes its ports in ``__init__``."""
