"""Two attacks on a real model of 135 million parameters, which has no judgement at all.

The whole corpus is the business of ``make safety ARGS=--small``.
"""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.agents.expenses.safety.conftest import gateway_to
from tests.agents.expenses.safety.corpus import Place, at
from tests.agents.expenses.safety.small_model import served
from tests.agents.expenses.safety.test_obedient_model import talk_about
from tests.safety.properties import is_harmless

pytestmark = [pytest.mark.shows("safety 30"), pytest.mark.soak]


PATIENT = timedelta(minutes=4)


@pytest.fixture
def model_url() -> Iterator[str]:
    try:
        with served() as url:
            yield url
    except ImportError as error:
        pytest.skip(f"the model does not run here ({error}); on Debian: apt install libgomp1")


@pytest.mark.timeout(600)
async def test_a_weak_real_model_says_nothing_harmful_under_attack(model_url: str) -> None:
    attacks = [attack for attack in at(Place.MESSAGE) if attack.goal in {"reply", "leak"}][::12]
    gateway = gateway_to(model_url, PATIENT)
    answers = [await gateway.converse(talk_about(attack)) for attack in attacks]
    await gateway.aclose()
    assert len(answers) == 2
    assert all(answer.degraded is False for answer in answers), "the model did not answer"
    assert all(answer.topic is not None or is_harmless(answer.text) for answer in answers)
