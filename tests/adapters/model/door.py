"""All that models are asked for, behind one object, as a deployment binds it."""

from collections.abc import Sequence
from datetime import timedelta

from adapters.model.act_checks import FallbackRules
from adapters.model.availability import Clock
from adapters.model.budgets import Budgets
from adapters.model.fragment import Fragments
from adapters.model.gateway import DEFAULT_LIMIT, ModelGateway
from adapters.model.provider import Provider
from adapters.model.recording import CallRecorder
from adapters.model.understanding import Understanding
from domain.waiting import ASKS_ONCE, Wait
from tests.adapters.model.gateway.doubles import Engine
from tests.adapters.model.questions import FRAGMENTS
from tests.toy.model import Copied, CopyRequest, Picked, PickRequest, to_copy, to_pick


class Door:
    """Has the methods of the port ``Models``, and asks the toy's own questions."""

    def __init__(
        self,
        providers: Sequence[Provider],
        rules: FallbackRules,
        calls: CallRecorder,
        *,
        fragments: Fragments = FRAGMENTS,
        budgets: Budgets | None = None,
        limit: timedelta = DEFAULT_LIMIT,
        clock: Clock | None = None,
    ) -> None:
        timed = {"clock": clock} if clock else {}
        self.gateway = ModelGateway(providers, calls, budgets=budgets, limit=limit, **timed)
        self._rules = rules if isinstance(rules, Engine) else Engine()
        words = Understanding(self.gateway, rules, fragments)
        self.understand, self.converse = words.understand, words.converse
        self.summarise = words.summarise
        self.used_up, self.circuits = self.gateway.used_up, self.gateway.circuits
        self.aclose = self.gateway.aclose

    @property
    def available(self) -> bool:
        return self.gateway.available

    async def pick(self, request: PickRequest, *, wait: Wait = ASKS_ONCE) -> Picked:
        return await self.gateway.ask(to_pick(request, self._rules, wait))

    async def copy(self, request: CopyRequest, *, wait: Wait = ASKS_ONCE) -> Copied:
        return await self.gateway.ask(to_copy(request, wait))
