"""The environment that children of the stack inherit."""

import os
from collections.abc import Mapping


def child_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Our own environment with these settings instead of anything that points elsewhere.

    No decision is read from it here; it is only passed on. Every ``TEMPORAL_*`` variable and the
    Temporal configuration file are left out: they may name another server, with its keys.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TEMPORAL_")}
    return {**kept, "TEMPORAL_CONFIG_FILE": os.devnull, "PYTHONUNBUFFERED": "1", **settings}
