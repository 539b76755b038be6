"""Vectors of questions are made once, as long as they are asked for again."""

import numpy as np

from agents.support.knowledge.embedder import LocalMeaning


class CountedModel:
    """Stands in for the engine, with vectors of the texts' lengths."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def query(self, texts: list[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
        self.asked += texts
        return np.array([[len(text)] for text in texts], dtype=np.float32)

    passage = query


async def test_a_question_that_is_asked_again_is_not_embedded_again() -> None:
    model = CountedModel()
    meaning = LocalMeaning(model)
    first = await meaning.embed(["refund", "app crashes", "refund"], query=True)
    again = await meaning.embed(["app crashes", "hello"], query=True)
    assert first == [(6.0,), (11.0,), (6.0,)]
    assert again == [(11.0,), (5.0,)]
    assert model.asked == ["refund", "app crashes", "hello"]


async def test_questions_that_nobody_asks_again_are_forgotten() -> None:
    model = CountedModel()
    meaning = LocalMeaning(model)
    await meaning.embed(["kept", "lost"], query=True)
    for n in range(511):
        await meaning.embed([f"other {n}", "kept"], query=True)
    await meaning.embed(["kept", "lost"], query=True)
    assert model.asked.count("kept") == 1
    assert model.asked.count("lost") == 2
