"""Words that point back to what was saved: by its amount, its name, its place, or as the last one.

"the 8.10 one was actually 9.10", "nee, waren 24,90", "both were saturday", "take the tuk tuk off":
the row is changed or taken back at once, which its card shows and undoes. Where it is not plain
that words point back, what is proposed as new offers the row that it may change.
"""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from agents.expenses.details import Mention
from agents.expenses.meaning import NAMES_OF_OTHERS, ExpenseTask, Kind, Meaning, QuestionKind
from agents.expenses.offline.keywords import is_injection, is_only_spoken_of, is_question, keys_of
from agents.expenses.offline.lexicon import categories_in, find_item, item_known
from agents.expenses.offline.mentions import Facts, facts_of
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import pattern, small_words
from agents.expenses.tools import CHANGE_EXPENSE
from domain.naming import numbers_in
from domain.understanding import TaskPhase
from language.amounts import Amount
from language.meant import FIRM, meant_by
from language.words import without

_CORRECTS, _OPENS, _REMOVES, _LAST, _WAS, _BOTH, _DEFINITE = (
    pattern("references", name)
    for name in ("corrects", "opens", "removes", "last", "was", "both", "definite")
)
_CUES = (_OPENS, _CORRECTS, _WAS, _BOTH)
_PLACES = tuple(pattern("references", name) for name in ("first", "second", "third"))
_SHORTEST_NAME = 3
_MOST_WORDS = 14
_MOST_LOOSE = 3
"""Words beside an amount and a cue that may stand in a correction of the last row."""

_LATELY = timedelta(days=2)
"""How far back a row may be dated that a name alone points to."""

_MOST_PLACES = 5
"""Of more rows it is not plain which one is the second."""


def change_saved(scene: Scene) -> Sequence[Meaning] | None:
    """Returns the changes that a message makes to saved rows; None where it points to none."""
    text = scene.text
    if scene.said.caption or scene.said.reply_to_task or scene.said.edited or scene.earlier:
        return None
    rows = rows_at_hand(scene)
    long = len(text.split()) > _MOST_WORDS
    if not rows or long or is_question(text) or is_injection(text):
        return None
    facts = facts_of(text, scene.person, scene.today)
    priced = [a for a in facts.amounts if a.value is not None and a.value > 0]
    if _REMOVES.search(text) is not None:
        removed = _find_removed(scene, rows, priced, facts)
        if removed:
            return [_remove(scene, row) for row in removed]
    purpose = meant_by(scene.said.text)
    if not facts.amounts and purpose.is_for("undo", least=FIRM):
        return _take_back_named(scene, rows)
    changes = purpose.is_for(CHANGE_EXPENSE.name, least=FIRM)
    if priced:
        return _change_amount(scene, rows, priced, facts, meant=changes)
    return _change_rest(scene, rows, facts, meant=changes)


def _take_back_named(scene: Scene, rows: Sequence[ExpenseTask]) -> Sequence[Meaning] | None:
    """The row that is named, in a message that is judged to take something back."""
    row = None if is_only_spoken_of(scene.text) else _find_by_name(scene.text, rows)
    return None if row is None else [_remove(scene, row).model_copy(update={"judged": True})]


def row_meant(scene: Scene, told: Mention) -> ExpenseTask | None:
    """The row that a proposed expense may change instead of being new; None where it is plainly
    new.
    """
    rows = rows_at_hand(scene)
    if not rows or scene.said.caption or scene.said.reply_to_task or scene.said.edited:
        return None
    named = _find_by_name(scene.text, rows)
    if named is not None and named.known.amount != told.amount:
        return named
    facts = facts_of(scene.text, scene.person, scene.today)
    nameless = not (told.merchant or told.item) or not _names_another(facts)
    points = _CORRECTS.search(scene.text) is not None or _WAS.search(scene.text) is not None
    return rows[-1] if nameless and points and rows[-1].known.amount != told.amount else None


def name_of_another(scene: Scene) -> str | None:
    """Returns the name of another member's row that a message gives an amount to, as in "the cinema
    was 25"; None where it is not plain that this row is meant: a word of its name or more words,
    as in "the coffee I had was 5", tell of an expense of one's own.
    """
    names = scene.looked_up.get(NAMES_OF_OTHERS)
    facts = facts_of(scene.text, scene.person, scene.today)
    points = _WAS.search(scene.text) and _DEFINITE.search(scene.text)
    if not isinstance(names, list) or not points or len(facts.amounts) != 1:
        return None
    words = keys_of(_without_cues(_without_fixed(scene, facts)))
    named = [name for name in map(str, names) if words and words == keys_of(_without_cues(name))]
    return named[0] if len(named) == 1 and not is_question(scene.text) else None


def shop_corrected(scene: Scene) -> str | None:
    """Returns the known shop of a row that is not at hand, which a message gives another amount, as
    in "the grab was actually 41.20".
    """
    text = scene.text
    corrects = all(words.search(text) for words in (_DEFINITE, _WAS, _CORRECTS))
    facts = facts_of(text, scene.person, scene.today)
    if not corrects or len(facts.amounts) != 1 or len(facts.merchants) != 1 or is_question(text):
        return None
    name = facts.merchants[0].known.name
    at_hand = any(row.known.merchant == name for row in rows_at_hand(scene))
    return None if at_hand else name


def names_place(text: str) -> bool:
    """Whether it speaks of rows by their place: "the second one", "both"."""
    return any(words.search(text) for words in (*_PLACES, _BOTH))


def names_row(scene: Scene, row: ExpenseTask) -> bool:
    """Whether a message names a row: by its number, name, amount or place."""
    told = [amount.value for amount in facts_of(scene.text, scene.person, scene.today).amounts]
    return (
        row.number in numbers_in(scene.text)
        or names_place(scene.text)
        or row.known.amount in told
        or bool(_names_of(row) & set(keys_of(scene.text)))
    )


def rows_at_hand(scene: Scene) -> list[ExpenseTask]:
    """What is saved lately, or is proposed or asked about and could be saved; the newest last."""
    asked = {QuestionKind.PROPOSAL, QuestionKind.READING, QuestionKind.CATEGORY}
    return [
        task
        for task in scene.tasks
        if task.known.amount is not None
        and (task.phase is TaskPhase.DONE or task.question in asked)
    ]


def _change_amount(
    scene: Scene,
    rows: Sequence[ExpenseTask],
    priced: Sequence[Amount],
    facts: Facts,
    *,
    meant: bool,
) -> Sequence[Meaning] | None:
    text = scene.text
    opens, was = _OPENS.match(text) is not None, _WAS.search(text) is not None
    if not (meant or opens or was or _CORRECTS.search(text)):
        return None
    by_amount = _find_by_amount(rows, [a.value for a in priced])
    others = [a for a in priced if by_amount is None or a.value != by_amount.known.amount]
    if by_amount is not None and len(others) == 1:
        return [_with_amount(scene, by_amount, others[0], "names its amount")]
    if len(priced) != 1:
        return None
    row = _find_by_place(text, rows) or _find_by_name(text, rows)
    loose = _loose_words(scene, facts)
    if row is None:
        few = len(loose) <= _MOST_LOOSE
        row = rows[-1] if opens and few and not _names_another(facts) else None
    if row is None or not _is_lately(row, scene) or _says_more(loose, row):
        return None
    return [_with_amount(scene, row, priced[0], "points to it")]


def _change_rest(
    scene: Scene, rows: Sequence[ExpenseTask], facts: Facts, *, meant: bool
) -> Sequence[Meaning] | None:
    """A day or a way of paying, of one row, the last one, or the last two; where it is meant as a
    change, the category of a row that it names.
    """
    day = next((d.day for d in facts.dates if d.day is not None), None)
    method = find_method(scene.text)
    both = _BOTH.search(scene.text) is not None
    named = _find_by_place(scene.text, rows) or _find_by_name(scene.text, rows)
    if day is None and method is None:
        if not meant or named is None or is_only_spoken_of(scene.text):
            return None
        return _recategorize(scene, named)
    told = Mention(occurred_on=day, payment_method=method.name if method else None)
    loose = _loose_words(scene, facts)
    beside = [word for word in loose if named is None or word not in _names_of(named)]
    if scene.must_answer is not None or len(beside) > (1 if both or named is not None else 0):
        return None
    if method is None and not (both or named or _WAS.search(scene.text)):
        return None  # a day alone
    of = rows[-2:] if both else [named or rows[-1]]
    if any(_says_more(loose, row) for row in of):
        return None
    how = "says when it was, or how it was paid"
    return [scene.act(Kind.DETAIL, how, told, task=row) for row in of]


def _recategorize(scene: Scene, row: ExpenseTask) -> Sequence[Meaning] | None:
    """Never what is only proposed: a value saves it, and its name may be of another one."""
    if row.question is QuestionKind.PROPOSAL:
        return None
    named = [name for name in categories_in(scene.text) if name != row.known.category]
    if len(named) != 1:
        return None
    moved = Mention(category=named[0])
    act = scene.act(Kind.DETAIL, "says what it is counted as", moved, task=row)
    return [act.model_copy(update={"judged": True})]


def _says_more(loose: Sequence[str], row: ExpenseTask) -> bool:
    """Whether words are left over that are about something else than what the row proposes: no
    proposal is saved by such.
    """
    return row.question is QuestionKind.PROPOSAL and not set(loose) <= _names_of(row)


def _with_amount(scene: Scene, task: ExpenseTask, amount: Amount, how: str) -> Meaning:
    told = Mention(amount=amount.value, currency=amount.currency)
    return scene.act(Kind.DETAIL, how, told, task=task)


def _remove(scene: Scene, task: ExpenseTask) -> Meaning:
    kind = Kind.UNDO if task.phase is TaskPhase.DONE else Kind.CANCEL
    return scene.act(kind, "takes back a row that it names", task=task)


def _find_removed(
    scene: Scene, rows: Sequence[ExpenseTask], priced: Sequence[Amount], facts: Facts
) -> Sequence[ExpenseTask]:
    if _BOTH.search(scene.text) is not None and not priced:
        return rows[-2:]
    named = _find_by_place(scene.text, rows) or _find_by_name(scene.text, rows)
    if named is None and not _names_another(facts):
        named = _find_by_amount(rows, [a.value for a in priced])
    if named is None and not priced and _LAST.search(scene.text) is not None:
        named = rows[-1]
    return [] if named is None else [named]


def _names_another(facts: Facts) -> bool:
    """Whether it names a shop or a thing, which is none of the saved ones."""
    return bool(facts.merchants) or find_item(facts.words) is not None


def _is_lately(row: ExpenseTask, scene: Scene) -> bool:
    day = row.known.occurred_on
    return day is None or scene.today - day <= _LATELY


def _find_by_amount(
    rows: Sequence[ExpenseTask], amounts: Sequence[Decimal | None]
) -> ExpenseTask | None:
    return next((task for task in reversed(rows) if task.known.amount in amounts), None)


def _find_by_place(text: str, rows: Sequence[ExpenseTask]) -> ExpenseTask | None:
    """As in "the second one"."""
    if len(rows) > _MOST_PLACES:
        return None
    at = next((n for n, place in enumerate(_PLACES) if place.search(text)), None)
    return rows[at] if at is not None and at < len(rows) else None


def _find_by_name(text: str, rows: Sequence[ExpenseTask]) -> ExpenseTask | None:
    """Returns the row of which a word of the name stands in the text; None for several rows."""
    words = set(keys_of(text))
    fitting = [task for task in rows if _names_of(task) & words]
    return (
        fitting[-1]
        if len({task.known.merchant or task.known.item for task in fitting}) == 1
        else None
    )


def _names_of(task: ExpenseTask) -> set[str]:
    names = keys_of(f"{task.known.merchant or ''} {task.known.item or ''}")
    small = small_words("filler") | small_words("spending")
    long = {name for name in names if len(name) >= _SHORTEST_NAME and name not in small}
    return long | {name for name in names if item_known(name) is not None}


def _loose_words(scene: Scene, facts: Facts) -> list[str]:
    """Words that are neither an amount, a day, a way of paying, nor a cue, nor small."""
    rest = _without_fixed(scene, facts)
    for cue in _CUES:
        rest = cue.sub(" ", rest)
    return [word for word in keys_of(rest) if word not in small_words("filler")]


def _without_fixed(scene: Scene, facts: Facts) -> str:
    method = find_method(scene.text)
    fixed = [part.span for part in (*facts.amounts, *facts.dates, method) if part is not None]
    return without(scene.text, fixed)


def _without_cues(text: str) -> str:
    for cue in (_DEFINITE, *_CUES):
        text = cue.sub(" ", text)
    return text
