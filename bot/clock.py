"""The time of a channel's process."""

from datetime import UTC, datetime
from functools import partial

utc_now = partial(datetime.now, UTC)
"""The current time in UTC."""
