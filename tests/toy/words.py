"""What the toys share whose details are words as they were said."""

from abc import ABC, abstractmethod
from typing import ClassVar

from pydantic import JsonValue

from agents.contract import Details
from domain.messages import Frozen
from domain.understanding import Act, ActKind, Said, UnderstandRequest


class Words(Details):
    words: str = ""


class Slip(Frozen):
    """Words that an activity or a workflow is given."""

    words: str


def words_of(details: JsonValue) -> str:
    return Words.model_validate(details or {}).words


class WordRules(ABC):
    """Rules that are sure of every message."""

    slug: ClassVar[str]

    def understand(self, request: UnderstandRequest) -> tuple[Act, ...]:
        return tuple(self.act(said, request) for said in request.said)

    @abstractmethod
    def act(self, said: Said, request: UnderstandRequest) -> Act:
        """The one act of a message."""

    def about(self, said: Said, kind: ActKind, task_id: str | None = None) -> Act:
        ids = (said.message_id,)
        return Act(kind=kind, agent=self.slug, task_id=task_id, message_ids=ids, sure=True)

    def opening(self, said: Said, words: str) -> Act:
        told = {"details": {"words": words}, "explicit": True}
        return self.about(said, ActKind.OPEN).model_copy(update=told)

    def talk(self, said: Said) -> Act:
        return Act(kind=ActKind.GENERAL, message_ids=(said.message_id,), sure=True)

    def refuses(self, text: str) -> bool:
        del text
        return False
