"""From open messages to acts: each message in order, seen with those before it."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache, partial

from agents.expenses.card import CARD
from agents.expenses.details import Mention
from agents.expenses.features import FEATURES
from agents.expenses.meaning import (
    ExpenseTask,
    HeardWords,
    Kind,
    Meaning,
    QuestionKind,
    RecogniseRequest,
)
from agents.expenses.offline import keywords, orders
from agents.expenses.offline.answers import OTHER_AGENTS, recognise
from agents.expenses.offline.corrections import (
    Correction,
    correction_in,
    field_called,
    merged,
    values_in,
    without_interjection,
)
from agents.expenses.offline.expenses import expenses_in, names_a_purchase, parts_of
from agents.expenses.offline.guesses import guess_in, kind_in, own_part_in
from agents.expenses.offline.import_answers import names_rows
from agents.expenses.offline.insights import (
    asked_in_part,
    asks_what_is_left,
    narrowed,
    points_back,
    query_in,
    refers_back,
)
from agents.expenses.offline.kinds import moved_in
from agents.expenses.offline.lexicon import (
    category_named,
    item_known,
    merchant_known,
    shops_in,
)
from agents.expenses.offline.mentions import facts_of, prepare
from agents.expenses.offline.notices import notice_in
from agents.expenses.offline.partials import partial_in
from agents.expenses.offline.references import (
    change_saved,
    name_of_another,
    names_place,
    names_row,
    row_meant,
    shop_corrected,
)
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.sureness import is_likely, is_sure, proposed_by
from agents.expenses.offline.tables import pattern, small_words
from agents.expenses.offline.targets import (
    applied,
    changes_only,
    complements,
    fills_gap,
    is_of_no_task,
    names_another_purchase,
    place_of,
)
from agents.expenses.offline.unclear_amounts import as_heard, as_typed
from agents.expenses.shown import MoneyKind
from agents.expenses.spending import InsightQuery
from agents.expenses.tools import (
    CHANGE_EXPENSE,
    EXPLAIN_EXPENSE,
    EXPLAIN_WORDS,
    SUMMARISE_SPENDING,
    UNDO_LATEST,
    BankNotice,
    Hint,
    LatestExpenses,
    WordsToExplain,
)
from domain.history import Speaker
from domain.messages import CallRequest
from domain.money import AmountOrigin
from domain.naming import UNKNOWN_TASK, numbers_in, rows_in
from domain.tools import Arguments, Tool
from domain.understanding import Said, TaskPhase
from language.amounts import find_amounts
from language.meant import FIRM, meant_by
from language.past_days import today_of
from language.periods import day_about
from language.words import key_of, without
from language.yes_no import begins_with_no, turns_to_yes

MAX_LENGTH = 1_000
"""Characters looked at. A longer text is a pasted document: it is talk, not a note of spending."""

_MAX_UNCLEAR_WORDS = 4
_LOOKED_BACK = 8
"""Messages in which the question is looked for that a short text follows."""

_A_WHILE = timedelta(hours=1)
"""A question that is older is not followed any more."""

_REPAIR = pattern("turns", "repair")
_POINTS = pattern("turns", "points")
_FOR_ALL = pattern("turns", "for_all")
_AFTER_ALL = pattern("turns", "after_all")
_CATEGORY_LEAD = pattern("answers", "category_lead")
_NO_MATTER = pattern("answers", "no_matter")
_BESIDES = re.compile(r",|\bbut\b", re.IGNORECASE)
"""Parts an order from further words: "bring it back, it was 14"."""
_MOST_OF_ORDER = 5
"""Words of an order to take something back; more tell why."""
_CALLED_RIGHT = frozenset({QuestionKind.PROPOSAL, QuestionKind.READING})
"""Questions whether values are right; "#2 is right" says nothing of any other."""
_NEW = frozenset({Kind.EXPENSE, Kind.GUESS})
_SEVERAL = 2
_MOST_OF_CATEGORY = 4
_LEAVES_AMOUNTS = frozenset([
    None, QuestionKind.CATEGORY, QuestionKind.PROPOSAL, QuestionKind.DUPLICATE, QuestionKind.RETRY,
])  # fmt: skip
"""Questions, and none, that no amount answers: what has one tells of something else."""
_ASKED_OF_SEVERAL = frozenset(
    {QuestionKind.CATEGORY, QuestionKind.MERCHANT, QuestionKind.DATE, QuestionKind.READING}
)
"""Questions that several receipts of one day may have the same answer to; no two cost the same."""


def meanings_of(request: HeardWords) -> tuple[Meaning, ...]:
    """All acts of the open messages, in order; at least one."""
    acts: list[Meaning] = []
    for said in request.said:
        text = prepare(said.text[: MAX_LENGTH + 1], request.person)
        today = today_of(request.person, said)
        scene = Scene(
            said=said,
            text=text,
            person=request.person,
            today=today,
            tasks=request.tasks,
            dropped=request.dropped,
            deleted=request.deleted,
            open_question=request.open_question,
            earlier=acts,
            before=_said_before(said, request),
            shown=_shown_last(request),
            looked_up=request.looked_up,
        )
        scene, found = _with_day_about(scene, _meaning(scene))
        if said.caption:
            found = [_of_file(act, scene) for act in found]
        found = [_of_its_kind(_in_doubt(act, scene), scene) for act in found]
        acts.extend([_judged(_with_parts(act, scene), scene) for act in found])
    return tuple(acts)


def _with_day_about(scene: Scene, found: Sequence[Meaning]) -> tuple[Scene, Sequence[Meaning]]:
    """New expenses with a day about when they were, which their words tell: "dentist 40 last week".
    To what is saved such words tell no day.
    """
    said, about = scene.said, day_about(scene.text, scene.person, scene.today)
    new = {act.kind for act in found} <= {*_NEW, Kind.GENERAL}
    if about is None or not new or said.caption or said.edited or said.reply_to_task:
        return scene, found
    rest = without(scene.text, [about.span]).strip(" ,.!")
    bare = scene._replace(text=rest, day_about=about.day)
    told = _meaning(bare)
    kinds, mentions = {act.kind for act in told}, [m for act in told for m in act.mentions]
    unread = any(act.kind is Kind.GENERAL for act in found)
    if not kinds <= ({Kind.EXPENSE} if unread else _NEW) or any(m.amount is None for m in mentions):
        return scene, found

    def dated(mention: Mention) -> Mention:
        return mention.model_copy(update={"occurred_on": mention.occurred_on or about.day})

    return bare, [
        act.model_copy(update={"mentions": tuple(map(dated, act.mentions))}) for act in told
    ]


def _of_file(act: Meaning, scene: Scene) -> Meaning:
    """A caption tells of its picture, unless its own words say that something there is wrong."""
    corrects = correction_in(scene.text, scene.person, scene.today) is not None
    if act.kind not in {Kind.DETAIL, Kind.EXPENSE} or corrects:
        return act
    told = tuple(map(_without_mere_words, act.mentions))
    if not any(mention != Mention() for mention in told):
        return scene.act(Kind.GENERAL, "a caption that names nothing")
    return act.model_copy(update={"kind": Kind.EXPENSE, "mentions": told})


def _in_doubt(act: Meaning, scene: Scene) -> Meaning:
    """With all readings of its amounts, where their words have several."""
    said = scene.said
    heard = tuple(
        as_heard(mention, said.text, scene.person.currency)
        if said.spoken
        else as_typed(mention, said.text)
        for mention in act.mentions
    )
    if heard == act.mentions:
        return act
    return act.model_copy(update={"mentions": heard, "sure": False})


def _with_parts(act: Meaning, scene: Scene) -> Meaning:
    """With the parts that are told of an expense's amount, and the day behind them."""
    told = act.mentions[0] if len(act.mentions) == 1 else None
    tells = act.kind in {Kind.EXPENSE, Kind.GUESS} or (
        act.kind is Kind.DETAIL and scene.said.edited
    )
    if not tells or told is None or told.amount is None:
        return act
    task = scene.task(act.task_id)
    kind = told.kind or (task and task.known.kind)
    if kind not in {None, MoneyKind.EXPENSE}:
        return act
    currency = told.currency or scene.person.currency
    dates = facts_of(scene.text, scene.person, scene.today).dates
    text = without(scene.text, [dated.span for dated in dates])
    day = told.occurred_on or next((dated.day for dated in dates if dated.day), None)
    for parts_told in FEATURES.each_of("recognise", "parts_told"):
        if parts := parts_told(scene, text, told.amount, currency):
            told = told.model_copy(update={"parts": parts, "occurred_on": day})
    return act.model_copy(update={"mentions": (told,)})


def _without_mere_words(mention: Mention) -> Mention:
    """As in "from my trips": without an amount, words in small letters are nobody's name."""
    name = mention.merchant
    if name is None or mention.amount is not None or mention.ambiguous_amounts:
        return mention
    named = merchant_known(name) is not None or not name.islower()
    return mention if named else mention.model_copy(update={"merchant": None})


def _said_before(said: Said, request: HeardWords) -> tuple[str, ...]:
    """What the person said shortly before this message, each within a while of the next."""
    mine = [e for e in request.history if e.speaker is Speaker.PERSON and e.at < said.sent_at]
    recent: list[str] = []
    after = said.sent_at
    for entry in reversed(mine[-_LOOKED_BACK:]):
        if after - entry.at > _A_WHILE:
            break
        recent.append(prepare(entry.text[: MAX_LENGTH + 1], request.person))
        after = entry.at
    return tuple(reversed(recent))


def _shown_last(request: HeardWords) -> str:
    answers = (e for e in reversed(request.history) if e.speaker is Speaker.STEWARD)
    newest = next(answers, None)
    return (newest.task_id if newest and newest.agent == CARD.slug else None) or ""


def _of_its_kind(act: Meaning, scene: Scene) -> Meaning:
    """Proposes as income or a transfer what is read as an expense and says that money moved."""
    plain = len(act.mentions) == 1 and act.mentions[0].kind is None
    kind = kind_in(scene.text) if act.kind is Kind.EXPENSE and plain else None
    if kind is None or scene.said.caption:
        return act
    told = act.mentions[0].model_copy(update={"kind": kind})
    return act.model_copy(update={"kind": Kind.GUESS, "mentions": (told,)})


def _judged(act: Meaning, scene: Scene) -> Meaning:
    """An answer was judged as one; it too may mean something else in an edit or behind others."""
    answers = act.sure and not scene.said.edited and not scene.earlier
    whole = act.kind is Kind.UNDO and keywords.deletes(scene.text)
    sure = not act.judged and (answers or is_sure(act, scene))
    likely = sure or is_likely(act, scene)
    told = {"sure": sure, "likely": likely, "whole": whole, "explicit": _is_explicit(act, scene)}
    judged = act.model_copy(update=told)
    new = likely or scene.day_about is not None
    proposed = act.kind in _NEW and not new and len(act.mentions) == 1
    row = row_meant(scene, act.mentions[0]) if proposed else None
    return judged if row is None else judged.model_copy(update={"task_id": row.task_id})


def _is_explicit(act: Meaning, scene: Scene) -> bool:
    task = scene.task(act.task_id)
    return act.kind is Kind.DETAIL and task is not None and names_row(scene, task)


def _meaning(scene: Scene) -> Sequence[Meaning]:
    for rule in _RULES:
        found = rule(scene)
        if found is not None:
            return _declined(scene, found) or found
    general = [scene.act(Kind.GENERAL, "no rule for an expense or a command fits")]
    return _declined(scene, general) or general


def _declined(scene: Scene, found: Sequence[Meaning]) -> Sequence[Meaning] | None:
    """Takes a "no" for one to what is proposed, where nothing is understood behind it."""
    task = scene.asked
    if task is None or task.question is not QuestionKind.PROPOSAL:
        return None
    unread = all(act.kind in {Kind.GENERAL, Kind.HINT} for act in found)
    if not unread or not _refuses(scene.said.text):
        return None
    return [scene.act(Kind.DENY, "begins with a no to what is proposed", task=task)]


def _refuses(text: str) -> bool:
    """Not "no problem", and not "no wait yes"."""
    harmless = _NO_MATTER.match(text) is not None or turns_to_yes(text)
    return begins_with_no(text) and not harmless


def _hint(scene: Scene, hint: Hint, name: str = "") -> Meaning:
    words = WordsToExplain(hint=hint, name=name)
    return _calling(scene, Kind.HINT, EXPLAIN_WORDS, words, "names nothing that it could change")


def _calling(scene: Scene, kind: Kind, tool: Tool, arguments: Arguments, reason: str) -> Meaning:
    written = arguments.model_dump_json(exclude_defaults=True)
    call = CallRequest(name=tool.name, arguments=written)
    return scene.act(kind, reason).model_copy(update={"call": call})


def _unmet(scene: Scene) -> Sequence[Meaning] | None:
    """A change of what is not at hand, or that something is not right."""
    if scene.must_answer is not None or scene.latest(TaskPhase.DONE) is None:
        return None
    named = orders.change_in(scene.text)
    if named is not None and values_in(named[1], scene.person, scene.today):
        return [_hint(scene, Hint.CHANGE, named[0])]
    return [_hint(scene, Hint.CHANGE)] if keywords.is_judged(scene.text) else None


def _of_no_row(scene: Scene) -> Sequence[Meaning] | None:
    """As in "the aldi one was 40" or "make the lunch 13", where none of the rows at hand is called
    so, or "the cinema was 25" of another member's: no new expense.
    """
    bound = scene.said.caption or scene.said.reply_to_task is not None or scene.said.edited
    if bound or scene.must_answer is not None:
        return None
    text = scene.said.text
    ordered = orders.change_in(text, ordered=True)
    known = ordered and (item_known(key_of(ordered[0])) or merchant_known(ordered[0]))
    spoken = orders.row_spoken_of(text) or (ordered if known else None)
    if spoken is not None and values_in(spoken[1], scene.person, scene.today, change=True):
        return [_hint(scene, Hint.CHANGE, spoken[0])]
    correction = correction_in(scene.text, scene.person, scene.today)
    if correction is not None and is_of_no_task(correction, scene.tasks):
        name = correction.changes.merchant or correction.changes.item or ""
        return [_hint(scene, Hint.CHANGE, name)]
    not_at_hand = name_of_another(scene) or shop_corrected(scene)
    return None if not_at_hand is None else [_hint(scene, Hint.CHANGE, not_at_hand)]


def _read_by_purpose(scene: Scene) -> Sequence[Meaning] | None:
    """Reads a message as what it is judged to be for. Not a single word, which says too little."""
    bound = scene.said.caption or scene.said.reply_to_task is not None or scene.said.edited
    if bound or scene.earlier or len(scene.text.split()) == 1:
        return None
    judged = meant_by(scene.said.text)
    read = _readers().get(judged.label) if judged.chance >= FIRM else None
    found = read(scene) if read is not None else None
    if read is not None and found is None and asks_what_is_left(scene.text):
        found = _read_question(scene)
    return None if found is None else [found.model_copy(update={"judged": True})]


def _hint_about_saved(scene: Scene) -> Sequence[Meaning] | None:
    """How something saved is taken back or changed, where nothing says which and how."""
    judged = meant_by(scene.said.text)
    hint = {"undo": Hint.TAKE_BACK, CHANGE_EXPENSE.name: Hint.CHANGE}.get(judged.label)
    free = scene.must_answer is None and scene.latest(TaskPhase.DONE) is not None
    if hint is None or not free or judged.chance < FIRM:
        return None
    shops = shops_in(scene.text)
    return [_hint(scene, hint, shops[0] if len(shops) == 1 else "")]


Reader = Callable[[Scene], Meaning | None]


@cache
def _readers() -> Mapping[str, Reader]:
    """By the label of what a message is for, how it is read then."""
    own: dict[str, Reader] = {
        SUMMARISE_SPENDING.name: _read_question,
        "cancel": _read_cancel,
        "restore": _read_restore,
        EXPLAIN_EXPENSE.name: _read_why,
    }
    for readers in FEATURES.each_of("recognise", "MEANT"):
        own |= {label: partial(_read_call, read) for label, read in readers.items()}
    return own


def _read_call(read: Callable[[Scene], CallRequest | None], scene: Scene) -> Meaning | None:
    call = read(scene)
    if call is None:
        return None
    return scene.act(Kind.CALL, f"is meant for {call.name}").model_copy(update={"call": call})


def _read_question(scene: Scene) -> Meaning | None:
    if find_amounts(scene.text, scene.person) and not keywords.is_question(scene.text):
        return None
    query = asked_in_part(scene.text, scene.person, scene.today)
    if query is None:
        return _hint(scene, Hint.SPENDING)
    reason = "is meant as a question about what is saved"
    return _calling(scene, Kind.CALL, SUMMARISE_SPENDING, query, reason)


def _read_cancel(scene: Scene) -> Meaning | None:
    task = scene.must_answer
    if task is None or keywords.is_only_spoken_of(scene.text):
        return None
    return scene.act(Kind.CANCEL, "is meant to drop what is going on", task=task)


def _read_restore(scene: Scene) -> Meaning | None:
    if not scene.deleted or keywords.is_only_spoken_of(scene.text):
        return _hint(scene, Hint.BRING_BACK)
    task = _deleted_meant(scene)
    if task is None:
        return _unknown(scene, Kind.RESTORE)
    return scene.act(Kind.RESTORE, "is meant to bring back", task=task)


def _deleted_meant(scene: Scene) -> ExpenseTask | None:
    """Of what was deleted, the one that is named, else the last; None for an unknown number."""
    if numbers := numbers_in(scene.said.text):
        return orders.with_number(scene.deleted, numbers[0])
    names = ((task, task.known.merchant or task.known.item or "") for task in scene.deleted)
    named = [task for task, name in names if name and name.casefold() in scene.text.casefold()]
    return (named or scene.deleted)[-1]


def _read_why(scene: Scene) -> Meaning | None:
    about = scene.task(scene.shown) or scene.latest(TaskPhase.DONE)
    if about is None:
        return None
    return scene.act(Kind.WHY, "is meant to ask where a value came from", task=about)


Rule = Callable[[Scene], Sequence[Meaning] | None]


def _unusable(scene: Scene) -> Sequence[Meaning] | None:
    long = len(scene.said.text) > MAX_LENGTH
    if not scene.text or long:
        return [scene.act(Kind.GENERAL, "empty, or a document instead of a message")]
    if keywords.is_injection(scene.text):
        return [scene.act(Kind.GENERAL, "orders or questions about the system itself")]
    return None


def _notice(scene: Scene) -> Sequence[Meaning] | None:
    """A forwarded notice of a bank: a payment that it tells of, or what it tells instead."""
    if scene.said.caption or scene.said.reply_to_task is not None:
        return None
    told = notice_in(scene.text, scene.person, scene.today)
    if told is None:
        return None
    if isinstance(told, BankNotice):
        words, reason = WordsToExplain(notice=told), "a bank's notice of what is no expense"
        return [_calling(scene, Kind.HINT, EXPLAIN_WORDS, words, reason)]
    return [scene.act(Kind.EXPENSE, "a bank's notice of a payment", told)]


def _undo(scene: Scene) -> Sequence[Meaning] | None:
    erases = keywords.is_erase(scene.text)
    unfinished = scene.asked or scene.latest(TaskPhase.WORKING)
    if scene.said.reply_to_task is not None:
        return _undo_replied(scene)
    if keywords.is_undo(scene.text) or (erases and not unfinished and scene.stated_before is None):
        return [scene.act(Kind.UNDO, "asks to take something back")]
    return None


def _undo_replied(scene: Scene) -> Sequence[Meaning] | None:
    """In reply to a card it is that one, and never the last one instead."""
    finished = scene.replied is None or scene.replied.phase is TaskPhase.DONE
    if keywords.is_undo(scene.text) or (finished and orders.is_bare_erase(scene.text)):
        act = scene.act(Kind.UNDO, "asks to take back what was replied to")
        return [act.model_copy(update={"task_id": scene.said.reply_to_task})]
    if not finished and orders.is_bare_erase(scene.text):
        return [scene.act(Kind.CANCEL, "asks to drop what was replied to", task=scene.replied)]
    return None


def _disowned(scene: Scene) -> Sequence[Meaning] | None:
    """Below a picture: that it is somebody else's, or not to be kept."""
    if not scene.said.caption or not keywords.is_disowned(scene.text):
        return None
    return [scene.act(Kind.CANCEL, "says that the picture is not to be saved", task=scene.replied)]


def _call(scene: Scene) -> Sequence[Meaning] | None:
    """The call of a feature that the whole text asks for; to a question one word is rather its
    answer. None below a picture.
    """
    if scene.said.caption or (scene.asked is not None and len(scene.text.split()) == 1):
        return None
    several = (calls_in(scene) for calls_in in FEATURES.each_of("recognise", "calls_in"))
    one = (
        (call,) for own in FEATURES.modules("recognise") if (call := own.call_in(scene)) is not None
    )
    calls = next(filter(None, several), None) or next(one, ())
    acts = [(scene.act(Kind.CALL, f"asks for {call.name}"), call) for call in calls]
    return [act.model_copy(update={"call": call}) for act, call in acts] or None


def _of_table(scene: Scene) -> Sequence[Meaning] | None:
    """As in "remove row 2": rows of a table that is asked about come before what is saved."""
    task = scene.asked
    if task is None or task.question is not QuestionKind.IMPORT or not names_rows(scene.text):
        return None
    return _answer(scene)


def _order(scene: Scene) -> Sequence[Meaning] | None:
    """Orders that name what they are about; unknown ones are talk, never an expense."""
    count = orders.last_few_in(scene.text)
    if count:
        latest, reason = LatestExpenses(count=count), "says how many of the last ones are to go"
        return [_calling(scene, Kind.CALL, UNDO_LATEST, latest, reason)]
    wanted = orders.take_back_in(scene.text)
    if wanted is not None:
        return _take_back(scene, wanted)
    if orders.is_slash(scene.text) or orders.is_command(scene.text):
        return [scene.act(Kind.GENERAL, "a command that does not exist like this")]
    return None


def _take_back(scene: Scene, wanted: orders.CalledExpense) -> Sequence[Meaning]:
    task = orders.meant(orders.saved(scene.tasks), wanted)
    if task is not None:
        return [scene.act(Kind.UNDO, "names what to take back", task=task)]
    if wanted.number is not None:
        return [_unknown(scene, Kind.UNDO)]
    hint = _hint(scene, Hint.TAKE_BACK, "" if wanted.name.isdigit() else wanted.name)
    explains = "," in scene.text or len(scene.text.split()) > _MOST_OF_ORDER
    pointed = change_saved(scene) if explains or names_place(scene.text) else None
    return pointed or [hint]


def _rename(scene: Scene) -> Sequence[Meaning] | None:
    """As in "rename #2 to Party food": the name by which its card calls the expense."""
    renamed = orders.rename_in(scene.text)
    task = None if renamed is None else orders.meant(scene.tasks, orders.called(renamed[0]))
    if renamed is None or task is None:
        return None
    named = Mention(merchant=renamed[1]) if task.known.merchant else Mention(item=renamed[1])
    return [scene.act(Kind.DETAIL, "gives an expense another name", named, task=task)]


def _edit(scene: Scene) -> Sequence[Meaning] | None:
    """As in "edit #2": without a value, which is asked for."""
    task = orders.with_number(scene.tasks, orders.edited_in(scene.text))
    if task is None:
        return None
    act = scene.act(Kind.DETAIL, "is to change the expense with that number", task=task)
    return [act.model_copy(update={"sure": True})]


def _each_numbered(scene: Scene) -> Sequence[Meaning] | None:
    """As in "#6 and #11 are food": what is said of several expenses by their numbers."""
    said, person = scene.said.text[:MAX_LENGTH], scene.person
    rows, named = rows_in(said), numbers_in(said)
    marked = all(row.number in named for row in rows)
    known = all(orders.with_number(scene.tasks, row.number) for row in rows)
    if len(rows) < _SEVERAL or not (marked or known) or scene.said.reply_to_task is not None:
        return None
    acts: list[Meaning] = []
    for row in rows:
        told = _numbered(scene._replace(text=prepare(f"#{row.number} {row.words}", person)))
        if told is None or (row.shared and not all(map(_may_hold_for_each, told))):
            return None
        acts += told
    unknown = [act for act in acts if act.task_id == UNKNOWN_TASK]
    return [*(act for act in acts if act not in unknown), *unknown[:1]]


def _may_hold_for_each(act: Meaning) -> bool:
    """Whether it gives no amount and no name of what was bought."""
    return all(told == told.shared() and told.item is None for told in act.mentions)


def _numbered(scene: Scene) -> Sequence[Meaning] | None:
    """As in "#2 was 20" or "#2 is right": the number says which expense is corrected, or taken as
    it is proposed. In reply to a card the card says it better.
    """
    about = orders.numbered_in(scene.text)
    if about is None or (scene.said.reply_to_task is not None and not about.leading):
        return None
    task = orders.with_number(scene.tasks, about.number)
    rest = about.readings[-1]
    agrees = keywords.is_yes(rest) and len(rest.split()) <= _MOST_OF_ORDER
    if agrees and task is not None and task.question in _CALLED_RIGHT:
        return [scene.act(Kind.AFFIRM, "calls right what is proposed of that one", task=task)]
    found = (correction_in(text, scene.person, scene.today) for text in about.readings)
    correction = next(filter(None, found), None)
    changes = correction.changes if correction else None
    if changes is None and about.leading and (category := category_named(about.readings[1])):
        changes = Mention(category=category)
    if changes is None and about.leading:
        changes = partial_in(about.readings[1], scene.person, scene.today)
    if changes is None:
        return None
    if task is None:
        return [_unknown(scene, Kind.DETAIL, changes)]
    return [scene.act(Kind.DETAIL, "corrects the expense with that number", changes, task=task)]


def _unknown(scene: Scene, kind: Kind, *mentions: Mention) -> Meaning:
    act = scene.act(kind, "names an expense that nobody knows", *mentions)
    return act.model_copy(update={"task_id": UNKNOWN_TASK})


def _named(scene: Scene) -> Sequence[Meaning] | None:
    """As in "change the coffee to 13": the name says which expense is corrected."""
    named = orders.change_in(scene.text)
    if named is None or scene.replied is not None:
        return None
    by = orders.called(named[0])
    task = None if named[0].isdigit() else orders.meant(scene.tasks, by)
    known = task is not None or (by.number is not None and not named[0].isdigit())
    changes = values_in(named[1], scene.person, scene.today, change=True) if known else None
    if changes is None:
        return None
    if task is None:
        return [_unknown(scene, Kind.DETAIL, changes)]
    return [scene.act(Kind.DETAIL, "corrects the expense with that name", changes, task=task)]


def _return_to(scene: Scene) -> Sequence[Meaning] | None:
    wanted_back = bool(scene.deleted) and orders.is_put_back(scene.text)
    if not (wanted_back or orders.is_return(scene.text)):
        return None
    if not scene.deleted:
        return [_hint(scene, Hint.BRING_BACK)]
    task = _deleted_meant(scene)
    if task is None:
        return [_unknown(scene, Kind.RESTORE)]
    back = scene.act(Kind.RESTORE, "brings back what was deleted", task=task)
    _, *besides = _BESIDES.split(scene.text, maxsplit=1)
    told = next((correction_in(rest.strip(), scene.person, scene.today) for rest in besides), None)
    if told is None:
        return [back]
    return [back, scene.act(Kind.DETAIL, "changes what is brought back", told.changes, task=task)]


def _after_all(scene: Scene) -> Sequence[Meaning] | None:
    """As in "actually save it as food": what was dropped last is told once more."""
    match = _AFTER_ALL.fullmatch(scene.text)
    if match is None or not scene.dropped or scene.must_answer is not None:
        return None
    known, rest = scene.dropped[-1].known, (match["rest"] or "").strip(" .!")
    short = len(rest.split()) <= _MOST_OF_CATEGORY and not any(map(str.isdigit, rest))
    category = category_named(_CATEGORY_LEAD.sub("", rest), ()) if rest and short else None
    if known.amount is None or (rest and category is None):
        return None
    told = known.model_copy(update={"category": category or known.category})
    act = scene.act(Kind.EXPENSE, "asks for what was dropped", told)
    return [act.model_copy(update={"sure": True})]


def _cancel(scene: Scene) -> Sequence[Meaning] | None:
    if not (keywords.is_cancel(scene.text) or keywords.is_erase(scene.text)):
        return None
    dropped = scene.stated_before
    if dropped is not None:
        scene.earlier.remove(dropped)
        ids = (*dropped.message_ids, scene.said.message_id)
        act = scene.act(Kind.CANCEL, "takes back what was said just before")
        return [act.model_copy(update={"message_ids": ids})]
    task = scene.newest if _POINTS.search(scene.text) else scene.under_way
    return [scene.act(Kind.CANCEL, "asks to drop what is going on", task=task)]


def _answer(scene: Scene) -> Sequence[Meaning] | None:
    return None if scene.said.edited else _plain_answer(scene)


def _answer_for_all(scene: Scene) -> Sequence[Meaning] | None:
    """As in "all food": the answer to every question of the kind that is open now."""
    task, match = scene.asked, _FOR_ALL.match(scene.text)
    if task is None or task.question not in _ASKED_OF_SEVERAL or match is None:
        return None
    said = scene.said.model_copy(
        update={"text": match["first"] or match["last"], "reply_to_task": None}
    )
    asked = [other for other in scene.tasks if other.question is task.question]
    acts = [
        recognise(RecogniseRequest(person=scene.person, said=said, task=other)) for other in asked
    ]
    fitting = [
        act
        for act in acts
        if act is not None and act.kind is Kind.DETAIL and act.mentions[0].amount is None
    ]
    return fitting if len(fitting) == len(asked) else None


def _rest_right(scene: Scene) -> Sequence[Meaning] | None:
    """As in "the others are right", "9.50, the rest is fine": what several receipts propose."""
    proposing = [task for task in scene.tasks if proposed_by(task) is not None]
    asking = [task for task in scene.tasks if task.question is not None]
    told = keywords.said_of_the_rest(scene.text)
    if told is None or len(asking) < _SEVERAL or scene.said.reply_to_task is not None:
        return None
    answers = _told_of_one(told.answer, scene) if told.answer else []
    if answers is None:
        return None
    left = {act.task_id for act in answers} | ({scene.open_question} if told.others else set())
    affirmed = [
        scene.act(Kind.DETAIL, "affirms what was read", proposed, task=task)
        for task in proposing
        if task.task_id not in left and (proposed := proposed_by(task)) is not None
    ]
    sure = [act.model_copy(update={"sure": True}) for act in affirmed]
    return [*answers, *sure] if sure else None


def _told_of_one(text: str, scene: Scene) -> list[Meaning] | None:
    """What a part of the message says of one receipt; None when it says nothing of any."""
    said = scene.said.model_copy(update={"text": text})
    acts = _meaning(scene._replace(said=said, text=text))
    tells = all(act.kind is Kind.DETAIL and act.task_id is not None for act in acts)
    return list(acts) if tells else None


def _edited_answer(scene: Scene) -> Sequence[Meaning] | None:
    """An edit restates what was said first of all; only then it may answer the question now."""
    return _plain_answer(scene) if scene.said.edited else None


def _plain_answer(scene: Scene) -> Sequence[Meaning] | None:
    task = scene.asked
    if task is None or task.question is None or (scene.replied and scene.replied != task):
        return None
    act = recognise(RecogniseRequest(person=scene.person, said=scene.said, task=task))
    return None if act is None else [act]


def _why(scene: Scene) -> Sequence[Meaning] | None:
    shown = scene.task(scene.shown)
    about = scene.replied or shown or scene.latest(TaskPhase.DONE) or scene.under_way
    value = _asked_value(scene, about.known if about else Mention())
    if value is None and not keywords.is_why(scene.text):
        return None
    named = () if value is None else (value,)
    act = scene.act(Kind.WHY, "asks where a value came from", *named, task=about)
    old = scene.shown and shown is None and scene.replied is None  # too old to be at hand
    return [act.model_copy(update={"task_id": scene.shown}) if old else act]


def _asked_value(scene: Scene, known: Mention) -> Mention | None:
    """The value that a "why" names, by its field or as it is: "why that shop?", "why food?"."""
    rest = keywords.behind_why(scene.text)
    words = [word for word in keywords.keys_of(rest or "") if word not in small_words("filler")]
    if not words:
        return None
    field = field_called(words[0]) if len(words) == 1 else None
    if field is not None:
        return Mention.model_validate({field: getattr(known, field)})
    value = values_in(" ".join(words), scene.person, scene.today, change=True)
    another = value is not None and value.item not in {None, known.item}
    return None if another else value


def _insights(scene: Scene) -> Sequence[Meaning] | None:
    query = _follow_up(scene) if refers_back(scene.text) else None
    query = query or query_in(scene.text, scene.person, scene.today) or _follow_up(scene)
    if query is None:
        return None
    reason = "asks about recorded spending"
    call = _calling(scene, Kind.CALL, SUMMARISE_SPENDING, query, reason)
    return [call.model_copy(update={"judged": True})] if points_back(scene.text) else [call]


def _follow_up(scene: Scene) -> InsightQuery | None:
    """As in "Zus" or "yesterday" right behind a question, or behind others that follow one. Beside
    an open question only what asks: the rest may answer it.
    """
    may_answer = scene.must_answer is not None and not scene.text.rstrip().endswith("?")
    if may_answer or scene.replied is not None or scene.earlier:
        return None
    before: InsightQuery | None = None
    for text in scene.before:
        asked = query_in(text, scene.person, scene.today)
        if asked is None and before is not None:
            thanked = keywords.is_thanks(text)
            asked = before if thanked else narrowed(before, text, scene.person, scene.today)
        before = asked
    return before and narrowed(before, scene.text, scene.person, scene.today)


def _small_talk(scene: Scene) -> Sequence[Meaning] | None:
    numbers = any(char.isdigit() for char in scene.text)
    capable = keywords.asks_capabilities(scene.text) and not numbers
    greets = keywords.is_greeting(scene.text) or capable
    else_said = keywords.is_no(scene.text) or numbers
    thanks = keywords.is_thanks(scene.text) and not else_said
    return [scene.act(Kind.GENERAL, "small talk")] if greets or thanks else None


def _moved(scene: Scene) -> Sequence[Meaning] | None:
    """Money that came in, or that only changed its place."""
    if scene.said.caption or scene.said.reply_to_task is not None:
        return None
    told = moved_in(scene.text, scene.person, scene.today)
    mentions = (told,) if told is not None else _moved_among_others(scene)
    return [scene.act(Kind.EXPENSE, "money that was not spent", *mentions)] if mentions else None


def _moved_among_others(scene: Scene) -> tuple[Mention, ...]:
    """As in "lunch 12, got refund 20 from Shopee": each part is an income, a transfer or an expense
    with its amount; else none is taken.
    """
    person, today, parts = scene.person, scene.today, parts_of(scene.text)
    moved = [moved_in(part, person, today) for part in parts]
    if len(parts) < _SEVERAL or not any(moved):
        return ()
    told: list[Mention] = []
    for part, mention in zip(parts, moved, strict=True):
        stated = (mention,) if mention is not None else expenses_in(part, person, today)
        if not stated or not all(m.amount is not None for m in stated):
            return ()
        told.extend(stated)
    return tuple(told)


def _correction(scene: Scene) -> Sequence[Meaning] | None:
    correction = correction_in(scene.text, scene.person, scene.today)
    if correction is None or _is_for_another(scene, correction):
        return None
    if not correction.referring and names_another_purchase(scene, correction):
        return None
    return applied(scene, correction, "corrects what is known")


def _is_for_another(scene: Scene, correction: Correction) -> bool:
    """Whether "no" says that something is missing, which is a matter of another agent: "no hot
    water". Behind a comma, and with an amount, it corrects.
    """
    plain = correction.changes.amount is None and "," not in scene.text and scene.replied is None
    return plain and meant_by(scene.said.text).is_for(*OTHER_AGENTS)


def _full_expense(scene: Scene) -> Sequence[Meaning] | None:
    mentions = _stated(scene)
    whole = all(
        (m.amount is not None or m.ambiguous_amounts) and (m.merchant or m.item) for m in mentions
    )
    if not mentions or not whole or fills_gap(scene, mentions) or changes_only(scene):
        return None
    return [scene.act(Kind.EXPENSE, "names an amount and what it was for", *mentions)]


def _stated(scene: Scene) -> tuple[Mention, ...]:
    repair = _REPAIR.search(scene.text)
    if repair is not None:
        before = expenses_in(scene.text[: repair.start()], scene.person, scene.today)
        after = correction_in(f"no, {scene.text[repair.end() :]}", scene.person, scene.today)
        if before and after is not None:
            at = place_of(before, after)
            return (*before[:at], merged(before[at], after.changes), *before[at + 1 :])
    stated = expenses_in(without_interjection(scene.text), scene.person, scene.today)
    plain = scene.must_answer is None or all(names_a_purchase(told, scene.text) for told in stated)
    return stated if plain else ()


def _partial(scene: Scene) -> Sequence[Meaning] | None:
    """Some fields without a cue: of the task under way; of a saved one if it can be nothing new."""
    values = _told_in_part(scene)
    if values is None or (scene.asked is not None and _overwrites(values, scene.asked.known)):
        return None
    correction = Correction(values, referring=False, cued=False)
    opening = (values.amount, values.item, values.merchant, values.ambiguous_amounts or None)
    opens_new = any(value is not None for value in opening)
    if scene.stated_before is not None and (
        not opens_new or complements(scene.stated_before, values)
    ):
        return applied(scene, correction, "completes what was said just before")
    only_date = values == Mention(occurred_on=values.occurred_on)
    if scene.stated_before is not None or _is_beside_photo(values, scene):
        return None
    if scene.under_way is not None or not (opens_new or only_date):
        return applied(scene, correction, "adds to the task under way")
    return None


def _is_beside_photo(values: Mention, scene: Scene) -> bool:
    """Whether words that come while a photo is read tell of something that was bought, too."""
    working = scene.under_way is not None and scene.under_way.phase is TaskPhase.WORKING
    told = values.amount is not None and (values.item or values.merchant) is not None
    return working and told and scene.replied is None


def _told_in_part(scene: Scene) -> Mention | None:
    values = partial_in(scene.text, scene.person, scene.today)
    if values is not None or scene.replied is None:
        return values
    stated = _stated(scene)
    return stated[0] if len(stated) == 1 else None


def _overwrites(values: Mention, known: Mention) -> bool:
    """Whether words without a cue would change what is known; the day is today until it is told."""
    return any(
        getattr(known, field) and getattr(values, field) not in {None, (), getattr(known, field)}
        for field in set(Mention.model_fields) - {"occurred_on"}
    )


def _expense(scene: Scene) -> Sequence[Meaning] | None:
    mentions = _stated(scene)
    if not mentions:
        return None
    if scene.said.reply_to_task is not None and scene.replied is None and len(mentions) == 1:
        return [_unknown(scene, Kind.DETAIL, *mentions)]
    return [scene.act(Kind.EXPENSE, "names a part of an expense", *mentions)]


def _stray_correction(scene: Scene) -> Sequence[Meaning] | None:
    correction = correction_in(scene.text, scene.person, scene.today)
    if correction is None or scene.is_reading_several or _is_for_another(scene, correction):
        return None
    full = correction.changes.amount is not None and (
        correction.changes.merchant or correction.changes.item
    )
    if full and not scene.tasks and not correction.replaced:
        return [scene.act(Kind.EXPENSE, "names an amount and what it was for", correction.changes)]
    return [scene.act(Kind.DETAIL, "corrects something that is not at hand", correction.changes)]


def _reaction(scene: Scene) -> Sequence[Meaning] | None:
    kinds = (
        (Kind.DONT_KNOW, keywords.is_dont_know(scene.text) and scene.asked is not None),
        (Kind.DENY, keywords.is_no(scene.text)),
        (Kind.AFFIRM, keywords.is_yes(scene.text)),
    )
    kind = next((kind for kind, holds in kinds if holds), None)
    if kind is Kind.DENY and scene.open_question is None and scene.latest(TaskPhase.DONE):
        return [_hint(scene, Hint.CHANGE)]  # nothing was asked: what was saved is not right
    return None if kind is None else [scene.act(kind, "a reaction", task=scene.asked)]


def _guess(scene: Scene) -> Sequence[Meaning] | None:
    """Proposes what has an amount and is understood by no other rule; a model may know better."""
    asked = scene.asked.question if scene.asked is not None else None
    if scene.said.caption or scene.said.reply_to_task is not None:
        return None
    told = guess_in(scene.text, scene.person, scene.today)
    moved = any(mention.kind is not None for mention in told)
    if not told or not (moved or asked in _LEAVES_AMOUNTS):
        return None
    return [scene.act(Kind.GUESS, "has an amount, and no rule understands it", *told)]


def _own_part(scene: Scene) -> Sequence[Meaning] | None:
    """A bill that was shared, or paid with a larger note."""
    if scene.said.caption or scene.said.reply_to_task is not None or scene.must_answer is not None:
        return None
    told = own_part_in(scene.text, scene.person, scene.today)
    if told is None or keywords.is_question(scene.text):
        return None
    stated = expenses_in(scene.text, scene.person, scene.today)
    if stated and stated[0].amount == told.amount:
        return None
    return [scene.act(Kind.GUESS, "tells what was shared", told)]


def _owed_of_bill(scene: Scene) -> Sequence[Meaning] | None:
    """A bill of which somebody owes a part: the own one is proposed, the other noted."""
    if scene.said.caption or scene.said.reply_to_task is not None or scene.must_answer is not None:
        return None

    def bill_of(words: str) -> Mention | None:
        stated = expenses_in(words, scene.person, scene.today)
        return stated[0] if len(stated) == 1 else None

    for owed_of_bill in FEATURES.each_of("recognise", "owed_of_bill"):
        found = owed_of_bill(scene.text, scene.person, bill_of)
        if found is None:
            continue
        own = {
            "amount": found.bill.amount - found.owed,
            "amount_origin": AmountOrigin.WORKED_OUT,
            "amount_evidence": f"{found.bill.amount} − {found.owed}",
        }
        noted = scene.act(Kind.CALL, f"asks for {found.call.name}")
        return [
            scene.act(Kind.GUESS, "tells what others owe of it", found.bill.model_copy(update=own)),
            noted.model_copy(update={"call": found.call}),
        ]
    return None


def _unclear(scene: Scene) -> Sequence[Meaning] | None:
    task = scene.must_answer
    category = task is not None and task.question is QuestionKind.CATEGORY
    # Several words behind a question for a category are talk: it waits.
    short = len(scene.text.split()) <= (1 if category else _MAX_UNCLEAR_WORDS)
    if task is None or not short or scene.said.edited or keywords.is_question(scene.text):
        return None
    if meant_by(scene.said.text).is_for(*OTHER_AGENTS):
        return None
    return [scene.act(Kind.UNCLEAR, f"no answer to the {task.question} question", task=task)]


_RULES: tuple[Rule, ...] = (
    _notice,
    _unusable,
    _undo,
    _cancel,
    _disowned,
    _edit,
    _call,
    _of_table,
    _order,
    _rename,
    _each_numbered,
    _numbered,
    _named,
    _answer_for_all,
    _rest_right,
    _answer,
    _return_to,
    _after_all,
    _why,
    _insights,
    _small_talk,
    _moved,
    _owed_of_bill,
    _own_part,
    _correction,
    change_saved,
    _of_no_row,
    _full_expense,
    _partial,
    _stray_correction,
    _edited_answer,
    _reaction,
    _expense,
    _unmet,
    _read_by_purpose,
    _guess,
    _hint_about_saved,
    _unclear,
)
