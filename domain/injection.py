"""What is handed to a task while it works or waits."""

from domain.messages import Attachment, ButtonPress, Frozen
from domain.understanding import Act, QuestionKind


class Injected(Frozen):
    """Something said to a task: an understood act, a pressed button or a further photo.

    ``question`` is what the task was asking when it was said.
    """

    act: Act | None = None
    press: ButtonPress | None = None
    attachment: Attachment | None = None
    question: QuestionKind | None = None
    text: str = ""
    """The person's own words, as evidence; shortened."""
