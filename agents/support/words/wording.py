"""What a customer is told of a ticket, and how the platform shows one."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agents.support import buttons, replies
from agents.support.card import CARD, TicketCard
from agents.support.tickets import MAX_REPLY_WORDS, Citation, TicketStatus, subject_of
from agents.support.words.quoting import lines_of
from bot.texts.cards import AgentButton
from bot.texts.catalogue import Catalogue
from bot.texts.conversation import plain
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.speech import CardView, TopicWords, Wording, Words, table
from domain.agents import AgentCard
from domain.replies import Choice, Content

_OVER = frozenset({TicketStatus.SOLVED, TicketStatus.CLOSED, TicketStatus.WITHDRAWN})


def _name(card: TicketCard, formats: Formats) -> str:
    """A ticket in a sentence: its subject in quotation marks, or its id where it has none."""
    subject = shown(card.subject)
    return formats.catalogue.text("support.quote", subject=subject) if subject else card.ticket_id


def _title(card: TicketCard, formats: Formats) -> str:
    """``“charged twice” · Billing · urgent · TKT-7K2M9Q4D``; medium and low need no word."""
    words = formats.catalogue
    kind = words.text(f"support.type.{card.type}") if card.type else ""
    urgency = f"support.urgency.{card.urgency}"
    urgent = words.text(urgency) if card.urgency and words.has(urgency) else ""
    ticket_id = card.ticket_id if card.subject else ""
    return " · ".join(part for part in (_name(card, formats), kind, urgent, ticket_id) if part)


def _passed(card: TicketCard, formats: Formats) -> str:
    """That people get a ticket: what it is about, who answers and by when."""
    words, who = formats.catalogue, _who(card, formats)
    if not card.subject:
        return words.text("support.passed.bare", who=who)
    return words.text("support.passed", ticket=_name(card, formats), who=who)


def _who(card: TicketCard, formats: Formats) -> str:
    """Who answers, and by when."""
    words = formats.catalogue
    team = words.text(f"support.team.{card.type}" if card.type else "support.team.none")
    who, key, soon = team, "support.hands.team", "support.hands.team.soon"
    if card.assignee:
        who = plain_line(card.assignee)
        key, soon = "support.hands.person", "support.hands.person.soon"
    if card.due is None:
        return words.text(soon, who=who)
    return words.text(key, who=who, at=formats.moment(card.due.isoformat()))


class TicketCards:
    """Implements ``bot.texts.cards.Cards``."""

    agent: AgentCard = CARD
    options: Sequence[str] = ()
    many_choices: frozenset[str] = frozenset()

    def view(self, card: JsonValue, formats: Formats) -> CardView:
        ticket = TicketCard.model_validate(card)
        return CardView(ticket.number, f"🎫 {_title(ticket, formats)}", _standing(ticket, formats))

    def line(self, card: JsonValue, formats: Formats) -> str:
        ticket = TicketCard.model_validate(card)
        number = f"#{ticket.number} " if ticket.number else ""
        return " · ".join((f"🎫 {number}{_title(ticket, formats)}", *_standing(ticket, formats)))

    def name(self, card: JsonValue, formats: Formats) -> str:
        del formats
        ticket = TicketCard.model_validate(card)
        return f"#{ticket.number}" if ticket.number else ticket.ticket_id

    def has(self, card: JsonValue, field: str) -> bool:
        del card, field
        return False

    def help(self, question: str, card: JsonValue, formats: Formats) -> Wording | None:
        del question, card, formats
        return None

    def option(self, value: str, words: Catalogue) -> str:
        del words
        return value


def _standing(card: TicketCard, formats: Formats) -> tuple[str, ...]:
    """Who has it and by when; of what is over, only that."""
    if card.type is None:
        return ()
    if card.status in _OVER or card.status is TicketStatus.WAITING_CUSTOMER:
        return (formats.catalogue.text(f"support.status.{card.status}"),)
    asked = (_asked(card.awaits, formats),) if card.awaits else ()
    return (f"👤 {_who(card, formats)}", *asked)


def _asked(detail: str, formats: Formats) -> str:
    return formats.catalogue.first(f"support.ask_detail.{detail}", "support.ask_detail")


def _known(
    text: str, citations: Sequence[Citation], formats: Formats, *, other_language: bool
) -> tuple[str, ...]:
    """What the knowledge base says, and where; titles and links are the table's."""
    words = formats.catalogue
    if not citations:
        return ()
    first = citations[0]
    if text and text != first.passage:
        titles = formats.listed([formats.quoted(shown(each.title)) for each in citations])
        found = [lines_of(text), words.text("support.source", titles=titles)]
    else:
        title = shown(first.title)
        found = [words.text("support.from_help", title=title, text=lines_of(first.passage))]
    found += [plain_line(each.link) for each in citations if each.link]
    if other_language:
        name = formats.locale.languages.get(first.language, first.language)
        found.append(words.text("support.other_language", language=name))
    return tuple(found)


def _answer(content: replies.Answer, formats: Formats) -> Wording:
    known = _known(content.text, content.citations, formats, other_language=content.other_language)
    told = known or (_title(content.card, formats),)
    return Wording(lead=told[0], tail=told[1:])  # its buttons ask whether it helped


def _handed_over(content: replies.HandedOver, formats: Formats) -> Wording:
    known = _known(content.text, content.citations, formats, other_language=content.other_language)
    return Wording(lead=_passed(content.card, formats), tail=known, rateable=bool(known))


def _ask_to_pass(content: replies.AskToPass, formats: Formats) -> Wording:
    """Of several messages the newest is quoted that tells something: what was said before stands
    above.
    """
    words, said = formats.catalogue, content.quote.splitlines()
    telling = (each for each in reversed(said) if len(each.split()) > MAX_REPLY_WORDS)
    quote = shown(subject_of([next(telling, said[0] if said else "")]))
    question = words.text("support.ask_to_pass.all" if len(said) > 1 else "support.enter")
    known = _known(content.text, content.citations, formats, other_language=content.other_language)
    asked = words.text("support.ask_to_pass", question=question, quote=quote)
    is_of_newest = len(said) == 1 or len(said[-1].split()) > MAX_REPLY_WORDS if said else False
    if content.nothing_known and content.attempt == 1 and is_of_newest:
        known, asked = (words.text("support.ask_to_pass.nothing", quote=quote),), question
    told = (asked,) if content.attempt > 1 else (*known, asked)
    return Wording(lead=told[0], tail=told[1:], rateable=bool(content.citations and told[1:]))


def _ask_detail(content: replies.AskDetail, formats: Formats) -> Wording:
    asked = _asked(content.detail, formats)
    if content.attempt > 1:
        return Wording(lead=asked)
    known = _known(content.text, content.citations, formats, other_language=content.other_language)
    return Wording(lead=_passed(content.card, formats), tail=(*known, asked))


def _joined(content: replies.Joined, formats: Formats) -> Wording:
    card = content.card
    tail = () if card.status in _OVER else _standing(card, formats)
    lead = formats.catalogue.text(content.topic, ticket=_name(card, formats))
    return Wording(lead=lead, tail=tail)


def _human(content: replies.HumanWords, formats: Formats) -> Wording:
    words = formats.catalogue
    author, signature = plain_line(content.author), plain_line(content.signature)
    said = words.text(
        content.topic, author=author, signature=signature, text=lines_of(content.text)
    )
    tail = [words.text("support.translated")] if content.original else []
    if content.edited:
        tail.append(words.text("support.edited"))
    return Wording(lead=said, tail=tuple(tail))


def _told(content: replies.TicketTold, formats: Formats) -> Wording:
    words, card = formats.catalogue, content.card
    key = f"{content.topic}.{content.what}"
    name = plain_line(card.assignee)
    keys = (key, f"{key}.nobody") if name else (f"{key}.nobody", key)
    into = _name(content.into, formats) if content.into is not None else ""
    values = {"ticket": _name(card, formats), "name": name, "into": into}
    lead = words.first(*keys, content.topic, **values)
    if content.what == "claimed" and name and card.due:
        at = formats.moment(card.due.isoformat())
        return Wording(lead=words.text(f"{key}.due", at=at, **values))
    hands = content.what in {"reopened", "handed_back", "urgency", "kept", "claimed"}
    return Wording(lead=lead, tail=(f"👤 {_who(card, formats)}",) if hands and card.due else ())


def _about_card(content: replies.About, formats: Formats) -> Wording:
    name = _name(content.card, formats)
    return Wording(lead=formats.catalogue.text(content.topic, ticket=name))


def _ask_withdraw(content: replies.AskWithdraw, formats: Formats) -> Wording:
    key = f"{content.topic}.cancelled" if content.cancelled else content.topic
    return Wording(lead=formats.catalogue.text(key, ticket=_name(content.card, formats)))


def _rated(content: replies.Rated, formats: Formats) -> Wording:
    stars = "⭐" * max(1, min(content.score, 5))
    key = "support.rated.low" if content.score < 3 else content.topic  # noqa: PLR2004 - of five
    return Wording(lead=formats.catalogue.text(key, stars=stars))


def _tickets(content: replies.Tickets | replies.TooManyTickets, formats: Formats) -> Wording:
    words = formats.catalogue
    if isinstance(content, replies.Tickets) and not content.cards:
        return Wording(lead=words.text(f"{content.topic}.none"))
    cards = tuple(
        CardView(card.number, f"🎫 {_title(card, formats)}", _standing(card, formats))
        for card in content.cards
    )
    return Wording(lead=words.text(content.topic), cards=cards)


def _unknown(content: replies.Unknown, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(content.topic, named=shown(content.named, 60)))


def _label(choice: Choice, content: Content, formats: Formats) -> str:
    """The score of a rating."""
    del content, formats
    if choice.press.action == buttons.RATE:
        return f"{plain_line(choice.press.value, 1)} ⭐"
    return ""


CUSTOMER_WORDS: Mapping[str, TopicWords] = table(
    Words(replies.Answer, _answer),
    Words(replies.HandedOver, _handed_over),
    Words(replies.AskToPass, _ask_to_pass),
    Words(replies.NotPassed, plain),
    Words(replies.AskDetail, _ask_detail),
    Words(replies.Joined, _joined),
    Words(replies.HumanWords, _human),
    Words(replies.TicketTold, _told),
    Words(replies.AskWithdraw, _ask_withdraw),
    Words(replies.AskRating, _about_card, _label),
    Words(replies.Rated, _rated),
    Words(replies.Tickets, _tickets),
    Words(replies.Unknown, _unknown),
    Words(replies.TooManyTickets, _tickets),
)
"""What words each topic that a customer is told. A test checks that none is missing."""

CARDS = TicketCards()

BUTTONS = (
    AgentButton(action=buttons.SOLVED, code="us"),
    AgentButton(action=buttons.NOT_SOLVED, code="ux"),
    AgentButton(action=buttons.PERSON, code="up"),
    AgentButton(action=buttons.WITHDRAW, code="uw"),
    AgentButton(action=buttons.WITHDRAW_NOW, code="uy", word="yes"),
    AgentButton(action=buttons.KEEP, code="uk", word="no"),
    AgentButton(action=buttons.NOT_THIS_ONE, code="ut"),
    AgentButton(action=buttons.RATE, code="ur", settles=False),
    AgentButton(action=buttons.ORIGINAL, code="uo", settles=False),
)
