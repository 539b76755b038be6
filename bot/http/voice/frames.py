"""The texts of the socket: what a client may say, and what it is told. See ``docs/voice.md``.

Sound goes in binary frames between them, as 16-bit little-endian samples of one channel.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from bot.http.bodies import Locale
from domain.messages import MAX_TEXT_LENGTH

MAX_FRAME_BYTES = 64 * 1024
ENCODING = "pcm_s16le"


class NotUnderstoodError(ValueError):
    """A frame that is no part of the protocol."""


class _Frame(BaseModel):
    """Fields that a newer client may send are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class AudioFormat(_Frame):
    """How sound is sent, in both directions."""

    encoding: Literal["pcm_s16le"] = "pcm_s16le"
    rate: Literal[8000, 16000] = 16000
    """Samples a second."""
    channels: Literal[1] = 1


class StartFrame(_Frame):
    """The first frame."""

    type: Literal["start"]
    session_id: str | None = Field(default=None, max_length=64)
    """The conversation to go on with; None begins one."""
    token: str | None = Field(default=None, max_length=256, repr=False)
    """The key of a server, where it can't set a header."""
    audio: AudioFormat = AudioFormat()
    language: Locale | None = None
    barge_in: bool = True
    after: int | None = Field(default=None, ge=0, lt=2**63)
    """The last ``seq`` that the client knows; None: what was said before is not said again."""


class Text(_Frame):
    """Words that were typed during the call."""

    type: Literal["text"]
    text: str = Field(min_length=1, max_length=MAX_TEXT_LENGTH)


class Keys(_Frame):
    """Keys of a telephone. A number ends with ``#`` or after a pause."""

    type: Literal["dtmf"]
    digits: str = Field(pattern=r"^[0-9*#]{1,32}$")


class MarkFrame(_Frame):
    """A sentence was played to its end."""

    type: Literal["mark"]
    name: str = Field(max_length=300)


class EndOfSpeech(_Frame):
    """A person who speaks while they press a button let it go."""

    type: Literal["end_of_speech"]


class Stop(_Frame):
    """The person hangs up."""

    type: Literal["stop"]


class Pong(_Frame):
    """The client lives."""

    type: Literal["pong"]


Said = StartFrame | Text | Keys | MarkFrame | EndOfSpeech | Stop | Pong

_FRAMES: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])


def frame(text: str) -> Said:
    """Raises ``NotUnderstoodError`` for anything that is not of the protocol."""
    try:
        return _FRAMES.validate_json(text)
    except (ValidationError, RecursionError) as error:
        # Without its text: it quotes what somebody said.
        raise NotUnderstoodError("no frame of the protocol") from error
