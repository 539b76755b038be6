"""Models as a deployment binds them: from settings to answers, records and budgets."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from adapters.model.availability import BreakerState
from adapters.model.understanding import Understanding
from adapters.model.which_agent import Rules
from domain.messages import Attachment, MediaKind
from domain.usage import Budget, ModelCall, Spent
from settings import Settings
from tests.adapters.model.gateway.doubles import Calls
from tests.adapters.model.questions import PERSON, to_understand
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood
from tests.toy.note import CARD, ToyRules
from wiring.models import BoundModels, bind_models, patience_for_voices, patience_for_words


@dataclass
class Measured:
    """Implements ``ModelTelemetry``."""

    calls: list[ModelCall] = field(default_factory=list)
    circuits: list[tuple[str, BreakerState]] = field(default_factory=list)
    truncated: list[str] = field(default_factory=list)

    async def record(self, call: ModelCall) -> None:
        self.calls.append(call)

    def on_breaker(self, provider: str, state: BreakerState) -> None:
        self.circuits.append((provider, state))

    def watch_breaker(self, provider: str, state: Callable[[], BreakerState]) -> None:
        self.circuits.append((provider, state()))

    def on_truncated(self, purpose: str) -> None:
        self.truncated.append(purpose)


@dataclass
class Books:
    """Implements ``Spending``."""

    everything: Spent = field(default_factory=Spent)

    async def spent(self, user_id: str | None, since: datetime) -> Spent:
        del user_id, since
        return self.everything


@dataclass
class Deployment:
    """Two servers: the first one of OpenAI's kind, the second one an own server with prices."""

    first: ScriptedModelServer
    second: ScriptedModelServer
    measured: Measured = field(default_factory=Measured)
    calls: Calls = field(default_factory=Calls)
    books: Books = field(default_factory=Books)

    def bound(self, **more: object) -> BoundModels:
        settings = {
            "llm_providers": ("openai", "near"),
            "openai_base_url": self.first.base_url,
            "circuit_breaker_request_threshold": 2,
            "provider_variables": {
                "near": {
                    "base_url": self.second.base_url,
                    "model": "tiny",
                    "price_input": "1",
                    "price_output": "2",
                    "transcription_model": "ears",
                }
            },
        }
        return bind_models(
            Settings.model_validate(settings | more),
            self.calls,
            self.books,
            self.measured,
        )


def words(models: BoundModels) -> Understanding:
    """As a worker composes it from its agents' parts."""
    return Understanding(models.gateway, Rules({"toy": ToyRules()}), {})


NOTE = to_understand("note buy milk").model_copy(update={"agents": (CARD,)})


async def closed(models: BoundModels) -> None:
    await models.gateway.aclose()
    await models.speech().aclose()


async def test_the_second_provider_steps_in_with_its_own_model_and_price() -> None:
    async with ScriptedModelServer() as first, ScriptedModelServer() as second:
        house = Deployment(first, second)
        models = house.bound()
        first.fail_with(503)
        second.answer("UnderstandAnswer", understood(act("open", agent="toy")))
        answers = [await words(models).understand(NOTE) for _ in range(3)]
        await closed(models)
    assert {(answer.engine, answer.degraded) for answer in answers} == {("near:tiny", False)}
    assert house.calls.kept == house.measured.calls
    assert [(call.provider, call.outcome) for call in house.calls.kept] == [
        ("openai", "model.unavailable"),
        ("near", "ok"),
        ("openai", "model.unavailable"),
        ("near", "ok"),
        ("near", "ok"),
    ]
    assert house.calls.kept[-1].cost == Decimal("0.0012")
    assert house.calls.kept[-1].user_id == PERSON.user_id


async def test_circuits_are_told_from_the_start_and_speech_has_its_own() -> None:
    async with ScriptedModelServer() as first, ScriptedModelServer() as second:
        house = Deployment(first, second)
        models = house.bound()
        shut = BreakerState.CLOSED
        assert sorted(house.measured.circuits) == [
            ("near", shut),
            ("near-speech", shut),
            ("openai", shut),
            ("openai-speech", shut),
        ]
        first.fail_with(404)
        second.hear("lunch")
        note = Attachment(sha256="0" * 64, kind=MediaKind.AUDIO, mime_type="audio/ogg", size=4)
        for _ in range(3):
            heard = await models.speech().transcribe(b"note", note, "en", "ali")
            assert heard.text == "lunch"
        await closed(models)
    assert house.measured.circuits[4:] == [("openai-speech", BreakerState.OPEN)]
    assert models.gateway.circuits() == {"openai": "closed", "near": "closed"}


async def test_a_budget_of_the_settings_keeps_models_out() -> None:
    async with ScriptedModelServer() as first, ScriptedModelServer() as second:
        house = Deployment(first, second, books=Books(Spent(tokens=10)))
        models = house.bound(daily_tokens=10)
        answer = await words(models).understand(NOTE)
        await closed(models)
    assert answer.used_up is Budget.EVERYBODY
    assert answer.acts[0].details == {"text": "buy milk"}
    assert (first.requests, second.requests) == ([], [])


async def test_without_providers_the_offline_engine_is_alone() -> None:
    async with ScriptedModelServer() as first:
        models = Deployment(first, first).bound(llm_providers=())
        answer = await words(models).understand(NOTE)
        await closed(models)
    assert (models.gateway.available, answer.degraded) == (False, None)


def test_how_long_and_how_often_models_are_waited_for_are_settings() -> None:
    settings = Settings(_env_file=None, retry_max_attempts=2, model_patience_ms=30_000)
    words, voices = patience_for_words(settings), patience_for_voices(settings)
    assert (words.attempts, words.within) == (2, timedelta(seconds=30))
    assert voices.attempts == 2
