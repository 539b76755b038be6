"""Whether an act leaves nothing of its message unexplained, so that no model has to be asked.

Understanding is lenient: it makes the best of every text. Sureness is strict and looks at the text
anew: each word must be an amount in a notation that reads one way, a known shop or thing, a plain
name beside a plainly written price, a day, a means of payment, or a small word that changes
nothing; and the message must fit what is going on in one way only. A negation, a question, a
condition, another person, a plan or a story leaves words over. In doubt an act is not sure.
"""

import re
from collections.abc import Sequence
from datetime import date
from itertools import takewhile
from typing import NamedTuple

from agents.expenses.details import Mention
from agents.expenses.features import FEATURES
from agents.expenses.meaning import ExpenseTask, Kind, Meaning, QuestionKind
from agents.expenses.offline import keywords
from agents.expenses.offline.expenses import clauses_of
from agents.expenses.offline.guesses import NOTES_MONEY, is_priced, kind_in
from agents.expenses.offline.insights import is_plainly_asked
from agents.expenses.offline.judged import UNIT, states_spending
from agents.expenses.offline.lexicon import (
    category_by_whole_name,
    find_item,
    is_spelled_so,
    item_known,
    merchant_known,
)
from agents.expenses.offline.mentions import Facts, facts_of
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import pattern, small_words
from agents.expenses.shown import MoneyKind
from agents.expenses.tools import SUMMARISE_SPENDING, UNDO_LATEST, BankNotice, WordsToExplain
from domain.money import AmountOrigin
from domain.understanding import Person, TaskPhase
from language import currencies
from language.amounts import Amount
from language.day_names import WEEKDAYS
from language.meant import meant_by
from language.past_days import IMPOSSIBLE, find_dates
from language.patterns import named_pattern
from language.words import Span, Word, clean, is_free, key_of, words_of

_PLAINLY = UNIT
"""How much likelier than not a text has to state spending: the odds are almost three to one."""

_LIKELY = 20
"""In logarithmic odds: a little more than three to one."""

_SHORT_NOTE = 5
"""Words of a note that says what it is by itself."""

_MAX_CLAUSE_WORDS = 10
_MAX_NAME_WORDS = 4
LARGEST_COUNT = 24
"""A larger bare number in front of a thing is its price."""

_OLDEST_DAYS = 100
"""A day without a year that lies further back is likelier meant to come."""

_PLAIN_NUMERAL = re.compile(r"\d{1,7}(?:[.,]\d{1,2})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?")
_CENTS = re.compile(r"\d[.,]\d{2}(?!\d)")
_ODD = re.compile(r"[?？\"“”<>{}\\^|*=~_#%()\[\]]|\.\.|https?:|www\.")
"""Signs of a question, a quotation, an aside, arithmetic, a hedge or markup."""
_MULTIPLIED = re.compile(rf"\d(?:{named_pattern('amounts', 'shorthand').pattern})", re.IGNORECASE)
"""As in "35rb": without a currency it may be of another country."""

_CLOCK = re.compile(r"(?:[01]?\d|2[0-3])[.,](?:00|15|30|45)")
_HOUR_OF_DAY = re.compile(r"(?:[01]\d|2[0-3])(?:00|15|30|45)")
_AT_AN_HOUR = frozenset(["Health", "Travel", "Entertainment", "Education", "Personal Care"])
"""What is booked for an hour: "movie 8.30" may tell when, not how much."""

_SIGNED = re.compile(r"(?:^|(?<![\w.,]))[-+/]\d|\d[-+/]|^\s*[-+/]|[-+/]\s*$")
"""A sign that belongs to a number, not one that stands between a name and its price."""
_BULLET = re.compile(r"^\s*-\s+(?=[^\W\d_])", re.MULTILINE)
_QUESTIONED = re.compile(r"[?？]")
_IN_DOUBT, _BACK = (pattern("sureness", name) for name in ("in_doubt", "points_back"))
_ASKED_TO_RECORD = pattern("expenses", "asked_to_record")
_UNDO = pattern("sureness", "undo")
_CANCEL = pattern("sureness", "cancel")
_GREETING = pattern("sureness", "greeting")
_THANKS = pattern("sureness", "thanks")
_CORRECTION = pattern("sureness", "correction")
_YES = pattern("sureness", "yes")
_NO = pattern("sureness", "no")
_PLACE_OF_CHOICE = re.compile(r"(?:the\s+)?(?:[1-5]|first|second|third|fourth|fifth)(?:\s+one)?")
_EXACT = {Kind.CANCEL: _CANCEL, Kind.AFFIRM: _YES, Kind.DENY: _NO}
_CLOSED = frozenset(
    [QuestionKind.DUPLICATE, QuestionKind.RETRY, QuestionKind.IMPORT, QuestionKind.READING]
)
_CATEGORY_LEAD = re.compile(r"^(?:it'?s\s+|category\s+|put (?:it )?under\s+)")
_WITHOUT_OWN_CURRENCY = frozenset(["$", "dollar", "dollars", "¥", "rs", "rs.", "rupee", "rupees"])


_SURELY = 0.6
"""Chance of a judgement that keeps a note from being saved unasked."""

_MAY_BE_NOTES = NOTES_MONEY | {"talk", "answer", "yes", "no"}
"""Labels that keep no note from being saved: many people's notes sound like talk or an answer."""


def is_sure(act: Meaning, scene: Scene) -> bool:
    """Whether rules are sure of an act of this message, alone and in what is going on."""
    if act.message_ids != (scene.said.message_id,) or scene.said.edited or scene.earlier:
        return False
    if scene.day_about is not None:
        return False
    rule = _RULES.get(act.kind)
    return rule is not None and rule(act, scene)


def is_likely(act: Meaning, scene: Scene) -> bool:
    """Whether it is saved at once where there is no model to ask. An expense without an amount is
    asked about anyway; one in doubt is proposed.
    """
    if scene.day_about is not None:
        return False
    if act.kind in {Kind.GUESS, Kind.EXPENSE} and _is_of_a_feature(scene.text):
        return False
    if _is_thing_and_price(act, scene):
        return True
    if act.kind is Kind.GUESS:
        return _is_likely_income(act, scene)
    if act.kind is not Kind.EXPENSE or any(mention.amount is None for mention in act.mentions):
        return True
    return _is_likely_spent(act, scene)


def _is_likely_income(act: Meaning, scene: Scene) -> bool:
    short = len(scene.text.split()) <= _SHORT_NOTE and not _is_doubtful(scene.said.text)
    income = all(mention.kind is MoneyKind.INCOME for mention in act.mentions)
    facts = facts_of(scene.text, scene.person, scene.today)
    return short and income and is_priced(scene.text, facts)


def _is_of_a_feature(text: str) -> bool:
    """Whether its words name what a feature is for ("bajet makan 600, petrol 250"), or more than a
    few of them are judged to be for anything else than to note money.
    """
    named = any(named(text) for named in FEATURES.each_of("recognise", "is_named"))
    meant = meant_by(text)
    other = meant.chance >= _SURELY and meant.label not in _MAY_BE_NOTES
    return named or (other and len(text.split()) > _SHORT_NOTE)


def _is_thing_and_price(act: Meaning, scene: Scene) -> bool:
    """As in "bus 2.40": a known thing or shop, an amount written as money, and nothing else."""
    kinds = {Kind.GUESS, Kind.EXPENSE}
    if act.kind not in kinds or len(act.mentions) != 1 or scene.replied is not None:
        return False
    facts = facts_of(scene.text, scene.person, scene.today)
    if len(facts.amounts) != 1 or act.mentions[0].amount != facts.amounts[0].value:
        return False
    amount = facts.amounts[0]
    written = scene.text[amount.span.start : amount.span.end]
    as_money = amount.currency is not None or _CENTS.search(written) is not None
    rest = f"{scene.text[: amount.span.start]} {scene.text[amount.span.end :]}".strip(" .!,:-")
    known = item_known(key_of(rest)) is not None or merchant_known(rest) is not None
    return as_money and known and _CLOCK.fullmatch(written) is None


def _is_likely_spent(act: Meaning, scene: Scene) -> bool:
    moved = all(mention.kind not in {None, MoneyKind.EXPENSE} for mention in act.mentions)
    if scene.replied is not None or _points_back(act, scene):
        return False
    if moved or scene.said.edited or len(act.message_ids) > 1:
        return True
    text = _without_request(_BULLET.sub("", scene.text))
    facts = facts_of(text, scene.person, scene.today)
    said = scene.said.text
    if _is_doubtful(said) or keywords.is_planned(said) or kind_in(text) is not None:
        return False
    if _leaves_money_out(act, facts):
        return False
    return states_spending(text, facts, margin=_LIKELY)


def _leaves_money_out(act: Meaning, facts: Facts) -> bool:
    """Whether an amount of the words is in none of the expenses, and too large to be a count."""
    if any(mention.amount_origin is AmountOrigin.WORKED_OUT for mention in act.mentions):
        return False
    told = {mention.amount for mention in act.mentions}
    return any(
        amount.currency is not None or amount.value > LARGEST_COUNT or amount.value % 1
        for amount in facts.amounts
        if amount.value is not None and amount.value not in told
    )


def _is_doubtful(text: str) -> bool:
    return _QUESTIONED.search(text) is not None or _IN_DOUBT.search(text) is not None


def _points_back(act: Meaning, scene: Scene) -> bool:
    """Whether it names what was saved with another amount, in words that point back."""
    if _BACK.search(scene.text) is None:
        return False
    saved = [task for task in scene.tasks if task.phase is TaskPhase.DONE]
    again = any(_names_again(each, task) for each in act.mentions for task in saved)
    return again or any(_restates(each, scene) for each in act.mentions)


_PROPOSED = {
    QuestionKind.AMOUNT: "amount",
    QuestionKind.MERCHANT: "merchant",
    QuestionKind.DATE: "occurred_on",
}


def proposed_by(task: ExpenseTask) -> Mention | None:
    """The one value that a question offers as read, so that a "right" can take it, or the amount
    where it shows all that was read; else None.
    """
    if task.question is QuestionKind.READING:
        return Mention(amount=task.known.amount)
    field = _PROPOSED.get(task.question) if task.question is not None else None
    value = getattr(task.known, field) if field is not None else None
    if field is None or value is None or len(task.choices) != 1:
        return None
    return Mention.model_validate({field: value})


def is_below_zero(task: ExpenseTask) -> bool:
    """Whether its question is which way an amount below zero went."""
    amount = task.known.amount
    return task.question is QuestionKind.AMOUNT and amount is not None and amount < 0


class Answered(NamedTuple):
    """A text that answers the open question of a task, as it was sent and as it was prepared."""

    said: str
    text: str
    person: Person
    today: date
    task: ExpenseTask


def is_sure_answer(act: Meaning, answered: Answered) -> bool:
    """Whether the text is a plain answer that fits the type of the open question exactly."""
    question = answered.task.question
    if question is None:
        return False
    if act.kind is Kind.DONT_KNOW:
        return _ODD.search(answered.said) is None and keywords.is_dont_know(answered.text)
    if act.kind in _EXACT:
        offered = act.kind is Kind.AFFIRM and (
            proposed_by(answered.task) is not None or is_below_zero(answered.task)
        )
        asked = act.kind is Kind.CANCEL or question in _CLOSED or offered
        return asked and _EXACT[act.kind].fullmatch(_plain(answered.text)) is not None
    if act.kind is not Kind.DETAIL or len(act.mentions) != 1 or _hedges(answered.said):
        return False
    return any(fits(act.mentions[0], answered) for fits in _ANSWERS.get(question, ()))


def _answers_amount(told: Mention, answered: Answered) -> bool:
    """The amount alone, or beside small words and the name that the task already has."""
    said, text, person, today, task = answered
    if told != Mention(amount=told.amount, currency=told.currency) or not _is_price(told):
        return False
    facts = facts_of(text, person, today)
    if len(facts.amounts) != 1 or facts.dates:
        return False
    if not _is_plainly_written(facts.amounts[0], said, text, person):
        return False
    known = set(keywords.keys_of(f"{task.known.merchant or ''} {task.known.item or ''}"))
    rest = [w for w in facts.words if not w.span.overlaps(facts.amounts[0].span)]
    return all(
        w.text.casefold() in known or w.text.casefold() in small_words("beside_amount")
        for w in rest
    )


def _answers_merchant(told: Mention, answered: Answered) -> bool:
    """A known name, or one that says by its own words that it is a shop's."""
    name = _without_lead(answered.text)
    if told != Mention(merchant=told.merchant) or _ODD.search(name):
        return False
    known = merchant_known(name)
    if known is not None:
        return told.merchant == known.name
    return told.merchant == name and _is_proper_name(words_of(name))


def _answers_import(told: Mention, _answered: Answered) -> bool:
    return told in {Mention(currency=told.currency), Mention(rows=told.rows)}


def _answers_category(told: Mention, answered: Answered) -> bool:
    if told.category is None or told != Mention(category=told.category):
        return False
    choices = answered.task.choices
    plain = _CATEGORY_LEAD.sub("", _plain(answered.text))
    exact = category_by_whole_name(plain, choices) == told.category
    return exact or (bool(choices) and _PLACE_OF_CHOICE.fullmatch(plain) is not None)


def _answers_date(told: Mention, answered: Answered) -> bool:
    _, text, person, today, _ = answered
    day = told.occurred_on
    if day is None or told != Mention(occurred_on=day) or not _is_past(day, today):
        return False
    dates = find_dates(text, person, today)
    if len(dates) != 1 or dates[0].day != day:
        return False
    span = dates[0].span
    rest = words_of(f"{text[: span.start]} {text[span.end :]}")
    return all(word.text.casefold() in small_words("beside_amount") for word in rest)


_ANSWERS = {
    QuestionKind.AMOUNT: (_answers_amount,),
    QuestionKind.BETTER_IMAGE: (_answers_amount,),
    QuestionKind.MERCHANT: (_answers_merchant,),
    QuestionKind.CATEGORY: (_answers_category,),
    QuestionKind.DATE: (_answers_date,),
    QuestionKind.EDIT: (_answers_amount, _answers_date, _answers_category),
    QuestionKind.READING: (_answers_amount, _answers_date, _answers_category),
    QuestionKind.IMPORT: (_answers_import,),
}


def _states_expenses(act: Meaning, scene: Scene) -> bool:
    """Notes of spending, sent while nothing is open that they could be about instead."""
    if _is_of_a_feature(scene.text):
        return False
    if scene.said.reply_to_task is not None or _is_something_open(scene) or not act.mentions:
        return False
    if _hedges(_without_request(clean(scene.said.text))) or not _has_the_same_digits(scene):
        return False
    text = _without_request(_BULLET.sub("", scene.text))
    facts = facts_of(text, scene.person, scene.today)
    clauses = clauses_of(text, facts)
    plain = len(clauses) == len(act.mentions) and states_spending(text, facts, margin=_PLAINLY)
    if not plain or (len(clauses) > 1 and not _apart(act.mentions)):
        return False
    if any(_restates(mention, scene) for mention in act.mentions):
        return False
    pairs = zip(clauses, act.mentions, strict=True)
    several = len(clauses) > 1
    return all(_is_note(clause, mention, scene, several=several) for clause, mention in pairs)


def _without_request(text: str) -> str:
    """The text behind "please record" and the like, which says that what follows is a note."""
    asked = _ASKED_TO_RECORD.match(text)
    return text[asked.end() :] if asked else text


def _apart(mentions: Sequence[Mention]) -> bool:
    """Whether no day, method or currency of one expense may be meant for the others too."""
    shared = any(m.occurred_on or m.payment_method or m.reference or m.category for m in mentions)
    priced = all(m.amount is not None for m in mentions)
    return priced and not shared and len({m.currency for m in mentions}) == 1


def _restates(mention: Mention, scene: Scene) -> bool:
    """Whether it names what was saved last with another amount: perhaps a correction of it."""
    saved = scene.latest(TaskPhase.DONE)
    if saved is None:
        return False
    nameless = mention.merchant is None and mention.item is None
    return nameless or mention.amount is None or _names_again(mention, saved)


def _names_again(mention: Mention, saved: ExpenseTask) -> bool:
    names = {v.casefold() for v in (saved.known.merchant, saved.known.item) if v}
    named = {v.casefold() for v in (mention.merchant, mention.item) if v}
    return bool(names & named) and mention.amount != saved.known.amount


def _is_note(clause: str, mention: Mention, scene: Scene, *, several: bool) -> bool:
    """Whether every word of one expense's stretch of text is explained by its fields."""
    facts = facts_of(clause, scene.person, scene.today)
    unknown_part = mention.reference or mention.category
    if not 0 < len(facts.words) <= _MAX_CLAUSE_WORDS or unknown_part:
        return False
    if mention.amount is None:
        return not several and _is_bare_name(clause, mention, facts)
    return (
        len(facts.amounts) == 1
        and len(facts.merchants) <= 1
        and _is_price(mention)
        and _is_plainly_written(facts.amounts[0], scene.said.text, clause, scene.person)
        and _is_of_a_day_past(clause, facts, scene.today)
        and _is_explained(clause, mention, facts, facts.amounts[0])
    )


def _is_of_a_day_past(clause: str, facts: Facts, today: date) -> bool:
    """Whether it names no day, or one that was; an hour ("at 1pm") names none."""
    return len(facts.dates) <= 1 and all(
        dated.day is not None
        and _is_past(dated.day, today)
        and not _may_come(clause[dated.span.start : dated.span.end], facts)
        for dated in facts.dates
    )


def _destination(facts: Facts) -> list[Span]:
    """As in "grab to klcc 16": where a ride went is no part of the expense."""
    for at, word in enumerate(facts.words):
        ride = at > 0 and _is_ride(facts.words[at - 1])
        if not ride or word.text.casefold() not in {"to", "ke", "nach"}:
            continue
        following = takewhile(lambda w: w.key.isalpha(), facts.words[at + 1 : at + 3])
        words = [w for w in following if w.text.casefold() not in small_words("no_place")]
        return [Span(word.span.start, words[-1].span.end)] if words else []
    return []


def _is_ride(word: Word) -> bool:
    known = merchant_known(word.text) or item_known(word.key)
    return known is not None and known.category == "Transport"


def _is_bare_name(clause: str, mention: Mention, facts: Facts) -> bool:
    """As in "Starbucks", "lunch": a known name alone, which opens an expense without an amount."""
    if facts.dates or facts.amounts or find_method(clause) is not None:
        return False
    whole = merchant_known(clause)
    if whole is not None:
        return mention == Mention(merchant=whole.name)
    return _is_known_thing(facts.words) and mention.merchant is None


def _is_explained(clause: str, mention: Mention, facts: Facts, amount: Amount) -> bool:
    """Beside amount, day and method stand one or two names, each in its field, and small words."""
    method = find_method(clause)
    fixed = [amount.span, *(d.span for d in facts.dates), *([method.span] if method else [])]
    fixed += _destination(facts)
    runs, leads = _runs(facts, fixed)
    if runs is None:
        return False
    names = [m.span for m in facts.merchants]
    things = [run for run in runs if is_free(_span(run), names)]
    known = facts.merchants[0].known.name if facts.merchants else None
    marked = _is_marked(amount, clause)
    if not things and known is None:
        # A bare amount says too little, unless it is written as money.
        unnamed = mention.merchant is None is mention.item
        return not leads and marked and unnamed
    shops = [run for run in runs if run not in things]
    named = known is None or (mention.merchant == known and all(map(is_spelled_so, shops)))
    if not named or not things:
        return named
    hour = known is None and amount.currency is None and _may_tell_when(things[0], amount, clause)
    right = _is_named_right(things[0], mention, bare=not marked, known=known)
    counts = not marked and _may_count(amount, clause)
    return len(things) == 1 and not hour and not counts and right


def _may_count(amount: Amount, text: str) -> bool:
    """As in "2 coffees": how many there were."""
    leads = not text[: amount.span.start].strip()
    return leads and amount.value is not None and amount.value <= LARGEST_COUNT


def _may_tell_when(thing: Sequence[Word], amount: Amount, text: str) -> bool:
    """As in "movie 8.30", "lunch 1230", "book 3": an hour, or which one of several."""
    written = text[amount.span.start : amount.span.end]
    item = find_item(thing)
    booked = item is None or item.category in _AT_AN_HOUR
    runs = any(word.text.casefold() in small_words("timetabled") for word in thing)
    if _CLOCK.fullmatch(written):
        return booked or runs
    if _HOUR_OF_DAY.fullmatch(written):
        return booked or runs or (item is not None and item.category == "Food & Drink")
    return booked and len(written) == 1


def _may_come(day: str, facts: Facts) -> bool:
    """A day of the week may be the coming one, unless the words tell of what was."""
    said = {key_of(word) for word in day.split()}
    weekday = any(key_of(name) in said for names in WEEKDAYS for name in names)
    told = {word.text.casefold() for word in facts.words} & small_words("told_as_past")
    return weekday and not told


def _is_named_right(run: list[Word], mention: Mention, *, bare: bool, known: str | None) -> bool:
    name = " ".join(word.text for word in run)
    told = mention.item if known is not None else mention.item or mention.merchant
    if told is None or key_of(told) != key_of(name):
        return False
    if known is None and mention.item is not None and mention.merchant is not None:
        return False
    if _is_known_thing(run):
        return True
    return not bare and known is None and _is_proper_name(run)


def _runs(facts: Facts, fixed: Sequence[Span]) -> tuple[list[list[Word]] | None, frozenset[str]]:
    """Runs of words that must be names, and the small words used; None when a word is neither."""
    runs: list[list[Word]] = []
    leads: set[str] = set()
    names = [m.span for m in facts.merchants]
    last: str = "fixed"
    for word in facts.words:
        lowered = word.text.casefold()
        if not is_free(word.span, fixed):
            last = "fixed"
        elif not is_free(word.span, names):
            if last != "merchant":
                runs.append([])
            runs[-1].append(word)
            last = "merchant"
        elif lowered in small_words("explained") and _is_small_here(word, facts):
            leads.add(lowered)
            last = "small"
        elif any(char.isdigit() for char in word.key):
            return None, frozenset()
        else:
            if last != "name":
                runs.append([])
            runs[-1].append(word)
            last = "name"
    return runs, frozenset(leads)


def _is_small_here(word: Word, facts: Facts) -> bool:
    """A small word that a capital makes part of a name explains nothing ("The Alley")."""
    return not (word.text[:1].isupper() and word.span.start > 0 and not facts.text.isupper())


def _span(run: Sequence[Word]) -> Span:
    return Span(run[0].span.start, run[-1].span.end)


def _is_known_thing(words: Sequence[Word]) -> bool:
    """Whether the words are a known thing: as a whole, each, or with a word that describes."""
    if not 0 < len(words) <= _MAX_NAME_WORDS:
        return False
    if item_known("".join(word.key for word in words)) is not None:
        return True
    first, rest = words[0], words[1:]
    described = first.text.casefold() in small_words("plain_adjective")
    known = item_known(first.key) is not None or described
    ending = {word.text.casefold() for word in rest} <= small_words("paid_for")
    tells = first.text.casefold() in small_words("also_verbs")
    if not rest or not known or tells:
        return False
    return (ending and not described) or (
        _is_known_thing(rest) and (described or _are_of_a_kind(first, rest))
    )


def _are_of_a_kind(first: Word, rest: Sequence[Word]) -> bool:
    """Parts of one name are of one kind; else a word may be of another language ("hat Kaffee")."""
    one, other = item_known(first.key), find_item(rest)
    return one is not None and other is not None and one.category == other.category


def _is_proper_name(words: Sequence[Word]) -> bool:
    """As in "kedai kopi Ah Seng", "Village Grocer": a word for a shop, or capitals throughout.

    A single strange word is none: it may as well be a person ("ali rm50") or money that came in.
    """
    if not 1 < len(words) <= _MAX_NAME_WORDS or _has_talk(words):
        return False
    if not all(word.text.replace("'", "").replace("-", "").isalpha() for word in words):
        return False
    people = small_words("people") | small_words("honorific")
    someone = any(word.text.casefold() in people for word in words)
    said = {word.text.casefold() for word in words} - small_words("in_names")
    small = said & (small_words("filler") | small_words("explained") | small_words("doubt"))
    capitals = all(word.text[:1].isupper() for word in words) and not (someone or small)
    return _has_shop_word(words) or (capitals and any(map(_tells_who, words)))


def _has_shop_word(words: Sequence[Word]) -> bool:
    """As in "kedai runcit pak mat": a word for a shop begins or ends the name.

    Some other word has to tell which: "same shop", "coffee shop" are nobody's name.
    """
    ends = {words[0].text.casefold(), words[-1].text.casefold()}
    named = 1 < len(words) <= _MAX_NAME_WORDS and not _has_talk(words)
    return named and bool(small_words("shop").intersection(ends)) and any(map(_tells_who, words))


def _tells_who(word: Word) -> bool:
    groups = ("shop", "filler", "describing", "honorific", "nobody", "no_purchase", "pointing")
    plain = any(word.text.casefold() in small_words(group) for group in groups)
    return not plain and item_known(word.key) is None


def _has_talk(words: Sequence[Word]) -> bool:
    return any(word.text.casefold() in small_words("talk") for word in words)


def _is_marked(amount: Amount, text: str) -> bool:
    """Written as money: with a currency or with cents."""
    written = text[amount.span.start : amount.span.end]
    money = amount.currency is not None or written.casefold().endswith(("buck", "bucks"))
    return money or _CENTS.search(written) is not None


def _is_price(mention: Mention) -> bool:
    return mention.amount is not None and mention.amount > 0 and not mention.ambiguous_amounts


def _is_plainly_written(amount: Amount, said: str, text: str, person: Person) -> bool:
    """One numeral in a plain notation, with a currency that can only be that one."""
    if amount.value is None:
        return False
    written = text[amount.span.start : amount.span.end]
    numeral = re.search(r"\d[\d.,']*", written)
    if _MULTIPLIED.search(written) and amount.currency is None:
        return False
    if numeral is None or _PLAIN_NUMERAL.fullmatch(numeral.group().rstrip(".,")) is None:
        return False
    spelled = not any(char.isdigit() for char in said)
    beside = (written[: numeral.start()] + written[numeral.end() :]).strip(" -.,").casefold()
    shared = beside in _WITHOUT_OWN_CURRENCY
    own = currencies.resolve(beside, person.currency) == person.currency if shared else True
    letter = len(beside) == 1 and beside.isalpha()
    own = own and not letter and beside not in currencies.ONLY_BEHIND
    return own and not (spelled and _CENTS.search(written))


def _is_past(day: date, today: date) -> bool:
    return day != IMPOSSIBLE and 0 <= (today - day).days <= _OLDEST_DAYS


def _hedges(said: str) -> bool:
    """Whether anything in the text as sent asks, quotes, doubts, calculates or negates."""
    text = clean(said)
    marked = _BULLET.sub("", text)
    if _ODD.search(text) or _SIGNED.search(marked):
        return True
    return any(word in small_words("doubt") for word in keywords.keys_of(text))


def _digits(text: str) -> str:
    return "".join(char for char in clean(text) if char.isdigit())


def _has_the_same_digits(scene: Scene) -> bool:
    """Whether the digits are those that were typed, or all stand for words with a currency."""
    said, read = _digits(scene.said.text), _digits(scene.text)
    return said == read or (not said and re.search(r"\d\s(?!\W*$)", scene.text) is not None)


def _is_something_open(scene: Scene) -> bool:
    return scene.asked is not None or scene.latest(TaskPhase.WORKING, TaskPhase.WAITING) is not None


def _takes_back(act: Meaning, scene: Scene) -> bool:
    del act
    return not _is_something_open(scene) and _UNDO.fullmatch(_plain(scene.text)) is not None


def _drops(act: Meaning, scene: Scene) -> bool:
    del act
    nothing = _is_something_open(scene) or scene.latest(TaskPhase.DONE) is None
    return nothing and _CANCEL.fullmatch(_plain(scene.text)) is not None


def _is_small_talk(act: Meaning, scene: Scene) -> bool:
    del act
    plain = _plain(scene.text)
    return any(kind.fullmatch(plain) is not None for kind in (_GREETING, _THANKS))


def _is_a_code(act: Meaning, scene: Scene) -> bool:
    """What somebody signs in or pays with is nobody else's to read, a model's neither."""
    del scene
    if act.call is None:
        return False
    return WordsToExplain.model_validate_json(act.call.arguments).notice is BankNotice.CODE


def _is_a_call(act: Meaning, scene: Scene) -> bool:
    """Its rules take no word that they cannot explain, but where the feature is in doubt."""
    name = act.call.name if act.call is not None else ""
    if name == UNDO_LATEST.name:
        return _ODD.search(scene.said.text) is None
    if name == SUMMARISE_SPENDING.name:  # no name in it may be only guessed at
        return is_plainly_asked(scene.text, scene.person, scene.today)
    return not any(
        name in own and own[name](scene) for own in FEATURES.each_of("recognise", "DOUBTS")
    )


def _corrects(act: Meaning, scene: Scene) -> bool:
    """A cue that only corrections have, one plain value behind it, and one thing it can be about.

    A detail without a cue is sure only as an answer, which ``is_sure_answer`` judges.
    """
    saved = scene.latest(TaskPhase.DONE)
    if saved is None or act.task_id != saved.task_id or _is_something_open(scene):
        return False
    match = _CORRECTION.fullmatch(_plain(scene.text))
    if match is None or len(act.mentions) != 1:
        return False
    value = match["value"]
    if _hedges(value) or _digits(scene.said.text) != _digits(value):
        return False
    behind = Answered(value, value, scene.person, scene.today, _NO_TASK)
    kinds = (_answers_amount, _answers_date, _answers_category)
    return any(fits(act.mentions[0], behind) for fits in kinds)


_NO_TASK = ExpenseTask(task_id="", agent="", phase=TaskPhase.DONE)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .!")


def _without_lead(text: str) -> str:
    words = text.strip(" .!").split()
    while len(words) > 1 and words[0].casefold() in small_words("answer_place"):
        words.pop(0)
    return " ".join(words)


_RULES = {
    Kind.CALL: _is_a_call,
    Kind.EXPENSE: _states_expenses,
    Kind.UNDO: _takes_back,
    Kind.CANCEL: _drops,
    Kind.HINT: _is_a_code,
    Kind.GENERAL: _is_small_talk,
    Kind.DETAIL: _corrects,
}
