"""Shopping's part of the question what messages mean: only that they are for the shop.

What they ask for is found out by the tool loop, from the person's own words.
"""

from collections.abc import Sequence
from functools import cache

from pydantic import JsonValue

from adapters.model.fragment import Fragment, WrittenDetails
from adapters.model.prompts import page, pages
from adapters.model.question import Json
from agents.procurement.details import RequestDetails
from domain.understanding import Act, ActKind, UnderstandRequest

PROMPTS = f"{__package__}.prompts"


class WrittenRequest(WrittenDetails):
    shop: bool

    def told(self, kind: ActKind) -> Sequence[JsonValue]:
        del kind
        return ({},)


@cache
def instructions() -> str:
    """For the model that drives a turn."""
    return page("step", PROMPTS)


@cache
def fragment() -> Fragment:
    return Fragment(
        form=WrittenRequest,
        page=page("understand", PROMPTS),
        check=in_their_own_words,
        known=_left_out,
        prompts=pages(PROMPTS),
        takes_whole_messages=True,
    )


def in_their_own_words(act: Act, words: str, request: UnderstandRequest) -> Act | None:
    """Whatever a model made of them, the words that count are those of the messages."""
    del words
    told = [said.text for said in request.said if said.message_id in act.message_ids]
    said = "\n".join(told or [each.text for each in request.said])
    if not said.strip():
        return None
    details = RequestDetails(words=said).model_dump(mode="json")
    return act.model_copy(update={"details": details})


def _left_out(known: JsonValue) -> Json:
    """What was shown last is for the loop; here it would only cost."""
    del known
    return None
