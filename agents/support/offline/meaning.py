"""How close texts are in meaning, where something on this machine or a provider compares them."""

from collections.abc import Sequence

from agents.support.ports import Embedder

_USUAL = (
    "I have a question about my account", "It does not work", "I was charged too much",
    "Ich habe eine Frage", "Es funktioniert nicht", "No funciona", "Tengo una pregunta",
    "Ça ne marche pas", "Não funciona", "Saya ada soalan", "Tak boleh guna",
)  # fmt: skip
"""What any message of support is a little like: the closeness that says nothing."""

_SCALE = 20


class Meaning:
    """Safe to share between tasks."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._usual: list[tuple[float, ...]] = []

    async def nearness(self, text: str, others: Sequence[str]) -> tuple[float, ...]:
        """Of each other text, about -1 to 3; 0 is what any two messages have.

        Raises an ``AppError`` where there are no vectors now.
        """
        if not self._usual:
            self._usual = await self._embedder.embed(_USUAL, query=True)
        own, *rest = await self._embedder.embed([text, *others], query=True)
        return tuple(
            _SCALE * (_cosine(own, other) - max(self._commonly(own), self._commonly(other)))
            for other in rest
        )

    def _commonly(self, vector: Sequence[float]) -> float:
        return max(_cosine(vector, usual) for usual in self._usual)


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
