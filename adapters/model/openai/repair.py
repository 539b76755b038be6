"""The one further attempt after an answer that cannot be used."""

from dataclasses import dataclass

from adapters.model.openai.answers import ModelReply

LEAST_TIME = 1 / 3
"""Share of a question's time that must be left: a second answer takes about as long as the first,
and the providers that come next need time as well."""

_MAX_FORMER = 2_000
"""Characters of the former answer that are shown to the model again."""

_TOO_LONG = (
    "Your answer was cut off because it is too long. Answer the same question again, much shorter: "
    "each reason in a few words, and leave lists empty where you can."
)
_OUTSIDE = (
    "Your answer cannot be used: {problem}. Answer the same question again, as one JSON object "
    "that fits the schema, with nothing before or after it."
)
_NO_STEP = (
    "Your answer cannot be used: {problem}. Answer again: call tools, or write plain words to the "
    "person."
)


@dataclass(frozen=True)
class Objection:
    """What is added to the conversation: the model's own answer, then what is wrong with it."""

    former: str
    complaint: str


def correction(reply: ModelReply, problem: str, *, step: bool = False) -> Objection:
    """``problem`` is Steward's own description: it quotes neither the person nor the model.
    ``step``: it was a round with tools.
    """
    outside = _NO_STEP if step else _OUTSIDE
    complaint = _TOO_LONG if reply.cut_off else outside.format(problem=problem)
    # Templates of many models insist that the roles take turns, so there is always something.
    return Objection(reply.text[:_MAX_FORMER] or "{}", complaint)
