"""Conversations of ``played.jsonl``, each as it stands there.

A line has the ``promise``; what is done, one after another, each dealt with before the next; the
topics of all that was shown; and what is saved then, by number: name, amount, a currency that is
not the person's, how it was paid. More of what was shown: ``words`` on the screen, and by the
number of a reply the ``buttons`` (action and label) and fields of its ``content``. ``player.py``
says how steps are written.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, JsonValue

from agents.expenses.shown import Card
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.agents.expenses.workflow.player import Player

LINES = Path(__file__).with_name("played.jsonl").read_text(encoding="utf-8").splitlines()


class Played(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    promise: str
    do: tuple[str, ...]
    topics: tuple[str, ...]
    saved: tuple[str, ...]
    categories: tuple[str, ...] | None = None
    words: tuple[str, ...] = ()
    buttons: Mapping[int, Sequence[str]] = {}
    content: Mapping[int, Mapping[str, JsonValue]] = {}
    limits: Mapping[str, JsonValue] = {}


PLAYED = [Played.model_validate_json(line) for line in LINES]


def row(card: Card) -> str:
    currency = card.currency if card.currency != "MYR" else None
    parts = (card.merchant or card.item, card.amount, currency, card.payment_method)
    return " ".join(f"{part}" for part in parts if part is not None)


@pytest.mark.shows("1.4", "4.1", "6.3", "11.1", "17.3", "17.5", "scenario 17")
@pytest.mark.shows("safety 2", "safety 3", "safety 4", "safety 5", "safety 16", "safety 20")
@pytest.mark.shows("telegram 7", "telegram 8", "telegram 11", "telegram 12")
@pytest.mark.parametrize("played", PLAYED, ids=lambda played: played.promise)
async def test_a_conversation_goes_as_it_is_written(chat: ExpenseChat, played: Played) -> None:
    chat.limit(**played.limits)
    player = Player(chat)
    for step in played.do:
        await player.do(step)
    with suppress(TimeoutError):  # the comparison tells what is missing
        await chat.channel.until(lambda shown: len(shown) >= len(played.topics))
    await chat.quiet()
    shown = [topic.partition(".")[2] for topic in chat.topics]
    assert shown == list(played.topics)
    rows = sorted(chat.saved, key=lambda card: card.number or 0)
    assert tuple(map(row, rows)) == played.saved
    assert played.categories in {None, tuple(card.category for card in rows)}
    assert [words for words in played.words if words not in chat.screen] == []
    for number, buttons in played.buttons.items():
        reply = player.shown(f"{number}")
        labels = [button.label for button in chat.wording(reply).buttons]
        actions = [choice.press.action for choice in reply.choices]
        assert [f"{a} {label}" for a, label in zip(actions, labels, strict=True)] == list(buttons)
    for number, content in played.content.items():
        found = player.shown(f"{number}").content
        assert isinstance(found, dict)
        assert {name: found[name] for name in content} == content
