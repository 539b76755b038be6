"""How well tickets of several customers are told to be about the same, for an incident.

    python -m benchmarks.incidents

Every two texts are told by ``matching.is_alike``: messages and tickets of
tests/agents/support/offline/joins.jsonl, questions of customers to one business
(tests/agents/support/knowledge/judged), and eight customers each on seven outages
(tests/agents/support/offline/outages.txt). The weights were fitted to the first alone.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations
from statistics import mean
from typing import NamedTuple

from agents.support.offline.matching import is_alike
from agents.support.tickets import TicketSummary
from benchmarks.matching import TEXTS, cases
from language.detection import languages
from tests.agents.support.knowledge.collections import collections

OUTAGES = TEXTS.with_name("outages.txt")
OTHERS = 4
"""Customers beside the newest one that an incident needs."""


class Told(NamedTuple):
    """A text, what it is compared with, and whether both are of the same matter."""

    text: str
    other: str
    same: bool

    @property
    def is_alike(self) -> bool:
        detect = languages()
        ticket = TicketSummary(
            customer_id="C",
            ticket_id="T",
            text=self.other,
            language=detect.of(self.other, "en"),
        )
        return is_alike(self.text, detect.of(self.text, "en"), ticket)


def of_matters(matters: Sequence[tuple[str, str]]) -> Iterator[Told]:
    """``matters``: texts, each with what it is about."""
    for (text, matter), (other, theirs) in permutations(matters, 2):
        yield Told(text, other, matter == theirs)


def from_joins() -> Iterator[Told]:
    for case in cases():
        for number, ticket in enumerate(case.tickets):
            yield Told(case.text, ticket.text, case.joins == number)


def from_questions() -> Iterator[Told]:
    for half in ("seen", "unseen"):
        for collection in collections(half):
            team = {article.id: article.category for article in collection.articles}
            asked = sorted(collection.asked, key=lambda each: team[each[1]])
            for _, matters in groupby(asked, key=lambda each: team[each[1]]):
                yield from of_matters(list(matters))


def outages() -> Iterator[Told]:
    matters, team, seen = [], "", 0
    for line in OUTAGES.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            team, seen = line.removeprefix("# "), seen + 1
        else:
            matters.append((team, line, str(seen)))
    for _, of_team in groupby(sorted(matters, key=lambda each: each[0]), key=lambda each: each[0]):
        yield from of_matters([(text, matter) for _, text, matter in of_team])


def main() -> None:
    for name, told in (
        ("tickets", from_joins()),
        ("questions", from_questions()),
        ("outages", outages()),
    ):
        pairs = [(each, each.is_alike) for each in told]
        found = mean(alike for each, alike in pairs if each.same)
        wrong = mean(alike for each, alike in pairs if not each.same)
        print(f"{name}: {found:.2f} of those that are the same, {wrong:.3f} of others")
        for label, same in (("of the same", True), ("of others", False)):
            alike = {each.text: 0 for each, _ in pairs}
            for each, is_like in pairs:
                alike[each.text] += is_like and each.same is same
            enough = mean(count >= OTHERS for count in alike.values())
            print(f"  like {OTHERS} or more {label}: {enough:.3f} of {len(alike)} texts")


if __name__ == "__main__":
    main()
