"""What rules end a turn with: only what the results of its calls do not hold."""

from pydantic import Field, JsonValue, ValidationError

from agents.procurement.replies import CONTENTS, AskDelivery, AskHowMany, WhichLine
from domain.messages import Frozen
from domain.replies import Content

ENDED_BY_RULES = "procurement.ended"
"""``Step.topic`` of an answer by rules; ``Step.content`` is then a ``RulesEnding``."""

_BY_TOPIC = {content.topic: content for content in CONTENTS}
_QUESTIONS = frozenset(each.topic for each in (AskDelivery, AskHowMany, WhichLine))


class Remark(Frozen):
    """A content as it is kept and sent: of a topic."""

    topic: str
    content: JsonValue = None

    @classmethod
    def of(cls, content: Content) -> "Remark":
        return cls(topic=content.topic, content=content.model_dump(mode="json"))

    def read(self) -> Content | None:
        """None for what this version cannot read."""
        try:
            return _BY_TOPIC[self.topic].model_validate(self.content or {})
        except (KeyError, ValidationError):
            return None


class RulesEnding(Frozen):
    """``remarks`` are said behind what the results tell. ``lookups`` are ids of calls that only
    served another one: their results are not told. ``to_choose`` has, by the id of a search, how
    many of one of its items are to be put into the cart, once the person says which.
    """

    remarks: tuple[Remark, ...] = ()
    lookups: tuple[str, ...] = ()
    to_choose: dict[str, int] = Field(default_factory=dict)

    @property
    def question(self) -> Remark | None:
        """What was asked last: the next words may answer it."""
        asked = (each for each in reversed(self.remarks) if each.topic in _QUESTIONS)
        return next(asked, None)

    @classmethod
    def of(cls, topic: str, content: JsonValue) -> "RulesEnding | None":
        """None where a model or a limit ended the turn, or rules of an earlier version."""
        try:
            return cls.model_validate(content) if topic == ENDED_BY_RULES else None
        except ValidationError:
            return None
