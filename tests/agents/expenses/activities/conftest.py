"""Activities run alone, in the SDK's environment for testing them."""

import pytest

from tests.activities.running import Attempt


@pytest.fixture
def attempt() -> Attempt:
    return Attempt()
