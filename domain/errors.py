"""The one tree of expected failures.

An adapter translates a foreign error into an ``AppError`` exactly once. ``code`` is stable and
machine readable, ``retryable`` tells Temporal whether another attempt can help, ``user_text`` is
safe to show to the person: no path, no SQL, no key, no stack trace.
"""

from datetime import timedelta
from typing import TypeGuard

from pydantic import JsonValue


class AppError(Exception):
    """A failure that Steward expects and can explain.

    ``message`` is for logs and operators. ``retry_after`` is the wait that the failing party asked
    for, when it named one. ``why`` makes the code finer, as in ``attachment.unusable.too_large``:
    whoever gives a ``user_text`` of its own names it, since texts are translated by their code.
    """

    code: str = "internal"
    retryable: bool = False
    is_outage: bool = False
    """Whether it means that a model is not there at all, which the person is told once."""
    user_text: str = "Something went wrong on my side. Nothing you sent is lost; please try again."
    exit_code: int = 1
    """Of a process that ends for it."""

    def __init__(
        self,
        message: str,
        *,
        user_text: str | None = None,
        retry_after: timedelta | None = None,
        why: str = "",
    ) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.why = why
        if why:
            self.code = f"{self.code}.{why}"
        if user_text is not None:
            self.user_text = user_text

    @property
    def report(self) -> str:
        """What a process says that ends for it: one line, where nothing else is worth reading."""
        return " ".join(str(self).split())


class ConfigurationError(AppError):
    """A setting is wrong or missing; trying again cannot help. The message says how to mend it."""

    code = "configuration"
    user_text = "I am not set up correctly. My operator has to look at this."


class UnusableAttachmentError(AppError):
    """The file is not a picture or PDF that can be read; the reason is in ``user_text``."""

    code = "attachment.unusable"
    user_text = (
        "I can't read that file. "
        "Please send a photo (JPEG, PNG, WebP, HEIC), a PDF or a table (CSV, Excel)."
    )


class NoRoomForFileError(UnusableAttachmentError):
    """The file itself may be good, but is not kept: ``why`` names whose room is used up."""

    @classmethod
    def of_the_day(cls) -> "NoRoomForFileError":
        """The person has sent as much as one may within a day."""
        return cls(
            "over the person's storage of a day",
            user_text="I have taken in as many files of yours as I may in one day."
            " Please send it tomorrow, or tell me what it says.",
            why="room_of_day",
        )

    @classmethod
    def of_the_person(cls) -> "NoRoomForFileError":
        """All that is kept of this person is as much as may be."""
        return cls(
            "over the person's storage",
            user_text="The room that I have for your files is full."
            " Please tell me what it says instead.",
            why="room_of_person",
        )

    @classmethod
    def of_the_machine(cls) -> "NoRoomForFileError":
        """So little is free that words could not be kept either, soon."""
        return cls(
            "under the floor of free space",
            user_text="I have no room left for files; my operator has to look at this."
            " Please tell me what it says instead.",
            why="room_of_machine",
        )


class AttachmentGoneError(AppError):
    """The channel no longer has the file, or breaks off each time it is fetched."""

    code = "attachment.gone"
    user_text = "I could not get that file. Please send it again."


class AttachmentUnavailableError(AppError):
    """The channel does not give out the file right now; another attempt may succeed."""

    code = "attachment.unavailable"
    retryable = True
    user_text = "I can't get that file right now. I keep trying."


class AttachmentMissingError(AppError):
    """The referenced attachment is not stored, or not this person's."""

    code = "attachment.missing"
    user_text = "I no longer have that file. Please send it again."


class ReadingFailedError(AppError):
    """Reading a file broke; another attempt may succeed."""

    code = "reading.failed"
    retryable = True
    user_text = "I could not read that file. Please send it again, or type what it says."


class StorageUnavailableError(AppError):
    """The database cannot be reached or refused for a passing reason."""

    code = "storage.unavailable"
    retryable = True
    user_text = "I can't reach my records right now. I keep what you sent and try again."


class StorageRejectedError(AppError):
    """The database refused the data itself; the same data will be refused again."""

    code = "storage.rejected"
    user_text = "I could not save that. What you told me is kept as a draft."


class ModelUnavailableError(AppError):
    """A model provider is down, slow, overloaded or rate limited; a later call may succeed."""

    code = "model.unavailable"
    retryable = True
    is_outage = True
    was_asked: bool = True
    """Whether the provider itself failed. If not, the error says nothing about it."""
    kept_waiting: bool = False
    """Whether it was asked and had not answered when the time was over, however short that was."""
    worth_waiting: bool = True
    """Whether it may be over while a person still waits; ``retry_after`` says when."""
    user_text = "My language model is not answering right now."


class ModelMisconfiguredError(AppError):
    """A provider refuses the key, the model's name or the request itself."""

    code = "model.misconfigured"
    is_outage = True
    user_text = "My language model is not set up correctly. My operator has to look at this."


class InvalidModelOutputError(AppError):
    """A model's answer does not fit the schema or the rules, so it is not used at all."""

    code = "model.invalid_output"
    retryable = True
    user_text = "I did not understand that. Could you say it in other words?"


class NotFoundError(AppError):
    """The row does not exist, or does not belong to the person who asks for it."""

    code = "not_found"
    user_text = "I can't find that any more."


class RecipientGoneError(AppError):
    """The person blocked the bot or the chat no longer exists: replying is pointless."""

    code = "recipient.gone"


class UnwordableReplyError(AppError):
    """A reply or a message key has no words: a gap in the catalogue, which trying again keeps."""

    code = "texts.unwordable"


class UnknownTopicError(UnwordableReplyError):
    """This process does not know the topic: a newer one may."""

    code = "texts.unknown_topic"
    retryable = True


class DeliveryFailedError(AppError):
    """The channel did not take a reply; another attempt may succeed."""

    code = "delivery.failed"
    retryable = True


class NothingHeardError(AppError):
    """A recording without a word in it."""

    code = "speech.empty"
    user_text = "I could not make out any words in that. Please say it again, or type it."


class SpeechUnavailableError(AppError):
    """Nothing that turns speech into text is set up, or it cannot read this recording."""

    code = "speech.unavailable"
    user_text = "I can't listen to voice notes here. Please type it."


def may_pass_soon(error: AppError) -> TypeGuard[ModelUnavailableError]:
    """Whether asking the models again in a moment can help; how long to wait is another matter."""
    return isinstance(error, ModelUnavailableError) and error.worth_waiting


class ToolRefusedError(AppError):
    """A tool says no, and what to do next; the engine that called it is told, not the person.

    ``refusal`` is one of ``domain.tools.ErrorCode``. ``details`` are facts for the agent's own
    words to the person.
    """

    code = "tool.refused"

    def __init__(
        self, refusal: str, message: str, hint: str = "", details: JsonValue = None
    ) -> None:
        super().__init__(message)
        self.refusal = refusal
        self.hint = hint
        self.details = details


class UnknownToolError(AppError):
    """This worker has no such tool (any more); a newer one may have it."""

    code = "tool.unknown"
    retryable = True


class OtherCallError(AppError):
    """A call's id was used for another call before: a defect of whoever made the id."""

    code = "tool.other_call"
