"""A failure of models as the gateway tells it."""

import copy
from datetime import timedelta

from domain.errors import AppError, ModelUnavailableError, may_pass_soon
from domain.waiting import Wait


def told(error: AppError, wait: Wait) -> AppError:
    """Worth waiting for only where ``wait`` allows another attempt."""
    if not may_pass_soon(error) or wait.allows_another(timedelta(0), error.retry_after):
        return error
    hopeless = copy.copy(error)
    assert isinstance(hopeless, ModelUnavailableError)
    hopeless.worth_waiting = False
    return hopeless
