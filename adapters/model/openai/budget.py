"""Fitting a question into the token budgets.

Instructions, the answer's schema and everything that the engine does not declare shortenable are
always sent: above all the person's own message. The lists that may be shortened are filled in the
order in which the engine names them, with history last, so history gives way first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters.model.openai.prompts import Json, Prompt, document
from adapters.model.openai.tokens import tokens_in

LEAST_ANSWER = 1_000
"""Tokens kept free for an answer that may need them: five expenses, or a receipt with its items."""

PICTURE = 1_445
"""What a picture counts, by OpenAI's rule for gpt-4o (85, and 170 for each tile of 512 pixels): the
most that rule gives for a picture of 1,600 pixels. Other models bill otherwise."""

_FRAME = 12
"""What roles and separators of a conversation of two messages cost."""

_SEPARATOR = 1


@dataclass(frozen=True)
class Shortening:
    """A list in the document of which items may be left out.

    ``first_kept`` are its indices, most important first; the first ``least`` of them always stay.
    """

    key: str
    first_kept: Sequence[int]
    least: int = 0


@dataclass(frozen=True)
class Draft:
    """A question before it is fitted.

    ``purpose`` stands in logs; ``max_tokens`` is what the answer may need.
    """

    purpose: str
    model: str
    instructions: str
    content: Mapping[str, Json]
    shortenings: tuple[Shortening, ...]
    temperature: float
    max_tokens: int
    image_url: str | None = None


@dataclass(frozen=True)
class TokenBudget:
    """For the input of one request, and for its input and answer together."""

    max_input: int
    max_total: int


@dataclass(frozen=True)
class Fitted:
    """``kept`` and ``dropped`` count items of all shortenable lists together.

    ``input_tokens`` is for the whole request, ``flexible_tokens`` for the kept items alone.
    """

    prompt: Prompt
    input_tokens: int
    flexible_tokens: int
    kept: int
    dropped: int


def newest_first(count: int) -> tuple[int, ...]:
    """For lists in the order of time: the oldest item is left out first."""
    return tuple(reversed(range(count)))


def outside_in(count: int) -> tuple[int, ...]:
    """For the lines of a receipt: the shop stands at the top and the total near the end, so the
    goods in the middle are left out first.
    """
    return tuple(n // 2 if n % 2 == 0 else count - 1 - n // 2 for n in range(count))


def fit(
    draft: Draft,
    schema: str,
    budget: TokenBudget,
    *,
    besides: int = 0,
    flexible: int | None = None,
) -> Fitted:
    """``draft`` with as much of its lists as the budget allows.

    ``besides`` are tokens of further messages. ``flexible`` limits the lists even where the budget
    has room. What must be sent may exceed the budget; then nothing shortenable goes with it, and
    the answer still gets ``LEAST_ANSWER``, or what the draft wants if that is less.
    """
    least_answer = min(draft.max_tokens, LEAST_ANSWER)
    fixed = _fixed_tokens(draft, schema) + besides
    room = min(budget.max_input, budget.max_total - least_answer) - fixed
    if flexible is not None:
        room = min(room, flexible)
    content = dict(draft.content)
    used = kept = dropped = 0
    for shortening in draft.shortenings:
        items = _items(content, shortening.key)
        staying, tokens = _staying(items, shortening, room - used)
        content[shortening.key] = [items[n] for n in sorted(staying)]
        used += tokens
        kept += len(staying)
        dropped += len(items) - len(staying)
    left = budget.max_total - fixed - used
    prompt = Prompt(
        model=draft.model,
        instructions=draft.instructions,
        data=document(content),
        temperature=draft.temperature,
        max_tokens=max(least_answer, min(draft.max_tokens, left)),
        image_url=draft.image_url,
    )
    return Fitted(prompt, fixed + used, used, kept, dropped)


def _fixed_tokens(draft: Draft, schema: str) -> int:
    emptied: dict[str, Json] = {shortening.key: [] for shortening in draft.shortenings}
    return (
        tokens_in(draft.instructions)
        + tokens_in(schema)
        + tokens_in(document({**draft.content, **emptied}))
        + (PICTURE if draft.image_url else 0)
        + _FRAME
    )


def _items(content: Mapping[str, Json], key: str) -> Sequence[Json]:
    items = content[key]
    if isinstance(items, str) or not isinstance(items, Sequence):
        msg = f"{key} is no list"
        raise TypeError(msg)
    return items


def _staying(
    items: Sequence[Json], shortening: Shortening, room: int
) -> tuple[frozenset[int], int]:
    """Indices that stay, and their tokens. Ends at the first item that does not fit, so that what
    stays has no gaps in time.
    """
    staying: set[int] = set()
    used = 0
    for n, tokens in _weighed(items, shortening.first_kept):
        if used + tokens > room and len(staying) >= shortening.least:
            break
        staying.add(n)
        used += tokens
    return frozenset(staying), used


def _weighed(items: Sequence[Json], order: Sequence[int]) -> Iterator[tuple[int, int]]:
    for n in order:
        yield n, tokens_in(document(items[n])) + _SEPARATOR
