"""What a model is given of a conversation: its agents, its tasks, and what was said before."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from adapters.model.fragment import Fragment, Fragments
from adapters.model.question import Json, Shortening
from adapters.model.software_orders import without_orders
from domain.agents import AgentCard
from domain.history import Entry, Speaker
from domain.understanding import Person, Said, TaskView, UnderstandRequest


def earlier(entries: Sequence[Entry], asking: Entry | None = None, *, zone: str = "") -> list[Json]:
    """The conversation before, as models are shown it: without orders to software, which they might
    obey at any later word. ``asking`` wants a yes or a no; with a ``zone`` each has its day there.
    """
    return [
        {
            **({"day": _day(entry.at, zone)} if zone else {}),
            "speaker": entry.speaker.value,
            "text": without_orders(entry.text),
            **({"asks": True} if entry is asking else {}),
        }
        for entry in entries
    ]


def conversation_before(history: Sequence[Entry], said: Sequence[Said]) -> Sequence[Entry]:
    """The conversation up to these messages, which stand at its end when they are looked at."""
    own = [each.text for each in said]
    end = len(history)
    while end and history[end - 1].speaker is Speaker.PERSON and history[end - 1].text in own:
        end -= 1
    return history[:end]


def tasks_in_order(request: UnderstandRequest) -> tuple[TaskView, ...]:
    """The tasks in the order in which a model is shown them."""
    return (*request.deleted, *request.tasks)


def numbers_of(tasks: Sequence[TaskView]) -> dict[int, TaskView]:
    """The tasks by the number that a model names each by: what its card shows ("#12"); of one
    without a card, or with the number of an earlier one, the next that is free.
    """
    numbers: dict[int, TaskView] = {}
    free = 1 + max((task.number for task in tasks), default=0)
    for task in tasks:
        number = task.number
        if not number or number in numbers:
            number, free = free, free + 1
        numbers[number] = task
    return numbers


def tasks_shortening(tasks: Sequence[TaskView], spoken_of: set[str | None]) -> Shortening:
    """Tasks that the messages answer always stay; of the others the oldest go first."""
    needed = [n for n, task in enumerate(tasks) if task.task_id in spoken_of]
    others = [n for n in reversed(range(len(tasks))) if n not in needed]
    return Shortening("tasks", (*needed, *others), least=len(needed))


def person_content(person: Person, said: Said) -> dict[str, Json]:
    today = _day(said.sent_at, person.timezone)
    return {"today": today, "currency": person.currency, "locale": person.locale}


def _day(at: datetime, zone: str) -> str:
    return f"{at.astimezone(ZoneInfo(zone)):%Y-%m-%d, %A}"


def agents_listed(cards: Sequence[AgentCard], fragments: Fragments) -> str:
    """Cards and purposes are Steward's own words, so they may stand among the instructions."""
    lines: list[str] = []
    for card in cards:
        lines.append(f"- `{card.slug}`: {_introduced(card)}")
        if card.slug in fragments:
            lines += [f"  - {purpose}" for purpose in fragments[card.slug].purposes]
    return "\n".join(lines) or "- none"


def agent_chapters(cards: Sequence[AgentCard], fragments: Fragments) -> str:
    """Each agent with how its details are written, in the order in which they are enabled."""
    chapters = []
    for card in cards:
        page = fragments[card.slug].page.strip() if card.slug in fragments else _NO_DETAILS
        chapters.append(f"## `{card.slug}`\n\n{_introduced(card)}\n\n{page}")
    return "\n\n".join(chapters) or "There are none."


_NO_DETAILS = "`details` is null."

_EXAMPLES = 2


def _introduced(card: AgentCard) -> str:
    examples = "; ".join(card.examples[:_EXAMPLES])
    examples = f" For example: {examples}." if examples else ""
    return f"{card.purpose}{examples}"


def tasks_content(
    tasks: Sequence[TaskView], fragments: Fragments, deleted: Sequence[TaskView] = ()
) -> list[Json]:
    return [
        _task(n, task, fragments.get(task.agent), deleted=task in deleted)
        for n, task in numbers_of(tasks).items()
    ]


def _task(number: int, task: TaskView, fragment: Fragment | None, *, deleted: bool) -> Json:
    return {
        "number": number,
        "agent": task.agent,
        "phase": "deleted" if deleted else task.phase.value,
        **({"doing": task.activity} if task.activity else {}),
        **({"question": task.question} if task.question else {}),
        "known": _plain(fragment.known(task.known) if fragment else task.known),
        **({"choices": task.choices} if task.choices else {}),
    }


def _plain(known: Json) -> Json:
    """Takes orders to software out of the values that a task knows: they may come from a paper."""
    if isinstance(known, str):
        return without_orders(known)
    if isinstance(known, Mapping):
        return {name: _plain(each) for name, each in known.items()}
    return [_plain(each) for each in known] if isinstance(known, Sequence) else known
