"""The agents' own part of what the platform says: their cards, buttons and what they can do.

An agent's package ``agents.<slug>.words`` has ``WORDS`` (its topics), ``CARDS`` (a ``Cards``),
``BUTTONS`` (its own buttons), ``locales``, and ``PANEL`` where its tasks have one. Some of its
texts are found by their keys alone, each with the slug in front; what an agent does not have is
left out:

- ``about`` (a sentence), ``also`` (the same in a word or two), ``examples`` (what to say first:
  a line for each, and behind `` | `` what is said, where that differs), ``howto.{name}`` (the
  answer to ``/help {name}``), ``invite`` (what to send now), ``help`` (lines of what it can do),
  ``brief`` (one such line, where it is not the first agent), ``privacy`` (what it keeps),
  ``description`` and ``short_description`` (for a profile);
- ``name`` its one task of a chat, ``command.{name}`` its commands, ``button.{name}`` its buttons,
  ``field.{name}`` its fields, ``doing.{name}`` what a task does, ``waits.{question}`` what it waits
  for, ``erased.{kind}`` how much was deleted (``$n``), ``type_your_own`` how to give an answer that
  no button offers.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Literal, Protocol, cast

from pydantic import JsonValue

import agents
from bot.texts.catalogue import Catalogue
from bot.texts.formats import Formats, shown
from bot.texts.speech import Button, CardView, Panel, TopicWords, Wording
from domain.agents import AgentCard
from domain.commands import Command, CommandForm
from domain.messages import ButtonPress
from domain.tasks import Shown
from domain.topics import PressAction

_IN_A_ROUND = re.compile(r"(.+) · round \d+ of \d+(?: by rules)?")


class Cards(Protocol):
    """How an agent shows its tasks. A ``card`` is its own model as JSON; anything else raises."""

    @property
    def agent(self) -> AgentCard: ...

    @property
    def options(self) -> Sequence[str]:
        """All values that may answer its questions of many choices, as they are stored."""

    def view(self, card: JsonValue, formats: Formats) -> CardView:
        """The card as it stands below a text."""

    def line(self, card: JsonValue, formats: Formats) -> str:
        """The card in one line, with its number; empty where there is nothing to tell."""

    def name(self, card: JsonValue, formats: Formats) -> str:
        """What the task is called in a sentence or on a button."""

    def has(self, card: JsonValue, field: str) -> bool:
        """Whether a field that is still needed has a value, which is only to be confirmed."""

    def help(self, question: str, card: JsonValue, formats: Formats) -> Wording | None:
        """Help about a question of this agent, if it has some."""

    def option(self, value: str, words: Catalogue) -> str:
        """One of ``options`` as a button shows it."""

    @property
    def many_choices(self) -> frozenset[str]:
        """The topics of the questions that any of ``options`` may answer."""


@dataclass(frozen=True)
class AgentButton:
    """A button of an agent. ``code`` stands for it where there is little room; it is permanent,
    and no two agents have the same.
    """

    action: str
    """``{slug}.{name}``."""
    code: str
    settles: bool = True
    """It answers a question, whose buttons are of no use afterwards."""
    word: Literal["", "yes", "no"] = ""
    """The bare word, of any language, that presses it on the newest reply."""


@dataclass(frozen=True)
class AgentTexts:
    """What ``agents.<slug>.words`` has."""

    words: Mapping[str, TopicWords]
    cards: Cards
    buttons: tuple[AgentButton, ...] = ()
    panel: Callable[[JsonValue, Formats], Panel | None] = lambda _card, _formats: None
    """Makes what the page shows of a task beside the chat, such as a cart; None for nothing."""


@cache
def texts_of(slug: str) -> AgentTexts | None:
    """None for an agent that is not in this tree."""
    if slug not in agents.SLUGS:
        return None
    package = import_module(f"agents.{slug}.words")
    return AgentTexts(
        words=cast("Mapping[str, TopicWords]", package.WORDS),
        cards=cast("Cards", package.CARDS),
        buttons=cast("tuple[AgentButton, ...]", package.BUTTONS),
        panel=getattr(package, "PANEL", AgentTexts.panel),
    )


def all_texts() -> tuple[AgentTexts, ...]:
    """Of every agent of this tree."""
    return tuple(texts for slug in agents.SLUGS if (texts := texts_of(slug)) is not None)


def commands_of(slugs: Sequence[str]) -> tuple[CommandForm, ...]:
    """The commands of these agents."""
    known = (texts_of(slug) for slug in slugs)
    return tuple(form for texts in known if texts for form in texts.cards.agent.commands)


def command_names(slugs: Sequence[str]) -> list[str]:
    """All commands where these agents are enabled, as a menu lists them: help, then the agents'."""
    own = [form.name for form in commands_of(slugs) if form.listed]
    return [Command.HELP, *own, *(name for name in Command if name != Command.HELP)]


def _cards_of(task: Shown) -> Cards | None:
    """Those that can show the task; None for an agent that is not here, and without a card."""
    texts = texts_of(task.agent)
    return texts.cards if texts is not None and task.card is not None else None


def view(task: Shown, formats: Formats) -> CardView:
    """A task of an agent that is not here is its number only."""
    cards = _cards_of(task)
    return cards.view(task.card, formats) if cards else CardView(task.number, "")


def views(tasks: Sequence[Shown], formats: Formats) -> tuple[CardView, ...]:
    return tuple(view(task, formats) for task in tasks)


def panel(tasks: Sequence[Shown], formats: Formats) -> Panel | None:
    """Makes what the page shows beside the chat, of the first of these tasks that has it."""
    texts = ((texts_of(task.agent), task.card) for task in tasks)
    panels = (own.panel(card, formats) for own, card in texts if own and card is not None)
    return next(filter(None, panels), None)


def line(task: Shown, formats: Formats) -> str:
    cards = _cards_of(task)
    return cards.line(task.card, formats) if cards else _without_card(task, formats)


def name(task: Shown, formats: Formats) -> str:
    cards = _cards_of(task)
    return cards.name(task.card, formats) if cards else _without_card(task, formats)


def _without_card(task: Shown, formats: Formats) -> str:
    """A task by its number; the only one that its agent has in a chat by what that is."""
    key = f"{task.agent}.name"
    if task.number or not formats.catalogue.has(key):
        return f"#{task.number}"
    return formats.catalogue.text(key)


def has(task: Shown, field: str) -> bool:
    cards = _cards_of(task)
    return cards is not None and cards.has(task.card, field)


def field_label(agent: str, field: str, formats: Formats) -> str:
    key = f"{agent}.field.{field}"
    return formats.catalogue.text(key) if formats.catalogue.has(key) else shown(field)


def doing_now(agent: str, doing: str, formats: Formats) -> str:
    """What a task is doing, in words for the person; an unknown act is shown as it is named. Which
    round of a turn with tools it is, is for operators.
    """
    words = formats.catalogue
    if found := _IN_A_ROUND.fullmatch(doing):
        return doing_now(agent, found[1], formats)
    keys = (f"{agent}.doing.{doing}", f"doing.{doing}")
    return words.first(*keys) if any(map(words.has, keys)) else shown(doing)


def told(key: str, formats: Formats) -> list[str]:
    """What each enabled agent has to say under a key."""
    keys = (f"{slug}.{key}" for slug in formats.agents)
    return [formats.catalogue.text(k) for k in keys if formats.catalogue.has(k)]


def home_text(key: str, formats: Formats) -> str:
    """What the first enabled agent has to say under a key; empty where none has anything."""
    return next(iter(told(key, formats)), "")


def examples(formats: Formats) -> tuple[Button, ...]:
    """What a person can say first: a press on one says its words. Its subject is ``file`` where a
    channel that can do so lets the person choose files instead.
    """
    lines = (
        [*line.split(" | "), "", ""][:3] for line in home_text("examples", formats).splitlines()
    )
    return tuple(
        Button(label, ButtonPress(action=PressAction.SAY, subject=subject, value=words or label))
        for label, words, subject in lines
    )


def with_agents(key: str, formats: Formats, **values: str) -> str:
    """A text of the platform with what the first agent does (``$about``) or wants (``$invite``)."""
    about, invite = home_text("about", formats), home_text("invite", formats)
    text = formats.catalogue.text(key, about=about, invite=invite, **values)
    return text.replace("  ", " ").strip()


def command_menu(slugs: Sequence[str], words: Catalogue) -> tuple[tuple[str, str], ...]:
    """The names of all commands and what they do, in the order of a menu."""
    return tuple(
        (name, command_description("telegram", name, words)) for name in command_names(slugs)
    )


def command_description(channel: str, name: str, words: Catalogue) -> str:
    """A command in a menu: the channel's own words, else the agent's whose command it is."""
    keys = (f"{channel}.command.{name}", *(f"{slug}.command.{name}" for slug in agents.SLUGS))
    return words.first(*keys)
