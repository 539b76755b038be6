"""Fitting a question into the token budgets.

Instructions, the answer's schema and everything that the engine does not declare shortenable are
always sent: above all the person's own message. The lists that may be shortened are filled in the
order in which the engine names them, with history last, so history gives way first. In a question
that is a round of several, results of older rounds shrink before that (``rounds``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters.model.openai import rounds
from adapters.model.openai.requests import HOW_TO_CALL
from adapters.model.openai.rounds import ShownRounds
from adapters.model.openai.tokens import tokens_in
from adapters.model.prompts import document
from adapters.model.question import A, Json, ModelQuestion, Shortening

LEAST_ANSWER = 1_000
"""Tokens kept free for an answer that may need them."""

PICTURE = 1_445
"""What a picture counts, by OpenAI's rule for gpt-4o (85, and 170 for each tile of 512 pixels): the
most that rule gives for a picture of 1,600 pixels. Other models bill otherwise."""

_FRAME = 12
"""What roles and separators of a conversation of two messages cost."""

_SEPARATOR = 1


@dataclass(frozen=True)
class TokenBudget:
    """For the input of one request, and for its input and answer together.

    ``answer`` is what an answer may need.
    """

    max_input: int
    max_total: int
    answer: int


@dataclass(frozen=True)
class Fitted:
    """``data`` is the content as it is sent. ``kept`` and ``dropped`` count items of all
    shortenable lists together.

    ``input_tokens`` is for the whole request, ``flexible_tokens`` for the kept items alone.
    """

    data: str
    max_tokens: int
    input_tokens: int
    flexible_tokens: int
    kept: int
    dropped: int
    rounds: ShownRounds


def fit(
    question: ModelQuestion[A],
    schema: str,
    budget: TokenBudget,
    *,
    besides: int = 0,
    flexible: int | None = None,
) -> Fitted:
    """``question`` with as much of its lists as the budget allows.

    ``besides`` are tokens of further messages. ``flexible`` limits the lists even where the budget
    has room. What must be sent may exceed the budget; then nothing shortenable goes with it, and
    the answer still gets ``LEAST_ANSWER``, or what it may need if that is less.
    """
    least_answer = min(budget.answer, LEAST_ANSWER)
    fixed = _fixed_tokens(question, schema) + besides
    room = min(budget.max_input, budget.max_total - least_answer) - fixed
    shown = ShownRounds()
    if question.tool_use:
        shown = rounds.fitted(question.tool_use.exchanges, room, _wanted(question))
        fixed, room = fixed + shown.tokens, room - shown.tokens
    if flexible is not None:
        room = min(room, flexible)
    content = dict(question.content)
    used = kept = dropped = 0
    for shortening in question.shortenings:
        items = _items(content, shortening.key)
        staying, tokens = _staying(items, shortening, room - used)
        content[shortening.key] = [items[n] for n in sorted(staying)]
        used += tokens
        kept += len(staying)
        dropped += len(items) - len(staying)
    left = budget.max_total - fixed - used
    answer = max(least_answer, min(budget.answer, left))
    return Fitted(document(content), answer, fixed + used, used, kept, dropped, shown)


def _wanted(question: ModelQuestion[A]) -> int:
    """What all items of all shortenable lists take together."""
    return sum(
        tokens
        for shortening in question.shortenings
        for _, tokens in _weighed(_items(question.content, shortening.key), shortening.first_kept)
    )


def _fixed_tokens(question: ModelQuestion[A], schema: str) -> int:
    emptied: dict[str, Json] = {shortening.key: [] for shortening in question.shortenings}
    use = question.tool_use
    tools = rounds.definition_tokens(use.tools) + tokens_in(HOW_TO_CALL) if use else 0
    return (
        tokens_in(question.instructions)
        + tools
        + tokens_in(schema)
        + tokens_in(document({**question.content, **emptied}))
        + PICTURE * len(question.pictures)
        + _FRAME
    )


def _items(content: Mapping[str, Json], key: str) -> Sequence[Json]:
    items = content[key]
    if isinstance(items, str) or not isinstance(items, Sequence):
        raise TypeError(f"{key} is no list")
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
