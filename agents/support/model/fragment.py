"""Support's part of the question what messages mean: that they are for support, in whose words, and
which ticket they name. Which ticket they mean is found out by the agent.
"""

import re
from collections.abc import Sequence
from functools import cache
from string import Template

from pydantic import JsonValue, ValidationError

from adapters.model.fragment import Fragment, WrittenDetails
from adapters.model.prompts import page, pages
from adapters.model.question import Json
from agents.support import buttons
from agents.support.card import CARD
from agents.support.details import SupportDetails, Wish
from agents.support.model.findings_evidence import own_words
from agents.support.naming import NUMBER, TICKET_ID
from agents.support.tickets import PROBLEMS_A_MESSAGE
from domain.errors import InvalidModelOutputError
from domain.understanding import Act, ActKind, Said, UnderstandRequest

PROMPTS = f"{__package__}.prompts"

_NAMES_PEOPLE = re.compile(
    r"\b(?:tickets?|support|soporte|assistance|équipe|equipo|team|kundendienst|sokongan|pasukan"
    r"|ondersteuning|klantenservice|escalate|weiterleiten)\b",
    re.IGNORECASE,
)
"""In answer to the question whether people are to have it, whoever names them wants them."""


class WrittenSupport(WrittenDetails):
    wish: Wish
    problems: list[str]
    human: bool

    def told(self, kind: ActKind) -> Sequence[JsonValue]:
        """A problem each."""
        del kind
        problems = tuple(dict.fromkeys(p.strip() for p in self.problems if p.strip()))
        if self.wish != "help" or not problems:
            return ({"words": "", "human": self.human, "wish": self.wish},)
        told = problems[:PROBLEMS_A_MESSAGE]
        return tuple(
            {"words": words, "human": self.human, "alone": len(told) == 1} for words in told
        )


@cache
def fragment() -> Fragment:
    text = Template(page("understand", PROMPTS)).substitute(problems=str(PROBLEMS_A_MESSAGE))
    return Fragment(
        form=WrittenSupport,
        page=text,
        check=in_their_own_words,
        known=_brief,
        prompts=pages(PROMPTS),
        asks_for_it=lambda words: _NAMES_PEOPLE.search(words) is not None,
        answers={buttons.WITHDRAW_NOW: True, buttons.KEEP: False},
        said_with_yes=_passed_with_yes,
    )


def in_their_own_words(act: Act, words: str, request: UnderstandRequest) -> Act | None:
    """An opening act with the person's own words, and a ticket only as they named it.

    Raises ``InvalidModelOutputError`` for one of several problems that is told in other words than
    theirs: the rules then read the message. One that stands alone is then the whole messages.
    """
    del words
    told = [said for said in request.said if said.message_id in act.message_ids] or request.said
    if act.kind is ActKind.WHY:
        return Act(kind=act.kind, agent=act.agent, task_id=act.task_id, message_ids=act.message_ids)
    texts = [said.text for said in told]
    try:
        written = SupportDetails.model_validate(act.details or {})
    except ValidationError:
        return None
    if written.words and not own_words(written.words, ["\n".join(texts)]):
        if not (isinstance(act.details, dict) and act.details.get("alone")):
            raise InvalidModelOutputError("a problem is not told in the person's own words")
        written = written.model_copy(update={"words": ""})
    press = buttons.press_behind(request.shown_last, buttons.WITHDRAW_NOW)
    if written.wish == "withdraw" and press is not None:
        return act.model_copy(
            update={"kind": ActKind.OPEN, "task_id": None, "details": None, "press": press}
        )
    said = written.words or "\n".join(texts)
    if not said.strip():
        return None
    target = _named(told, "\n".join(texts), request)
    if not target and act.kind is ActKind.DETAIL and act.task_id == request.open_question:
        target = act.task_id or ""
    details = SupportDetails(words=said, human=written.human, wish=written.wish, target=target)
    return act.model_copy(
        update={"kind": ActKind.OPEN, "task_id": None, "details": details.model_dump(mode="json")}
    )


def _passed_with_yes(act: Act, task_id: str) -> Act:
    """What they tell beside a yes to people getting their words goes to them with these."""
    details = SupportDetails.model_validate(act.details or {})
    own = details.model_copy(update={"target": task_id})
    return act.model_copy(update={"details": own.model_dump(mode="json"), "agreed": True})


def _named(told: Sequence[Said], words: str, request: UnderstandRequest) -> str:
    """The ticket that they replied to or wrote the id or number of; empty for none."""
    own = {task.task_id: task for task in request.tasks if task.agent == CARD.slug}
    for said in told:
        if said.reply_to_task in own:
            return said.reply_to_task or ""
    if match := TICKET_ID.search(words):
        return match[0].upper()
    others = {task.number for task in request.tasks if task.agent != CARD.slug}
    mine = {task.number for task in own.values()}
    for match in NUMBER.finditer(words):
        number = int(match[1])
        if number in mine or number not in others:
            return f"#{number}"
    return ""


def _brief(known: JsonValue) -> Json:
    """What a ticket says is in the conversation; the words of its task are enough to tell it."""
    text = known.get("text") if isinstance(known, dict) else None
    return text[:300] if isinstance(text, str) else None
