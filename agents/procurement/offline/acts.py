"""From open messages to acts: which of them are for the shop."""

import re
from datetime import UTC, date
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from adapters.model import talk
from adapters.model.text_evidence import is_small_talk
from agents import SLUGS
from agents.procurement.card import CARD
from agents.procurement.details import RequestDetails
from agents.procurement.items import LAST_REQUEST, called
from agents.procurement.last_shown import ShownLast
from agents.procurement.offline.reading import is_readable, prepared
from agents.procurement.offline.sending import NEWEST
from agents.procurement.offline.tables import starts
from agents.procurement.offline.wish import Kind, Read, Scene, Wish
from agents.procurement.offline.wishes import wishes_in
from agents.procurement.offline.yes_to_cart import answer_to_cart, names_sending
from domain.understanding import (
    CONFIRM,
    Act,
    ActKind,
    Person,
    Said,
    TaskPhase,
    TaskView,
    Topic,
    UnderstandRequest,
)
from language.meant import CLEAR, meant_by

_NAMES_SHOP = re.compile(
    r"\b(?:catalog(?:ue)?|katalog|catálogo|catalogus|shop|kedai|cart|troli|warenkorb|"
    r"purchase requests?|PR-\d+|[A-Z]{2,3}-\d{3,})\b",
    re.IGNORECASE,
)
"""Words for the shop itself, so that nothing else can be meant."""
_SHOWS = re.compile(
    r"\W*(?:show|zeig\w*|tunjuk\w*|list|muestra\w*|montre\w*|toon)\b", re.IGNORECASE
)
_IN_SHOP = re.compile(
    r"\s*\b(?:in|from|on|at|im|aus dem|dalam|dari|di|en el|del|dans le|du|in de|uit de)\s+"
    r"(?:the |your |our )?(?:catalog(?:ue)?|katalog|catálogo|catalogus|shop|kedai)\b",
    re.IGNORECASE,
)
"""Where something is to be looked for, as in "find blue pens in the catalog"."""

_LETTERS = re.compile(r"[^\W\d_]{2}")
_CORRECTING = frozenset({Kind.REFINE, Kind.AMEND})


def acts_of(request: UnderstandRequest) -> tuple[Act, ...]:
    """One act for each message; ``GENERAL`` for what is not for the shop."""
    return tuple(_act(said, request) for said in request.said)


def _act(said: Said, request: UnderstandRequest) -> Act:
    own = [t for t in request.tasks if t.agent == CARD.slug and t.phase is not TaskPhase.DONE]
    task = own[-1] if own else None
    others = said.caption or (
        said.reply_to_task is not None and (task is None or said.reply_to_task != task.task_id)
    )
    if others or not said.text.strip() or not is_readable(said.text):
        return _general(said, "no words for the shop")
    about = {said.reply_to_task, request.open_question}
    asking = task is not None and task.question == CONFIRM and task.task_id in about
    answer = answer_to_cart(said.text) if asking else None
    if task is not None and answer is not None:
        meant = names_sending(said.text) or said.reply_to_task == task.task_id
        if answer is ActKind.AFFIRM and not meant and request.has_other_business(task.task_id):
            answer = ActKind.UNCLEAR  # it may be meant for that
        return _about(task, said, answer, "answers whether to send the cart")
    scene = Scene(
        shown=ShownLast.of(task.known if task else None),
        today=_today(request.person, said),
        live=task is not None,
        asking=asking,
        working=task is not None and task.phase is TaskPhase.WORKING,
        elsewhere=tuple(t.title for t in request.tasks if t.agent != CARD.slug and t.title),
    )
    if scene.working and task is not None and answer_to_cart(said.text) is ActKind.CANCEL:
        return _about(task, said, ActKind.CANCEL, "asks to stop")
    read = wishes_in(_wished_for(said), scene)
    if not asking and all(map(_is_guess, read.wishes)) and _is_no_thing(said.text):
        read = Read()
    orders = talk.is_injection(prepared(said.text)) and not read.is_refused
    if orders or not read.wishes:
        free = task is None and request.open_question is None and not orders
        return _judged(said) if free else _general(said, "wishes nothing of the shop")
    other = request.open_question is not None and (
        task is None or request.open_question != task.task_id
    )
    if (other and not asking and not read.sure) or _points_too_far(read, scene, said, request):
        return _general(said, "may answer another question, or be of another answer")
    return _wished(read, said, task, asking=asking)


def _points_too_far(read: Read, scene: Scene, said: Said, request: UnderstandRequest) -> bool:
    """Whether it is a bare place, and the newest answers are all of other agents."""
    bare = not starts("buy", "plain", "weak").match(prepared(said.text))
    places = any(wish.place is not None for wish in read.wishes)
    agents = {entry.agent for entry in request.newest_answers} & set(SLUGS)
    return bare and places and bool(scene.shown.items and agents) and CARD.slug not in agents


def _is_guess(wish: Wish) -> bool:
    """Whether bare words are taken for a thing: nothing in them wants or looks for it."""
    return wish.kind is Kind.SEARCH and not (wish.verb or wish.sure)


def _is_no_thing(text: str) -> bool:
    """Whether bare words are rather a courtesy, a number, a name, or meant for something else."""
    if talk.topic_of(text) not in {Topic.NO_FREE_CHAT, Topic.REMARK} or not _LETTERS.search(text):
        return True
    meant, words = meant_by(text), text.split()
    named = len(words) > 1 and all(word[:1].isupper() and word[1:].islower() for word in words)
    return meant.is_beside(CARD.slug) or (named and meant.label != CARD.slug)


def _judged(said: Said) -> Act:
    """Of words in which rules find no wish: whether the whole is judged to be for the shop."""
    if not meant_by(said.text).is_for(CARD.slug):
        return _general(said, "wishes nothing of the shop")
    act = _opens(said, "is meant for the shop", RequestDetails(words=said.text.strip()))
    return act.model_copy(update={"likely": not said.edited})


def _opens(said: Said, reason: str, details: RequestDetails) -> Act:
    return Act(
        kind=ActKind.OPEN,
        agent=CARD.slug,
        message_ids=(said.message_id,),
        details=details.model_dump(mode="json"),
        reason=reason,
    )


def _wished(read: Read, said: Said, task: TaskView | None, *, asking: bool) -> Act:
    explicit = _NAMES_SHOP.search(said.text) is not None
    # "show october": of what else there is to see, while nobody shops.
    shows = task is None and not explicit and _SHOWS.match(said.text) is not None
    sure = read.sure and not said.edited and not shows and (explicit or _may_be_sold(read, said))
    (first, *more) = read.wishes
    taking_back = first.kind is Kind.TAKE_BACK and not more
    if taking_back and first.why == NEWEST and task is not None:
        return Act(
            kind=ActKind.UNDO,
            message_ids=(said.message_id,),
            sure=sure,
            reason="asks to take back what was done last",
        )
    kinds = {wish.kind for wish in read.wishes}
    details = RequestDetails(words=_wished_for(said))
    if taking_back:
        taken = LAST_REQUEST if first.number is None else called(first.number)
        details = details.model_copy(update={"take_back": taken})
    if task is not None and not taking_back and (asking or kinds <= _CORRECTING):
        act = _about(task, said, ActKind.DETAIL, "changes what is going on", sure=sure)
        return act.model_copy(update={"details": details.model_dump(mode="json")})
    act = _opens(said, f"wishes: {', '.join(sorted(kinds))}", details)
    return act.model_copy(update={"sure": sure, "explicit": explicit})


def _may_be_sold(read: Read, said: Said) -> bool:
    """Whether what is to be bought may be a product: "put 30 towards the trip" and "I need someone
    to fix the gate" only begin as one is asked for.
    """
    if not all(wish.kind is Kind.BUY and wish.item_id is None for wish in read.wishes):
        return True
    meant = meant_by(said.text)
    in_doubt = meant.chance < CLEAR and not any(map(str.isdigit, said.text))
    return in_doubt or meant.label == CARD.slug


def _wished_for(said: Said) -> str:
    rest = _IN_SHOP.sub("", said.text).strip()
    return rest if " " in rest else said.text.strip()


def _today(person: Person, said: Said) -> date:
    """The person's own date when the message was sent; an unknown zone counts as UTC."""
    moment = said.sent_at if said.sent_at.tzinfo else said.sent_at.replace(tzinfo=UTC)
    try:
        return moment.astimezone(ZoneInfo(person.timezone)).date()
    except (ZoneInfoNotFoundError, ValueError):
        return moment.astimezone(UTC).date()


def _about(task: TaskView, said: Said, kind: ActKind, reason: str, *, sure: bool = True) -> Act:
    return Act(
        kind=kind,
        agent=CARD.slug,
        task_id=task.task_id,
        message_ids=(said.message_id,),
        sure=sure and not said.edited,
        reason=reason,
    )


def _general(said: Said, reason: str) -> Act:
    """Sure only of plain greetings and thanks: anything else a model may know better."""
    plain = talk.is_greeting(said.text) or is_small_talk(said.text)
    return Act(kind=ActKind.GENERAL, message_ids=(said.message_id,), sure=plain, reason=reason)
