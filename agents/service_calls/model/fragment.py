"""Service calls' part of the question what messages mean: that they are for this agent, in the
customer's own words. What is wrong, and when somebody may come, is found out in the call.
"""

from collections.abc import Sequence
from functools import cache

from pydantic import JsonValue, ValidationError

from adapters.model.fragment import Fragment, WrittenDetails
from adapters.model.prompts import page, pages
from adapters.model.text_evidence import words_stand_in
from agents.service_calls.card import CARD
from agents.service_calls.details import CallDetails
from domain.understanding import Act, ActKind, UnderstandRequest

PROMPTS = f"{__package__}.prompts"


class WrittenServiceCall(WrittenDetails):
    words: str

    def told(self, kind: ActKind) -> Sequence[JsonValue]:
        del kind
        return ({"words": self.words},)


@cache
def fragment() -> Fragment:
    return Fragment(
        form=WrittenServiceCall,
        page=page("understand", PROMPTS),
        check=in_their_own_words,
        prompts=pages(PROMPTS),
        takes_whole_messages=True,
    )


def in_their_own_words(act: Act, words: str, request: UnderstandRequest) -> Act | None:
    """An opening act with the customer's own words: those that a model copied, where it did, else
    the whole messages. What adds to a call is heard by the call itself, as a whole.
    """
    del words
    told = [said for said in request.said if said.message_id in act.message_ids] or request.said
    whole = "\n".join(said.text for said in told)
    try:
        written = CallDetails.model_validate(act.details or {}).words.strip()
    except ValidationError:
        return None
    own = written if act.kind is ActKind.OPEN and words_stand_in(written, whole) else whole
    if not own.strip():
        return None
    details = CallDetails(words=own)
    return act.model_copy(update={"agent": CARD.slug, "details": details.model_dump(mode="json")})
