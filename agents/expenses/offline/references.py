"""Words that point back to what was saved: by its amount, by its name, or as the last one.

"the 8.10 one was actually 9.10", "nee, waren 24,90", "take the tuk tuk off": the row is changed or
taken back at once, which its card shows and undoes.
"""

from collections.abc import Sequence
from decimal import Decimal

from agents.expenses.details import Mention
from agents.expenses.meaning import ExpenseTask, Kind, Meaning, QuestionKind
from agents.expenses.offline.amounts import Amount
from agents.expenses.offline.keywords import is_injection, is_question, keys_of
from agents.expenses.offline.lexicon import find_item
from agents.expenses.offline.mentions import Facts, facts_of
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import pattern, small_words
from domain.understanding import TaskPhase

_CORRECTS, _OPENS, _REMOVES, _LAST, _THE_ONE = (
    pattern("references", name) for name in ("corrects", "opens", "removes", "last", "the_one")
)
_SHORTEST_NAME = 3
_MOST_WORDS = 12
_MOST_LOOSE = 2
"""Words beside an amount and a cue that may stand in a correction of the last row."""


def change_saved(scene: Scene) -> Sequence[Meaning] | None:
    """Returns the change that a message makes to a saved row; None where it points to none."""
    text = scene.text
    if scene.said.caption or scene.said.reply_to_task or scene.said.edited or scene.earlier:
        return None
    saved = [task for task in scene.tasks if _is_at_hand(task)]
    if not saved or len(text.split()) > _MOST_WORDS or is_question(text) or is_injection(text):
        return None
    removes = _REMOVES.search(text) is not None
    corrects = _CORRECTS.search(text) is not None or _THE_ONE.search(text) is not None
    if not removes and not corrects:
        return None
    facts = facts_of(text, scene.person, scene.today)
    priced = [a for a in facts.amounts if a.value is not None and a.value > 0]
    removed = _find_removed(scene, saved, priced, facts) if removes else None
    if removed is not None:
        kind = Kind.UNDO if removed.phase is TaskPhase.DONE else Kind.CANCEL
        return [scene.act(kind, "takes back a row that it names", task=removed)]
    return _correct(scene, saved, priced, facts) if priced and corrects else None


def _is_at_hand(task: ExpenseTask) -> bool:
    """Whether it is saved, or proposed and not yet answered."""
    return task.phase is TaskPhase.DONE or task.question is QuestionKind.PROPOSAL


def _correct(
    scene: Scene, saved: Sequence[ExpenseTask], priced: Sequence[Amount], facts: Facts
) -> Sequence[Meaning] | None:
    by_amount = _find_by_amount(saved, [a.value for a in priced])
    others = [a for a in priced if by_amount is None or a.value != by_amount.known.amount]
    if by_amount is not None and len(others) == 1:
        return [_change_amount(scene, by_amount, others[0], "names its amount")]
    if len(priced) != 1:
        return None
    named = _find_by_name(scene.text, saved)
    if named is not None:
        return [_change_amount(scene, named, priced[0], "names it")]
    if _names_another(facts):
        return None  # something else was bought
    loose = _loose_words(scene, priced[0])
    if (
        _OPENS.match(scene.text)
        and loose <= _MOST_LOOSE
        and saved[-1] is scene.latest(TaskPhase.DONE)
    ):
        return [_change_amount(scene, saved[-1], priced[0], "corrects what was saved last")]
    return None


def _change_amount(scene: Scene, task: ExpenseTask, amount: Amount, how: str) -> Meaning:
    told = Mention(amount=amount.value, currency=amount.currency)
    return scene.act(Kind.DETAIL, how, told, task=task)


def _find_removed(
    scene: Scene, saved: Sequence[ExpenseTask], priced: Sequence[Amount], facts: Facts
) -> ExpenseTask | None:
    named = _find_by_name(scene.text, saved)
    if named is None and not _names_another(facts):
        named = _find_by_amount(saved, [a.value for a in priced])
    if named is None and not priced and _LAST.search(scene.text) is not None:
        return saved[-1]
    return named


def _names_another(facts: Facts) -> bool:
    """Whether it names a shop or a thing, which is none of the saved ones."""
    return bool(facts.merchants) or find_item(facts.words) is not None


def _find_by_amount(
    saved: Sequence[ExpenseTask], amounts: Sequence[Decimal | None]
) -> ExpenseTask | None:
    return next((task for task in reversed(saved) if task.known.amount in amounts), None)


def _find_by_name(text: str, saved: Sequence[ExpenseTask]) -> ExpenseTask | None:
    """Returns the row of which a word of the name stands in the text; None for several rows."""
    words = set(keys_of(text))
    fitting = [task for task in saved if _names_of(task) & words]
    return (
        fitting[-1]
        if len({task.known.merchant or task.known.item for task in fitting}) == 1
        else None
    )


def _names_of(task: ExpenseTask) -> set[str]:
    names = keys_of(f"{task.known.merchant or ''} {task.known.item or ''}")
    small = small_words("filler") | small_words("spending")
    return {name for name in names if len(name) >= _SHORTEST_NAME and name not in small}


def _loose_words(scene: Scene, amount: Amount) -> int:
    """Words that are neither the amount, nor a cue, nor small."""
    text = f"{scene.text[: amount.span.start]} {scene.text[amount.span.end :]}"
    rest = _THE_ONE.sub(" ", _CORRECTS.sub(" ", _OPENS.sub(" ", text)))
    return sum(word not in small_words("filler") for word in keys_of(rest))
