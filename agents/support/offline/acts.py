"""From open messages to acts: which of them are for support."""

import re
from collections.abc import Sequence
from functools import cache

from adapters.model import talk
from adapters.model.software_orders import gives_orders
from adapters.model.text_evidence import is_small_talk
from agents.support import buttons
from agents.support.card import CARD
from agents.support.details import SupportDetails, Wish
from agents.support.naming import NUMBER, TICKET_ID, ticket_in
from agents.support.offline.findings import findings_in, weights
from agents.support.offline.matching import is_vague
from agents.support.offline.tables import found, holds, plain
from agents.support.ports import Concern, Escalates
from agents.support.tickets import PROBLEMS_A_MESSAGE, WITH_PEOPLE, TicketType
from domain.history import Entry, Speaker
from domain.understanding import (
    CONFIRM,
    Act,
    ActKind,
    Said,
    TaskPhase,
    TaskView,
    Topic,
    UnderstandRequest,
)
from language.meant import FIRM, meant_by
from language.yes_no import confirms, denies, says_yes_or_no

_FILE = "details.toml"
_STRONG = 3.0
_TOLD = 2.0
"""Enough where a problem or a question is told, too."""
_FEW = 4
"""Words of a message that is judged to be talk by what it says as a whole."""
_AMOUNT = re.compile(
    r"(?<![\w#-])\d+(?:[.,]\d+)?(?![\w-])"
    r"(?!\s*(?:minutes?|hours?|days?|weeks?|months?|years?|stunden|tage|wochen|hari|minggu|jam|dias|"
    r"semanas|jours|semaines)\b)"
)
_REFERENCE = re.compile(
    r"\b(?:orders?|bookings?|bestellung|buchung|auftrag|pesanan|tempahan|pedido|reserva|commande|"
    r"encomenda|\w*nummer|number|nombor)\W{1,3}(?:(?:nr|no|num\w*)\W{1,3})?\d{3,}\b"
)
"""Digits that name an order are no amount."""
_SEVERE = frozenset({Concern.SECURITY, Concern.OUTAGE, Concern.DATA_LOSS})
"""Nobody notes these as spending, whatever numbers stand beside them."""
_LOSSES = frozenset({Concern.SECURITY, Concern.DATA_LOSS})
_SOFTWARE = frozenset({"login", "sync", "upload", "integration"})
"""Issues of no thing that one buys."""
_PUNCTUATION = " .!,;:–-"
_ENDS = frozenset({"", *_PUNCTUATION})
_PARTS = re.compile(
    r"(?<=[.!?])\s+|[;\n]+|,?\s(?:and|und|dan|y|et|e)?\s?(?:also|secondly|außerdem|zudem|ausserdem|"
    r"selain itu|además|de plus|en outre|além disso|também)\s",
    re.IGNORECASE,
)


def acts_of(request: UnderstandRequest) -> tuple[Act, ...]:
    """At least one act for each message; ``GENERAL`` for what is not for support."""
    return tuple(act for said in request.said for act in _acts(said, request))


def _acts(said: Said, request: UnderstandRequest) -> tuple[Act, ...]:
    mine = [task for task in request.tasks if task.agent == CARD.slug]
    live = [task for task in mine if task.phase is not TaskPhase.DONE]
    text = plain(said.text)
    replied = next((t for t in mine if t.task_id == said.reply_to_task), None)
    if said.reply_to_task is not None and replied is None:
        return (_general(said, "replies to something else"),)
    if not any(map(str.isalpha, text)) and not NUMBER.search(text):
        return (_general(said, "no words"),)
    asking = next((t for t in live if t.task_id == request.open_question), None)
    if answer := _answered_with(said, asking) or _answered_withdrawal(said, request):
        return answer
    if _is_talk(said.text) or (not live and _is_judged_talk(said.text)):
        return (_general(said, "a greeting or thanks", sure=True),)
    if live and holds(_FILE, "answer", "cancel").fullmatch(text.rstrip(" .!")):
        return (_cancel(said, (replied or live[-1]).task_id),)
    return (
        _of_a_ticket(said, replied.task_id if replied else ticket_in(said.text))
        or _judged(said, request, mine, replied)
        or _behind_its_card(said, request, mine, asking or replied)
        or _told(said, request, mine, replied)
    )


def _answered_withdrawal(said: Said, request: UnderstandRequest) -> tuple[Act, ...]:
    """A yes or a no to whether a ticket is to be withdrawn, which a button says as well; a yes may
    stand in a few words that tell of no problem.
    """
    few = _is_few(said.text) and "?" not in said.text
    agrees = few and confirms(said.text) and not _tells_problem(plain(said.text))
    if said.edited or not (agrees or says_yes_or_no(said.text)):
        return ()
    action = buttons.KEEP if denies(said.text) else buttons.WITHDRAW_NOW
    press = buttons.press_behind(request.shown_last, action)
    if press is None or buttons.press_behind(request.shown_last, buttons.WITHDRAW_NOW) is None:
        return ()
    act = Act(
        kind=ActKind.OPEN, agent=CARD.slug, press=press, message_ids=(said.message_id,), sure=True,
        explicit=True, reason="answers whether a ticket is withdrawn",
    )  # fmt: skip
    return (act,)


def _wish_of(said: Said) -> Wish | None:
    """Whether they only ask how their tickets stand, or want one dropped."""
    text = plain(said.text)
    if said.caption or said.claims_file or said.edited:
        return None
    if holds(_FILE, "ticket", "drop").fullmatch(text.rstrip(" .!?")):
        return "withdraw"
    if holds(_FILE, "ticket", "list").fullmatch(text.rstrip(" .!?")):
        return "state"
    names_it = holds(_FILE, "ticket", "name").search(text) is not None
    return "state" if names_it and text.endswith("?") and is_vague(said.text) else None


def _of_a_ticket(said: Said, target: str) -> tuple[Act, ...]:
    """What is wished of a ticket that is there; none where it is something else."""
    wish = _wish_of(said)
    if wish is None:
        return ()
    details = SupportDetails(words=said.text.strip(), wish=wish, target=target)
    act = Act(
        kind=ActKind.OPEN, agent=CARD.slug, details=details.model_dump(),
        message_ids=(said.message_id,), sure=True, explicit=True,
        reason=f"wishes of a ticket: {wish}",
    )  # fmt: skip
    return (act,)


def _behind_its_card(
    said: Said, request: UnderstandRequest, mine: Sequence[TaskView], answered: TaskView | None
) -> tuple[Act, ...]:
    """What is only understood by what was shown last. Details, and a yes or a no to what was asked
    there, are for its ticket; any other bare yes or no is matter of none.
    """
    if answered is not None or said.caption or said.claims_file or said.edited:
        return ()
    last, shown, text = _last_reply(request), _told_of_last(request, mine), plain(said.text)
    asked = bool(shown) and last is not None and last.text.rstrip().endswith("?")
    reacts = says_yes_or_no(said.text)
    gives = any(map(str.isdigit, text)) and holds(_FILE, "turn", "gives").match(text) is not None
    if (reacts and asked) or (shown and gives):
        return _opened(said, shown, sure=True)
    return (_general(said, "a yes or no to something else"),) if reacts else ()


def _answered_with(said: Said, task: TaskView | None) -> tuple[Act, ...]:
    """A yes or a no to whether people are to get it."""
    if task is None or task.question != CONFIRM:
        return ()
    text = plain(said.text).rstrip(" .!")
    for kind, name in ((ActKind.DENY, "no"), (ActKind.AFFIRM, "yes")):
        told = holds(_FILE, "answer", name).fullmatch(text) is not None
        if told or (says_yes_or_no(said.text) and denies(said.text) is (name == "no")):
            act = Act(
                kind=kind, agent=CARD.slug, task_id=task.task_id, message_ids=(said.message_id,),
                sure=True, explicit=True, reason="answers whether people get it",
            )  # fmt: skip
            return (act,)
    return ()


def _told(
    said: Said, request: UnderstandRequest, mine: Sequence[TaskView], replied: TaskView | None
) -> tuple[Act, ...]:
    """Of words that are no verdict on an answer and drop nothing."""
    text = plain(said.text)
    live = [task for task in mine if task.phase is not TaskPhase.DONE]
    theirs = [task for task in mine if task not in live and _by_people(task)]
    named = replied.task_id if replied else _named(said.text, mine)
    # Whether people get it is answered by yes or no: what else is said may be for anybody.
    asks = (t for t in live if t.task_id == request.open_question and t.question != CONFIRM)
    asking = next(asks, None)
    alone = all(card.slug == CARD.slug for card in request.agents)
    opened = bool(theirs) or any(task.question != CONFIRM for task in live)
    has_open = opened and not (said.caption or said.claims_file)
    if named or asking or alone:
        target = named or (asking.task_id if asking else "")
        acts = _opened(said, target, sure=bool(target) or _is_sure(text))
        brief = _is_few(text) or any(map(str.isdigit, text))
        answers = (asking is not None or replied is not None) and brief
        return _left_to_model(acts) if has_open and not answers else acts
    if not said.caption and (_is_bare(said.text) or _is_invited(said, request)):
        return _entered(said)
    acts = _named_by_none(said, request, live, theirs)
    return _left_to_model(acts) if has_open else acts


def _is_few(text: str) -> bool:
    return len(text.split()) <= _FEW


def _left_to_model(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Acts of a person with an open ticket. What is said of a problem may as well tell that it is
    gone and the ticket not needed, which is no matter of single words: a model says what is wished
    where there is one.
    """
    return tuple(
        act.model_copy(update={"sure": False, "likely": True})
        if act.sure and act.kind is ActKind.OPEN
        else act
        for act in acts
    )


def _judged(
    said: Said, request: UnderstandRequest, mine: Sequence[TaskView], replied: TaskView | None
) -> tuple[Act, ...]:
    """What is said of the bot's answer to a ticket; none if it is not that. What else they say goes
    along with an answer that did not help, and stands for itself after one that did.
    """
    verdict, rest = verdict_of(said.text)
    if not verdict or said.edited or said.claims_file or said.caption:
        return ()
    task = _answered(said, request, mine, replied, ended=verdict == "solved")
    if task is None:
        return ()
    details = SupportDetails(
        words=said.text.strip(),
        human=Escalates.WANTS_PERSON in findings_in([said.text]).escalates,
        target=task.task_id,
        verdict=verdict,
        article=_known(task, "answer"),
    )
    act = Act(
        kind=ActKind.OPEN, agent=CARD.slug, details=details.model_dump(),
        message_ids=(said.message_id,), sure=True, explicit=True,
        reason=f"says of an answer: {verdict}",
    )  # fmt: skip
    if verdict == "not_solved" or not rest or _is_talk(rest):
        return (act,)
    further = said.model_copy(update={"text": rest, "reply_to_task": None})
    return (act, *_acts(further, request))


def _says_more_than_thanks(text: str) -> bool:
    """Whether somebody is thanked and told something, too, that is of no other agent."""
    rest = plain(text)
    if courtesy := _lead().match(rest):
        rest = rest[courtesy.end() :]
    more = len(rest.split()) > 1 and not _is_talk(rest)
    return more and talk.is_thanks(text) and not _has_amount(rest) and not _is_elsewhere(rest)


@cache
def _lead() -> re.Pattern[str]:
    """What may stand before what somebody says: courtesies, a yes or a no."""
    return re.compile(rf"(?:{holds(_FILE, 'verdict', 'lead').pattern}\W*)*")


def verdict_of(text: str) -> tuple[str, str]:
    """``solved``, ``not_solved`` or nothing; and what is said after it, in their own words. It
    stands at the beginning, behind words that say nothing.
    """
    flat = plain(text)
    lead = _lead()
    for verdict, name in (("not_solved", "unhelped"), ("solved", "helped")):
        told = re.compile(f"{lead.pattern}{holds(_FILE, 'verdict', name).pattern}").match(flat)
        if told is None:
            continue
        after = flat[told.end() :].lstrip()
        if verdict == "solved" and after[:1] not in _ENDS:
            continue  # "it works now only on Mondays" says more
        after = after.lstrip(_PUNCTUATION)
        if courtesy := lead.match(after):
            after = after[courtesy.end() :]
        # Plain text is of other length; its words are as many.
        words, left = text.split(), len(after.split())
        return verdict, " ".join(words[len(words) - left :]) if left else ""
    return "", ""


def _answered(
    said: Said,
    request: UnderstandRequest,
    mine: Sequence[TaskView],
    replied: TaskView | None,
    *,
    ended: bool,
) -> TaskView | None:
    """The ticket whose answer of the bot is meant: the one that they name, else the one shown
    last; none where a person may have said the last word. ``mine`` are newest last. ``ended``: it
    is found solved, which whoever names it may say without an answer.
    """
    bots = [task for task in mine if not _by_people(task)]
    own = [task for task in bots if _known(task, "answer")]
    name = _named(said.text, mine)
    if replied is not None or name:
        meant = (
            t for t in bots if t is replied or name in {f"#{t.number}", _known(t, "ticket_id")}
        )
        task = next(meant, None)
        return task if ended or task in own else None
    last = _last_reply(request)
    if _told_of_last(request, [task for task in mine if task not in own]):
        return None
    named = set(TICKET_ID.findall(last.text if last else ""))  # of a list none is meant
    shown = next((t for t in reversed(own) if named == {_known(t, "ticket_id")}), None)
    if shown is None and own and not any(map(_by_people, mine)):
        return own[-1]
    return shown


def _known(task: TaskView, name: str) -> str:
    known = task.known if isinstance(task.known, dict) else {}
    return str(known.get(name, ""))


def _named_by_none(
    said: Said, request: UnderstandRequest, live: Sequence[TaskView], theirs: Sequence[TaskView]
) -> tuple[Act, ...]:
    """``live`` are tickets that the bot works on here, ``theirs`` those that people have."""
    text = plain(said.text)
    if gives_orders(said.text) or said.caption or holds(_FILE, "answer", "declined").search(text):
        return (_general(said, "orders to the engine, words below a picture, or a refusal"),)
    if said.claims_file and not _claims(text, going_on=bool(live or theirs)):
        return (_general(said, "words below a picture that tell of no problem"),)
    goes_on = bool(theirs) and (
        is_vague(text) or _is_of_ticket(text) or _says_more_than_thanks(said.text)
    )
    meant = not (live or theirs) and meant_by(said.text).is_for(CARD.slug)
    sure = said.claims_file or goes_on or _is_sure(text)
    if sure or (meant and request.open_question is None):
        told = {"likely": not sure} if not goes_on else {"explicit": True}
        target = _told_of_last(request, theirs) if goes_on and not _tells_problem(text) else ""
        return tuple(a.model_copy(update=told) for a in _opened(said, target, sure=sure))
    if request.open_question is not None and not _is_likely(text):
        return (_general(said, "may answer another question"),)
    elsewhere = _is_elsewhere(text) or meant_by(said.text).is_beside(CARD.slug)
    if _is_likely(text) or (live and not elsewhere):
        return _opened(said, "", sure=bool(live) and not elsewhere and _is_of_ticket(text))
    return (_general(said, "no problem or question about the service"),)


def _tells_problem(text: str) -> bool:
    return bool(set(findings_in([text]).concerns) - {Concern.QUESTION})


def _last_reply(request: UnderstandRequest) -> Entry | None:
    return next((e for e in reversed(request.history) if e.speaker is Speaker.STEWARD), None)


def _told_of_last(request: UnderstandRequest, tickets: Sequence[TaskView]) -> str:
    """The task, of these tickets, that the reply shown last is about; empty for none."""
    last = _last_reply(request)
    return next((t.task_id for t in tickets if last is not None and t.task_id == last.task_id), "")


def _is_invited(said: Said, request: UnderstandRequest) -> bool:
    """Whether they had just asked for support, and were asked what is wrong."""
    earlier = [e for e in request.history if e.at < said.sent_at and e.text != said.text]
    mine = (e.text for e in reversed(earlier) if e.speaker is Speaker.PERSON)
    before, text = next(mine, ""), plain(said.text)
    asked = _is_bare(before) or before.strip() == f"/{CARD.slug}"
    return asked and not _has_amount(text) and not _is_elsewhere(text)


def _entered(said: Said) -> tuple[Act, ...]:
    if not _is_bare(said.text):
        return tuple(a.model_copy(update={"explicit": True}) for a in _opened(said, "", sure=True))
    act = Act(
        kind=ActKind.OPEN, agent=CARD.slug, details=SupportDetails(bare=True).model_dump(),
        message_ids=(said.message_id,), sure=True, explicit=True, reason="asks for support",
    )  # fmt: skip
    return (act,)


def _is_talk(text: str) -> bool:
    thanks = holds(_FILE, "answer", "thanks").fullmatch(plain(text).rstrip(" .!"))
    said = thanks is not None or talk.is_only_thanks(text) or talk.asks_kind(text)
    nods = talk.topic_of(text) is Topic.NOTED
    return said or nods or talk.is_greeting(text) or is_small_talk(text)


def _is_judged_talk(text: str) -> bool:
    """Whether a few words are judged to be talk, and tell no problem."""
    few = _is_few(text)
    told = verdict_of(text)[0] or findings_in([text]).concerns
    return few and not told and meant_by(text).is_for("talk", least=FIRM)


def _is_sure(text: str) -> bool:
    """A person is asked for, or a problem with the service; not what was merely bought."""
    found = findings_in([text])
    if Escalates.WANTS_PERSON in found.escalates:
        return True
    if holds(_FILE, "answer", "spending").search(text):
        return False
    problems = set(found.concerns) - {Concern.QUESTION}
    if problems & _SEVERE:
        return True
    service = holds(_FILE, "answer", "service").search(text) is not None
    company = service or holds(_FILE, "answer", "company").search(text) is not None
    if not problems:
        if service and not _has_amount(text) and (found.concerns or not _orders(text)):
            return True
        asked = Concern.QUESTION in found.concerns and not _has_amount(text)
        told = weights(text)
        special = max(told[TicketType.BILLING], told[TicketType.TECHNICAL])
        return asked and company and special >= _STRONG
    return company or not _has_amount(text)


def _by_people(task: TaskView) -> bool:
    """Whether people have its ticket, as far as the chat knows."""
    return _known(task, "status") in WITH_PEOPLE


def _claims(text: str, *, going_on: bool) -> bool:
    """Whether a picture with these words shows a problem with the service. What was bought may be
    broken, too ("phone repair, screen broken"): so the words speak to the company, tell it in a
    sentence or name what fails in software; or they show something to those who have a ticket.
    """
    if holds(_FILE, "answer", "spending").search(text):
        return False
    seen = findings_in([text])
    if Escalates.WANTS_PERSON in seen.escalates:
        return True
    if going_on and holds(_FILE, "turn", "shows").search(text):
        return holds(_FILE, "turn", "receipts").search(text) is None
    if _LOSSES & set(seen.concerns) or _SOFTWARE & set(found(_FILE, "issue.technical", text)):
        return True
    told = text.endswith("?") or holds(_FILE, "turn", "told").search(text) is not None
    if any(holds(_FILE, "answer", name).search(text) for name in ("service", "company")):
        return told or bool(seen.concerns)
    return told and bool(set(seen.concerns) - {Concern.QUESTION}) and not _has_amount(text)


def _is_of_ticket(text: str) -> bool:
    """What goes on with the ticket that is there: a problem told, or the ticket named."""
    if _is_elsewhere(text):
        return False
    return _tells_problem(text) or holds(_FILE, "answer", "service").search(text) is not None


def _is_elsewhere(text: str) -> bool:
    """Orders to do something, and words about one's own spending, where no problem is told."""
    if holds(_FILE, "answer", "spending").search(text):
        return True
    found = findings_in([text])
    troubled = found.escalates or set(found.concerns) - {Concern.QUESTION}
    if troubled or holds(_FILE, "answer", "service").search(text):
        return False
    company = holds(_FILE, "answer", "company").search(text) is not None
    return not company and (
        _orders(text) or holds(_FILE, "answer", "priced").search(text) is not None
    )


def _has_amount(text: str) -> bool:
    return _AMOUNT.search(_REFERENCE.sub(" ", text)) is not None


def _orders(text: str) -> bool:
    return holds(_FILE, "answer", "orders").match(text) is not None


def _is_likely(text: str) -> bool:
    """Of the service by its words alone; an amount is likelier a purchase, unless it is asked."""
    if _is_elsewhere(text):
        return False
    found = findings_in([text])
    told = bool(found.concerns or found.escalates)
    if _has_amount(text) and not told:
        return False
    return max(weights(text).values()) >= (_TOLD if told else _STRONG)


def _named(text: str, mine: Sequence[TaskView]) -> str:
    if ticket := TICKET_ID.search(text):
        return ticket[0].upper()
    numbers = {task.number for task in mine if task.number}
    number = next((n for n in map(int, NUMBER.findall(text)) if n in numbers), None)
    return f"#{number}" if number else ""


def _opened(said: Said, target: str, *, sure: bool) -> tuple[Act, ...]:
    whole = target or said.claims_file
    pieces = [said.text.strip()] if whole else _problems(said.text)
    return tuple(
        Act(
            kind=ActKind.OPEN,
            agent=CARD.slug,
            details=SupportDetails(
                words=piece,
                human=Escalates.WANTS_PERSON in findings_in([piece]).escalates,
                target=target,
            ).model_dump(),
            message_ids=(said.message_id,),
            sure=sure and not said.edited,
            explicit=bool(target) or said.claims_file or _asks_support(piece),
            reason="names its ticket" if target else findings_in([piece]).reasoning,
        )
        for piece in pieces
    )


def _is_bare(text: str) -> bool:
    """As in "I need support, please": it names support and tells of nothing."""
    return holds(_FILE, "answer", "bare").fullmatch(plain(text).rstrip(" .!")) is not None


def _asks_support(text: str) -> bool:
    """Whether it names support itself, or asks for a person of it."""
    wants_person = Escalates.WANTS_PERSON in findings_in([text]).escalates
    if wants_person and not _has_amount(text) and not any(map(str.isdigit, text)):
        return True
    return holds(_FILE, "answer", "support").search(plain(text)) is not None


def _problems(text: str) -> list[str]:
    """The parts with a problem of their own, each with what is said beside it; else all of it."""
    pieces: list[str] = []
    seen: list[frozenset[Concern]] = []
    lead = ""
    for part in filter(None, map(str.strip, _PARTS.split(text))):
        found = frozenset(findings_in([part]).concerns) - {Concern.QUESTION}
        if found and all(not found & other for other in seen):
            pieces.append(f"{lead} {part}".strip())
            seen.append(found)
            lead = ""
        elif pieces:
            pieces[-1] = f"{pieces[-1]} {part}"
        else:
            lead = f"{lead} {part}".strip()
    return pieces if 1 < len(pieces) <= PROBLEMS_A_MESSAGE else [text.strip()]


def _cancel(said: Said, task_id: str) -> Act:
    return Act(
        kind=ActKind.CANCEL, agent=CARD.slug, task_id=task_id, message_ids=(said.message_id,),
        sure=not said.edited, reason="drops what was said",
    )  # fmt: skip


def _general(said: Said, reason: str, *, sure: bool = False) -> Act:
    return Act(kind=ActKind.GENERAL, message_ids=(said.message_id,), sure=sure, reason=reason)
