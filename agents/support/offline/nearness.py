"""How close texts are in meaning, where something on this machine or a provider compares them."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import structlog

from agents.support.ports import Embedder
from agents.support.tickets import TicketSummary
from domain.errors import AppError

_log = structlog.get_logger(__name__)

_USUAL = (
    "I have a question about my account", "It does not work", "I was charged too much",
    "Ich habe eine Frage", "Es funktioniert nicht", "No funciona", "Tengo una pregunta",
    "Ça ne marche pas", "Não funciona", "Saya ada soalan", "Tak boleh guna",
)  # fmt: skip
"""What any message of support is a little like: the closeness that says nothing."""

_SCALE = 20
_PATIENCE = 1.5
"""Seconds; a message is matched by words alone after that."""


class Compared(NamedTuple):
    tickets: tuple[TicketSummary, ...]
    vector: tuple[float, ...] = ()
    """Of the message; empty where there is none."""


class Meaning:
    """Safe to share between tasks. What is near is fitted to multilingual-e5-small."""

    def __init__(self, embedder: Embedder, patience: float | None = _PATIENCE) -> None:
        """``patience``: seconds for one message; None waits for as long as it takes."""
        self._embedder = embedder
        self._patience = patience
        self._learning: asyncio.Task[None] | None = None
        self._usual: list[tuple[float, ...]] = []

    async def compared(self, text: str, tickets: Sequence[TicketSummary]) -> Compared:
        """The tickets with how near each is; as they are where that cannot be had in time."""
        if not tickets:
            return Compared(())
        try:
            async with asyncio.timeout(self._patience):
                if not self._usual:
                    await self._learned()
                texts = [text, *(ticket.text for ticket in tickets)]
                own, *others = await self._embedder.embed(texts, query=True)
        except (AppError, TimeoutError) as error:
            _log.warning("ticket.not_compared", error=type(error).__name__)
            return Compared(tuple(tickets))
        near = (
            ticket.model_copy(update={"near": self._nearness(own, other)})
            for ticket, other in zip(tickets, others, strict=True)
        )
        return Compared(tuple(near), own)

    def _nearness(self, own: Sequence[float], other: Sequence[float]) -> float:
        """About -1 to 3; 0 is what any two messages have."""
        usual = max(self._commonly(own), self._commonly(other))
        return _SCALE * (_cosine(own, other) - usual)

    async def _learned(self) -> None:
        """Goes on where a message no longer waits for it: the first one also loads the model."""
        if self._learning is None or self._learning.done():
            self._learning = asyncio.create_task(self._learn())
        await asyncio.shield(self._learning)

    async def _learn(self) -> None:
        self._usual = await self._embedder.embed(_USUAL, query=True)

    def _commonly(self, vector: Sequence[float]) -> float:
        return max(_cosine(vector, usual) for usual in self._usual)


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
