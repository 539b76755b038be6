"""What staff read of tickets. What customers and models wrote stands there as data: without control
characters, each line for itself.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from agents.support import staff_posts
from agents.support.tickets import KbResult, Urgency
from agents.support.words.quoting import lines_of, quoted
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.speech import TopicWords, Wording, Words, table

_MARKS: Mapping[Urgency | None, str] = {
    Urgency.CRITICAL: "🔴",
    Urgency.HIGH: "🟠",
    Urgency.MEDIUM: "🟡",
    Urgency.LOW: "🟢",
    None: "🎫",
}
"""Also at the front of a topic's title."""

_HOURS_SHOWN = 48
_KNOWN_FLAGS = frozenset({"unknown_customer", "lookup_failed", "reopened", "linked", "by_rules"})


def _language(code: str, formats: Formats) -> str:
    """``German (de)``; a code that nobody knows as it is."""
    code = plain_line(code, 12)
    name = formats.locale.languages.get(code)
    return f"{name} ({code})" if name else code


def _moment(moment: datetime, formats: Formats) -> str:
    return formats.moment(moment.isoformat())


def _card(card: staff_posts.CaseCard, formats: Formats) -> Wording:
    words = formats.catalogue
    kind = words.text(f"support.staff.type.{card.type}") if card.type else ""
    urgency = words.text(f"support.staff.urgency.{card.urgency}") if card.urgency else ""
    number = f"#{card.number}" if card.number else ""
    status = words.text(f"support.staff.status.{card.status}")
    head = " · ".join(part for part in (card.ticket_id, number, kind, urgency, status) if part)
    who = [
        card.customer_id,
        card.plan,
        "VIP" if card.vip else "",
        _language(card.language, formats),
    ]
    tail = [f"👤 {' · '.join(part for part in who if part)}"]
    tail += [words.text(f"support.staff.flag.{f}") for f in card.flags if f in _KNOWN_FLAGS]
    if card.why:
        tail.append(words.text("support.staff.why", why=lines_of(card.why)))
    if card.summary:
        tail.append(f"💬 {lines_of(card.summary)}")
    tail += [_article(article) for article in card.articles]
    if card.suggested:
        tail.append(words.text("support.staff.suggested", text=lines_of(card.suggested)))
    if card.opened_at is not None:
        opened = _moment(card.opened_at, formats)
        tail.append(words.text("support.staff.opened", at=opened))
    if card.first_due is not None:
        due = _moment(card.first_due, formats)
        tail.append(words.text("support.staff.first_due", at=due))
    if card.resolve_due is not None:
        due = _moment(card.resolve_due, formats)
        tail.append(words.text("support.staff.resolve_due", at=due))
    holder = plain_line(card.assignee)
    has_it = words.text("support.staff.has_it", name=holder)
    tail.append(has_it if holder else words.text("support.staff.nobody"))
    if card.incident:
        tail.append(words.text("support.staff.incident", incident=plain_line(card.incident)))
    tail += [f"🕘 {lines_of(line)}" for line in card.earlier]
    return Wording(lead=f"{_MARKS[card.urgency]} {head}", tail=tuple(tail))


def _article(article: KbResult) -> str:
    return f"📚 {plain_line(article.id)} {plain_line(article.title)} ({article.score:.2f})"


def _said(said: staff_posts.CustomerPost, formats: Formats) -> Wording:
    words = formats.catalogue
    lead = words.text("support.staff_said.edited") if said.edited else "💬"
    tail = []
    if said.file:
        tail.append(words.first(f"support.staff.file.{said.file}", "support.staff.file.other"))
    if said.translated:
        language = _language(said.language, formats)
        tail.append(
            words.text("support.staff.original", language=language, text=lines_of(said.text))
        )
    text = lines_of(said.translated or said.text)
    return Wording(lead=f"{lead} {text}".rstrip(), tail=tuple(tail))


def _bot(said: staff_posts.BotWords, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(said.topic, text=lines_of(said.text)))


def _did(did: staff_posts.CustomerDid, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(f"{did.topic}.{did.what}"))


def _held(held: staff_posts.Held, formats: Formats) -> Wording:
    text = formats.catalogue.count(held.topic, held.seconds, author=plain_line(held.author))
    return Wording(lead=text, tail=quoted(held.text))


def _sent(sent: staff_posts.WordsSent, formats: Formats) -> Wording:
    words, author = formats.catalogue, plain_line(sent.author)
    failed = sent.what == "failed"
    what = sent.what
    if failed and (sent.gone or sent.reason):
        what = "gone" if sent.gone else "file"
    tail = [*quoted(sent.text)]
    if sent.translated:
        tail.append(words.text("support.staff.reads", text=lines_of(sent.translated)))
    if sent.reason and not failed:
        tail.append(words.text("support.staff.untranslated"))
    return Wording(lead=words.text(f"{sent.topic}.{what}", author=author), tail=tuple(tail))


def _note(note: staff_posts.Note, formats: Formats) -> Wording:
    words, author = formats.catalogue, plain_line(note.author)
    holder = plain_line(note.assignee)
    key = f"{note.topic}.held" if holder else note.topic
    return Wording(lead=words.text(key, author=author, name=holder), tail=quoted(note.text))


def _changed(changed: staff_posts.Changed, formats: Formats) -> Wording:
    words, by = formats.catalogue, plain_line(changed.by)
    value = plain_line(changed.value)
    if changed.what == "urgency":
        value = words.first(f"support.staff.urgency.{value}", "support.staff.urgency.medium")
    key = f"{changed.topic}.{changed.what}"
    keys = (key, f"{key}.by_itself") if by else (f"{key}.by_itself", key)
    return Wording(lead=words.first(*keys, by=by, value=value))


def _list(listed: staff_posts.TicketList, formats: Formats) -> Wording:
    words = formats.catalogue
    if not listed.tickets:
        return Wording(lead=words.text(f"{listed.topic}.none"))
    lines = (_line(ticket, formats) for ticket in listed.tickets)
    hint = words.text(f"{listed.topic}.hint")
    return Wording(lead=words.text(listed.topic), tail=(*lines, hint))


def _line(ticket: staff_posts.ListedTicket, formats: Formats) -> str:
    """``🟠 charged twice · ⚠️ 2:05 PM · CUST-002 · 3 h · Mia · TKT-7K2M9Q4D``."""
    due = formats.catalogue.text(f"support.staff.status.{ticket.status}")
    if ticket.due is not None:
        due = f"{'⚠️' if ticket.overdue else '⏰'} {_moment(ticket.due, formats)}"
    parts = (
        f"{_MARKS[ticket.urgency]} {shown(ticket.subject)}".rstrip(),
        due,
        ticket.customer_id,
        short_age(formats.now - ticket.at),
        plain_line(ticket.assignee),
        ticket.ticket_id,
    )
    return " · ".join(part for part in parts if part)


def short_age(age: timedelta) -> str:
    """``12 min``, ``3 h``, ``2 d``."""
    minutes = max(int(age.total_seconds() // 60), 0)
    hours, days = minutes // 60, minutes // (60 * 24)
    return f"{days} d" if hours >= _HOURS_SHOWN else f"{hours} h" if hours else f"{minutes} min"


def _incident(offered: staff_posts.IncidentOffered, formats: Formats) -> Wording:
    words = formats.catalogue
    since = _moment(offered.since, formats) if offered.since else ""
    key = f"{offered.topic}.linked" if offered.is_open else offered.topic
    lead = words.text(
        key,
        n=str(offered.customers),
        at=since,
        incident=plain_line(offered.incident),
        subject=shown(offered.subject),
        ticket=offered.ticket_id,
    )
    if not offered.answer:
        return Wording(lead=lead)
    answer = words.text(f"{key}.{offered.answer}", by=plain_line(offered.by))
    return Wording(lead=lead, tail=(answer,))


def _draft_offered(offered: staff_posts.DraftOffered, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(offered.topic))


def _draft(drafted: staff_posts.DraftShown, formats: Formats) -> Wording:
    words, draft = formats.catalogue, plain_line(drafted.draft)
    lead = words.text(drafted.topic, draft=draft)
    text = (plain_line(drafted.title), *quoted(drafted.text))
    return Wording(lead=lead, tail=(*text, words.text("support.staff.publish", draft=draft)))


def _clock(ran: staff_posts.ClockRanOut, formats: Formats) -> Wording:
    words = formats.catalogue
    what = "breached" if ran.breached else "warned"
    due = _moment(ran.due, formats) if ran.due else ""
    lead = words.text(f"{ran.topic}.{ran.clock}.{what}", ticket=ran.ticket_id, at=due)
    tail = []
    if ran.again:
        tail.append(words.count(f"{ran.topic}.again", ran.again))
    holder = plain_line(ran.assignee)
    if holder:
        tail.append(words.text("support.staff.has_it", name=holder))
    if ran.oncall:
        tail.append(f"📣 {' '.join(_called(name) for name in ran.oncall)}")
    return Wording(lead=f"{_MARKS[ran.urgency]} {lead}", tail=tuple(tail))


def _called(name: str) -> str:
    """An id is what the channel makes a mention of."""
    return f"@{name}" if name.isdecimal() else plain_line(name)


def _rating(rating: staff_posts.RatingCame, formats: Formats) -> Wording:
    stars = "⭐" * max(1, min(rating.score, 5))
    lead = formats.catalogue.text(
        rating.topic, stars=stars, score=str(rating.score), ticket=rating.ticket_id
    )
    tail = [*quoted(rating.comment)]
    holder = plain_line(rating.assignee)
    if rating.low and holder:
        tail.append(formats.catalogue.text("support.staff.has_it", name=holder))
    return Wording(lead=f"⚠️ {lead}" if rating.low else lead, tail=tuple(tail))


def _choose(choose: staff_posts.ChooseOne, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(f"{choose.topic}.{choose.what}"))


def _answer(answer: staff_posts.ActAnswered, formats: Formats) -> Wording:
    words, name = formats.catalogue, plain_line(answer.name)
    key = f"{answer.topic}.{answer.what}"
    particular = f"{key}.{answer.action}" if answer.action else key
    return Wording(lead=words.first(particular, key, name=name, value=plain_line(answer.value)))


STAFF_WORDS: Mapping[str, TopicWords] = table(
    Words(staff_posts.CaseCard, _card),
    Words(staff_posts.CustomerPost, _said),
    Words(staff_posts.BotWords, _bot),
    Words(staff_posts.CustomerDid, _did),
    Words(staff_posts.Held, _held),
    Words(staff_posts.WordsSent, _sent),
    Words(staff_posts.Note, _note),
    Words(staff_posts.Changed, _changed),
    Words(staff_posts.TicketList, _list),
    Words(staff_posts.IncidentOffered, _incident),
    Words(staff_posts.DraftOffered, _draft_offered),
    Words(staff_posts.DraftShown, _draft),
    Words(staff_posts.ClockRanOut, _clock),
    Words(staff_posts.RatingCame, _rating),
    Words(staff_posts.ChooseOne, _choose),
    Words(staff_posts.ActAnswered, _answer),
)
"""What words each post and each answer to an act."""
