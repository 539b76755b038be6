"""The cheap path: whether a text is a plain answer to the question that the person sees."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from adapters.model.talk import topic_of, without_thanks
from agents import SLUGS
from agents.expenses.card import CARD
from agents.expenses.details import Mention
from agents.expenses.features import FEATURES
from agents.expenses.meaning import ExpenseTask, Kind, Meaning, QuestionKind, RecogniseRequest
from agents.expenses.offline import keywords, orders
from agents.expenses.offline.corrections import correction_in, values_in, without_interjection
from agents.expenses.offline.expenses import adds_up, expenses_in
from agents.expenses.offline.import_answers import (
    asks_to_import,
    corrects_row,
    currency_in,
    named_rows_in,
    names_rows,
    rows_wish_in,
)
from agents.expenses.offline.insights import query_in
from agents.expenses.offline.lexicon import (
    category_by_whole_name,
    category_named,
    find_item,
    merchant_known,
)
from agents.expenses.offline.mentions import facts_of, is_told_whole, mention_in, prepare
from agents.expenses.offline.names import could_be_a_name
from agents.expenses.offline.partials import partial_in
from agents.expenses.offline.sureness import Answered, is_below_zero, is_sure_answer, proposed_by
from agents.expenses.offline.tables import pattern, small_words
from agents.expenses.shown import MoneyKind
from agents.expenses.tools import SUMMARISE_SPENDING
from domain.understanding import Person, Said, Topic
from language import currencies
from language.meant import FIRM, meant_by
from language.past_days import IMPOSSIBLE, today_of, whole_date
from language.words import Word, trimmed, words_of

_CATEGORY_LEAD = pattern("answers", "category_lead")
_SAVES = pattern("answers", "saves")
_NAMES_CATEGORY = pattern("answers", "names_category")
_TAKES_AMOUNTS = frozenset(
    [QuestionKind.AMOUNT, QuestionKind.EDIT, QuestionKind.READING, QuestionKind.BETTER_IMAGE]
)
_PLACES = {
    word: place
    for place, words in enumerate(
        ("first 1 1st", "second 2 2nd", "third 3 3rd", "fourth 4 4th", "fifth 5 5th"), 1
    )
    for word in words.split()
}
_QUOTED = re.compile(r"[\"'“„«].+[\"'”“»]", re.DOTALL)
_OTHER_YEARS = frozenset(["next", "year", "years", "before", "after"])
_MAX_LENGTH = 120
_MAX_OWN_CATEGORY_WORDS = 3
_MAX_UNCLEAR_WORDS = 3


_CLOSED = frozenset({QuestionKind.DUPLICATE, QuestionKind.RETRY, QuestionKind.IMPORT})
_NO_ANSWERS = frozenset({Topic.HOW_ARE_YOU, Topic.JOKE, Topic.UPSET, Topic.GOODBYE})
_ORDERS = pattern("answers", "orders")
_CAME_BACK = pattern("answers", "came_back")
_SPENT = pattern("answers", "spent")
_NEITHER = pattern("answers", "neither")


OTHER_AGENTS = tuple(slug for slug in SLUGS if slug != CARD.slug)
"""Labels of ``language/meant.py`` for what other agents are for."""


class Answer(NamedTuple):
    """A prepared answer with what it is judged by."""

    text: str
    person: Person
    today: date
    task: ExpenseTask

    def detail(self, mention: Mention) -> Meaning:
        return self.act(Kind.DETAIL, mention)

    def act(self, kind: Kind, *mentions: Mention) -> Meaning:
        reason = f"plain answer to the open {self.task.question} question"
        return Meaning(kind=kind, task_id=self.task.task_id, mentions=mentions, reason=reason)


def recognise(request: RecogniseRequest) -> Meaning | None:
    """The act of a plain answer; None when the message has to be understood in full."""
    found = _recognise(request.said, request.task, request.person)
    return found and found.model_copy(update={"message_ids": (request.said.message_id,)})


def _recognise(said: Said, task: ExpenseTask, person: Person) -> Meaning | None:
    if task.question is None or len(said.text) > _MAX_LENGTH:
        return None
    text = _without_thanks(prepare(said.text, person), task)
    answer = Answer(text, person, today_of(person, said), task)
    if not text or keywords.is_injection(text):
        return None
    asked_of_rows = task.question is QuestionKind.IMPORT and not asks_to_import(text)
    rows = rows_wish_in(text) if asked_of_rows else None
    if rows is not None:
        return answer.detail(Mention(rows=rows)).model_copy(update={"sure": True})
    if _is_about_another(answer, said.reply_to_task):
        return None
    act = _plain_answer(answer, task.question, replied=said.reply_to_task is not None)
    if act is None or (act.kind is Kind.UNCLEAR and meant_by(text).is_for(*OTHER_AGENTS)):
        return None
    sure = is_sure_answer(act, Answered(said.text, answer.text, person, answer.today, task))
    return act.model_copy(update={"sure": sure})


def _without_thanks(text: str, task: ExpenseTask) -> str:
    """Without thanks beside a choice, a yes or a no; they may be a part of a shop's name."""
    rest, question = without_thanks(text), task.question
    if question is QuestionKind.MERCHANT or adds_up(rest):
        return text
    named = _numbered_choice(rest, task.choices) or category_named(rest, task.choices)
    chosen = question in _CLOSED or (question is QuestionKind.CATEGORY and named)
    return rest if chosen or keywords.is_yes(rest) or keywords.is_no(rest) else text


def _plain_answer(answer: Answer, question: QuestionKind, *, replied: bool) -> Meaning | None:
    text = answer.text
    if keywords.is_dont_know(text):
        return answer.act(Kind.DONT_KNOW)
    if (
        keywords.is_cancel(text)
        or keywords.is_erase(text)
        or (replied and orders.is_bare_erase(text))
    ):
        return answer.act(Kind.CANCEL)
    closed = question in _CLOSED
    if not closed and orders.is_return(text):
        return answer.act(Kind.UNCLEAR)
    if closed and keywords.is_question(text):
        return None
    if not closed and _is_something_else(text, answer.person, answer.today):
        return None
    return _read(answer, question)


def _read(answer: Answer, question: QuestionKind) -> Meaning | None:
    found = _READERS[question](answer)
    unread = found is None and question not in _TAKES_AMOUNTS and _is_bare_number(answer)
    return answer.act(Kind.UNCLEAR) if unread else found


def _is_bare_number(answer: Answer) -> bool:
    """A number, with or without a currency, and nothing else: it could mean anything."""
    facts = facts_of(answer.text, answer.person, answer.today)
    rest = answer.text
    for amount in reversed(facts.amounts):
        rest = f"{rest[: amount.span.start]} {rest[amount.span.end :]}"
    numeric = any(char.isdigit() for char in answer.text)
    return numeric and not facts.dates and not any(char.isalpha() for char in rest)


def _is_about_another(answer: Answer, replied: str | None) -> bool:
    """Whether it replies to another card, names one by number, or is an order of its own."""
    numbered = orders.numbered_in(answer.text)
    return (
        replied not in {None, answer.task.task_id}
        or (numbered is not None and numbered.number != answer.task.number)
        or orders.take_back_in(answer.text) is not None
        or orders.is_slash(answer.text)
        or orders.is_command(answer.text)
    )


def _is_something_else(text: str, person: Person, today: date) -> bool:
    """Questions, greetings, thanks and the like are never an answer."""
    return (
        keywords.is_question(text)
        or keywords.is_greeting(text)
        or keywords.is_thanks(text)
        or keywords.is_undo(text)
        or keywords.asks_capabilities(text)
        or query_in(text, person, today) is not None
    )


def _amount(answer: Answer) -> Meaning | None:
    text, person, today, task = answer
    if keywords.is_yes(text) and proposed_by(task) is not None:
        return answer.act(Kind.AFFIRM)
    if is_below_zero(task) and (which_way := _which_way(answer)) is not None:
        return which_way
    mention = mention_in(text, person, today)
    if mention.amount is not None or mention.ambiguous_amounts:
        rest = without_interjection(text)
        other = mention.merchant not in {None, task.known.merchant}
        plain = not other and is_told_whole(rest, task.known, person, today)
        nameless = mention.model_copy(update={"merchant": None, "item": None})
        return answer.detail(nameless) if plain else None
    if correction_in(text, person, today):
        return None
    partial = partial_in(text, person, today)
    if partial is not None:
        return answer.act(Kind.UNCLEAR) if _renames(partial, task.known) else None
    words = words_of(text)
    digits = any(word.key.isdigit() for word in words)
    return answer.act(Kind.UNCLEAR) if len(words) <= _MAX_UNCLEAR_WORDS and not digits else None


def _which_way(answer: Answer) -> Meaning | None:
    """Whether an amount below zero came back, was spent or is neither; None where nobody knows."""
    said = trimmed(answer.text)
    if _NEITHER.fullmatch(said):
        return answer.act(Kind.DENY)
    if keywords.is_yes(said) or _CAME_BACK.fullmatch(said):
        return answer.act(Kind.AFFIRM)
    return answer.detail(Mention(kind=MoneyKind.EXPENSE)) if _SPENT.fullmatch(said) else None


def _renames(values: Mention, known: Mention) -> bool:
    """Whether words without a cue would overwrite what the expense is called."""
    pairs = ((values.merchant, known.merchant), (values.item, known.item))
    return any(new and old and new.casefold() != old.casefold() for new, old in pairs)


def _merchant(answer: Answer) -> Meaning | None:
    correction = correction_in(answer.text, answer.person, answer.today)
    if correction is None:
        return _plain_name(answer)
    rest = correction.changes.model_copy(update={"merchant": None, "item": None})
    return answer.detail(correction.changes) if rest == Mention() else None


def _plain_name(answer: Answer) -> Meaning | None:
    text, person, today, _ = answer
    name = _without_lead(text)
    words = words_of(name)
    told = mention_in(name, person, today)
    priced = told.amount is not None or bool(told.ambiguous_amounts)
    reaction = keywords.is_yes(text) or keywords.is_no(text)
    if priced or reaction or currencies.named(name, person.currency) is not None:
        return None
    if known := merchant_known(name, fuzzy=True):
        return answer.detail(Mention(merchant=known.name))
    if not could_be_a_name(name):
        return answer.detail(Mention(item=name)) if _names_a_thing(words) else None
    if told.occurred_on is not None or told.payment_method is not None:
        return answer.detail(told) if told.merchant or told.item else None
    shop = any(word.text.casefold() in small_words("shop") for word in words)
    is_item = find_item(words) is not None and not shop
    return answer.detail(Mention(item=name) if is_item else Mention(merchant=name))


_MAX_THING_WORDS = 5


def _names_a_thing(words: Sequence[Word]) -> bool:
    """As in "dentist deposit", "a present for mum": a known thing among a few words, of which the
    first begins no order and no sentence about somebody.
    """
    begins = words[0].text.casefold() if words else ""
    if not 0 < len(words) <= _MAX_THING_WORDS or begins in small_words("orders"):
        return False
    of_somebody = {"i", "i'm", "we", "you", "he", "she", "they", "it", "is", "are", "what", "how"}
    return begins not in of_somebody and find_item(words) is not None


def _without_lead(text: str) -> str:
    """As in "it was at the Corner Bakery" → "Corner Bakery"."""
    lead = small_words("answer_lead")
    words = text.strip(" .!").split()
    while len(words) > 1 and words[0].casefold() in lead:
        words.pop(0)
    return " ".join(words)


def _category(answer: Answer) -> Meaning | None:
    text, task = answer.text, answer.task
    if topic_of(text) in _NO_ANSWERS or _ORDERS.match(text):
        return None
    name = _CATEGORY_LEAD.sub("", _without_lead(text)).strip()
    if named := _numbered_choice(name, task.choices) or category_named(name, task.choices):
        return answer.detail(Mention(category=named))
    words = words_of(name)
    if any(char.isdigit() for char in name) or keywords.is_yes(text) or keywords.is_no(text):
        return None
    short = 0 < len(words) <= _MAX_OWN_CATEGORY_WORDS and could_be_a_name(name)
    if not short:
        return None
    return _own_category(answer, name)


def _own_category(answer: Answer, name: str) -> Meaning | None:
    """A category of the person's own: said to be one, or written like a name."""
    text, person, today, _ = answer
    made_up = answer.detail(Mention(category=name[:1].upper() + name[1:]))
    if _NAMES_CATEGORY.match(text):
        return made_up
    item = find_item(words_of(name))
    if item is not None and _is_whole(words_of(name), item.name):
        return answer.act(Kind.UNCLEAR)
    if correction_in(text, person, today) or partial_in(text, person, today):
        return None
    if name[:1].isupper() and item is None:
        return made_up
    return answer.act(Kind.UNCLEAR) if len(words_of(text)) == 1 else None


def _is_whole(words: Sequence[Word], name: str) -> bool:
    """Whether the words are the thing itself, in singular or plural."""
    return "".join(word.key for word in words).startswith(words_of(name)[0].key)


def _numbered_choice(name: str, choices: tuple[str, ...]) -> str | None:
    """As in "2", "the second one": one of the choices by its place."""
    words = [w for w in name.casefold().split() if w not in {"the", "one", "number", "no"}]
    place = _PLACES.get(words[0]) if len(words) == 1 else None
    return choices[place - 1] if place is not None and place <= len(choices) else None


def _date(answer: Answer) -> Meaning | None:
    text, person, today, task = answer
    if keywords.is_yes(text) and proposed_by(task) is not None:
        return answer.act(Kind.AFFIRM)
    day = whole_date(_without_lead(text), person, today)
    if day == IMPOSSIBLE:
        return answer.act(Kind.UNCLEAR)
    if day is not None:
        return answer.detail(Mention(occurred_on=day))
    mention = mention_in(text, person, today)
    words = words_of(text)
    only = mention.amount is None and mention.merchant is None and mention.item is None
    if mention.occurred_on is not None and only and not keywords.is_talk(text, _OTHER_YEARS):
        return answer.detail(Mention(occurred_on=mention.occurred_on))
    vague = len(words) <= _MAX_UNCLEAR_WORDS or mention.occurred_on is not None
    return answer.act(Kind.UNCLEAR) if vague and not partial_in(text, person, today) else None


def _duplicate(answer: Answer) -> Meaning | None:
    """A yes, as "it's a different one" is here, or a no."""
    if keywords.says_other(answer.text) and not meant_by(answer.text).is_for(*OTHER_AGENTS):
        return answer.act(Kind.AFFIRM)
    return _yes_or_no(answer)


def _yes_or_no(answer: Answer) -> Meaning | None:
    if keywords.is_yes(answer.text):
        return answer.act(Kind.AFFIRM)
    return answer.act(Kind.DENY) if keywords.is_no(answer.text) else None


def _import(answer: Answer) -> Meaning | None:
    """The currency of all rows; a yes or a no; else which rows are to be left out."""
    if asks_to_import(answer.text):
        return answer.act(Kind.AFFIRM)
    currency = currency_in(answer.text, answer.person.currency)
    found = answer.detail(currency) if currency else _yes_or_no(answer)
    rows = named_rows_in(answer.text) if found is None else None
    if rows is not None:
        return answer.detail(Mention(rows=rows))
    corrects = names_rows(answer.text) or corrects_row(answer.text)
    return answer.act(Kind.UNCLEAR) if found is None and corrects else found


def _proposal(answer: Answer) -> Meaning | None:
    """A yes or a no, or one value that is different; anything else is no answer."""
    text, person, today, task = answer
    if _SAVES.fullmatch(text):
        return answer.act(Kind.AFFIRM)
    reaction = _yes_or_no(answer)
    if reaction is not None:
        return reaction
    correction = correction_in(text, person, today)
    if correction is not None and correction.cued:
        another = correction.replaces_another(task.known)
        return None if another else answer.detail(correction.changes)
    day = whole_date(_without_lead(text), person, today)
    if day is not None and day != IMPOSSIBLE:
        return answer.detail(Mention(occurred_on=day))
    category = category_named(_CATEGORY_LEAD.sub("", text), ())
    if category is not None:
        return answer.detail(Mention(category=category))
    return _amount(answer) if _is_bare_number(answer) else None


def _edit(answer: Answer) -> Meaning | None:
    text, person, today, _ = answer
    correction = correction_in(text, person, today)
    if correction is not None:
        return answer.detail(correction.changes)
    if keywords.is_yes(text) or keywords.is_no(text) or _asks_for_saved(text):
        return None
    if (category := category_by_whole_name(_CATEGORY_LEAD.sub("", text))) is not None:
        return answer.detail(Mention(category=category))
    values = partial_in(text, person, today) or values_in(text, person, today, change=True)
    return answer.detail(values) if values is not None else None


def _asks_for_saved(text: str) -> bool:
    """Whether the whole is meant for what looks at saved expenses. In quotes it is a value."""
    features = FEATURES.each_of("recognise", "MEANT")
    labels = {SUMMARISE_SPENDING.name, *(label for readers in features for label in readers)}
    judged = meant_by(text)
    return judged.chance >= FIRM and judged.label in labels and _QUOTED.fullmatch(text) is None


def _reading(answer: Answer) -> Meaning | None:
    """A yes or a no, or what is different; no purchase of its own ("lunch 12.50")."""
    if _SAVES.fullmatch(answer.text):
        return answer.act(Kind.AFFIRM)
    reaction = _yes_or_no(answer)
    if reaction is not None or correction_in(answer.text, answer.person, answer.today):
        return reaction or _edit(answer)
    told = partial_in(answer.text, answer.person, answer.today)
    own = told is not None and told.amount is not None and _names_another(told, answer.task.known)
    return None if own else _edit(answer)


def _names_another(told: Mention, known: Mention) -> bool:
    """Whether it names a shop or a thing, and none that is known."""
    names, others = (
        {name.casefold() for name in (each.merchant, each.item) if name} for each in (told, known)
    )
    return bool(names) and not names & others


def _better_image(answer: Answer) -> Meaning | None:
    text, person, today, _ = answer
    correction = correction_in(text, person, today)
    if correction is not None:
        return answer.detail(correction.changes)
    partial = partial_in(text, person, today)
    if partial is not None:
        return answer.detail(partial)
    stated = expenses_in(text, person, today)
    return answer.detail(stated[0]) if len(stated) == 1 else None


_READERS: dict[QuestionKind, Callable[[Answer], Meaning | None]] = {
    QuestionKind.AMOUNT: _amount,
    QuestionKind.MERCHANT: _merchant,
    QuestionKind.CATEGORY: _category,
    QuestionKind.DATE: _date,
    QuestionKind.DUPLICATE: _duplicate,
    QuestionKind.IMPORT: _import,
    QuestionKind.PROPOSAL: _proposal,
    QuestionKind.EDIT: _edit,
    QuestionKind.READING: _reading,
    QuestionKind.BETTER_IMAGE: _better_image,
    QuestionKind.RETRY: _yes_or_no,
}
