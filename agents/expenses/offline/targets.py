"""Which expense a correction or a further detail is about: one just stated, or one of the tasks."""

import re
from collections.abc import Sequence

from agents.expenses.details import Mention
from agents.expenses.meaning import ExpenseTask, Kind, Meaning
from agents.expenses.offline.corrections import Correction, correction_in, merged
from agents.expenses.offline.lexicon import find_merchants
from agents.expenses.offline.scene import Scene
from domain.understanding import TaskPhase
from language.words import words_of


def names_another_purchase(scene: Scene, correction: Correction) -> bool:
    """sorry, grab 12" names another purchase; "sorry, coffee 12" after a coffee does not."""
    changes = correction.changes
    named = changes.merchant or changes.item
    if changes.amount is None or named is None or scene.replied is not None:
        return False
    known = [m for act in scene.earlier for m in act.mentions] + [t.known for t in scene.tasks]
    return not any(
        named.casefold() in {(m.merchant or "").casefold(), (m.item or "").casefold()}
        for m in known
    )


_PAYEE = re.compile(r"(?:^|[\s,])(?:from|at|@|dari|kat|dekat|bei)\s", re.IGNORECASE)


def _names_payee(text: str) -> bool:
    """Whether a text names who was paid, by a known name or behind "at" or "from"."""
    return _PAYEE.search(text) is not None or bool(find_merchants(words_of(text)))


def changes_only(scene: Scene) -> bool:
    """As in "make it 20": about something known, whatever its words could be names of."""
    correction = correction_in(scene.text, scene.person, scene.today)
    if correction is None or not correction.referring or _names_payee(scene.text):
        return False
    return correction.changes.merchant is None and correction.changes.item is None


def applied(scene: Scene, correction: Correction, reason: str) -> Sequence[Meaning] | None:
    """Into the expense stated just before, else onto the task that it fits best."""
    stated = scene.stated_before
    if stated is not None:
        scene.earlier.remove(stated)
        at = place_of(stated.mentions, correction)
        mentions = list(stated.mentions)
        mentions[at] = merged(mentions[at], correction.changes)
        ids = (*stated.message_ids, scene.said.message_id)
        return [
            stated.model_copy(
                update={
                    "mentions": tuple(mentions),
                    "message_ids": ids,
                    "reason": reason,
                    "sure": False,
                }
            )
        ]
    task = _target(scene, correction)
    return None if task is None else [scene.act(Kind.DETAIL, reason, correction.changes, task=task)]


def place_of(mentions: Sequence[Mention], correction: Correction) -> int:
    old = correction.replaced.amount if correction.replaced else None
    same = [i for i, m in enumerate(mentions) if old is not None and m.amount == old]
    names = {correction.changes.merchant, correction.changes.item} - {None}
    named = [i for i, m in enumerate(mentions) if names & {m.merchant, m.item}]
    return [*named, *same, len(mentions) - 1][0] if named or same else len(mentions) - 1


def _target(scene: Scene, correction: Correction) -> ExpenseTask | None:
    if scene.replied is not None:
        return scene.replied
    names = {correction.changes.merchant, correction.changes.item} - {None}
    named = [t for t in scene.tasks if names & {t.known.merchant, t.known.item}]
    changed = [t for t in named if not correction.changes.beyond(t.known).is_empty()]
    if changed:
        return changed[-1]
    old = correction.replaced.amount if correction.replaced else None
    if old is not None:
        holds_it = [t for t in scene.tasks if t.known.amount == old]
        if holds_it:
            return holds_it[-1]
    likely = scene.under_way
    if likely is None and (named or scene.is_reading_several):
        return named[-1] if named else None
    likely = likely or scene.latest(TaskPhase.DONE)
    return None if likely is not None and is_of_no_task(correction, (likely,)) else likely


def is_of_no_task(correction: Correction, tasks: Sequence[ExpenseTask]) -> bool:
    """Whether a correction names an expense and its old amount, and no task has that amount, as in
    "the shell one was 65 not 60".
    """
    named = correction.changes.merchant or correction.changes.item
    another = [correction.replaces_another(task.known) for task in tasks]
    return bool(named and another) and all(another)


def fills_gap(scene: Scene, mentions: Sequence[Mention]) -> bool:
    """With a reply to a card, or naming again what the open task already has, it is about that."""
    if scene.replied is not None:
        return len(mentions) == 1
    asked = scene.asked
    if asked is None or len(mentions) != 1 or asked.question is None:
        return False
    known, said = asked.known, mentions[0]
    same_amount = known.amount is not None and known.amount == said.amount
    names = {(known.merchant or "").casefold(), (known.item or "").casefold()} - {""}
    same_name = bool(names & {(said.merchant or "").casefold(), (said.item or "").casefold()})
    return same_amount or (same_name and known.amount is None)


def complements(stated: Meaning, values: Mention) -> bool:
    last = stated.mentions[-1]
    gives_amount = values.amount is not None and last.amount is None and not last.ambiguous_amounts
    named = values.merchant or values.item
    gives_name = named is not None and values.amount is None and last.merchant is None
    return (gives_amount and named is None) or (
        gives_name and (last.item is None or values.item is None)
    )
