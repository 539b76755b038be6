"""What Twilio's Media Streams says over its WebSocket, and what it is told there.

The form is that of https://www.twilio.com/docs/voice/media-streams/websocket-messages.
"""

import json
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from bot.http.voice.frames import NotUnderstoodError

MAX_MESSAGE_BYTES = 16 * 1024
"""Twenty milliseconds of sound are 400; the largest that comes is the first, with its parameters.
"""

Sid = Annotated[str, Field(max_length=64)]
Sequence = Annotated[int, Field(ge=0, lt=2**53)]


class _Wire(BaseModel):
    """Fields that a newer version may have are passed over. Numbers come as texts."""

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel)


class _OfStream(_Wire):
    stream_sid: Sid
    sequence_number: Sequence


class Connected(_Wire):
    """The first message: which protocol follows."""

    event: Literal["connected"]
    protocol: str = ""
    version: str = ""


class MediaFormat(_Wire):
    encoding: str
    sample_rate: int
    channels: int


MULAW = MediaFormat(encoding="audio/x-mulaw", sampleRate=8_000, channels=1)
"""The only one there is."""


class StartOfStream(_Wire):
    account_sid: Sid
    call_sid: Sid
    custom_parameters: dict[str, str] = Field(default_factory=dict, repr=False)
    media_format: MediaFormat


class StreamStart(_OfStream):
    """Which call the stream is of, and how its sound is sent."""

    event: Literal["start"]
    start: StartOfStream


class MediaSound(_Wire):
    track: str = "inbound"
    timestamp: Sequence = 0
    """Milliseconds from the start of the stream."""
    payload: Annotated[str, Field(max_length=MAX_MESSAGE_BYTES, repr=False)]
    """Mu-law in base64."""


class Media(_OfStream):
    event: Literal["media"]
    media: MediaSound


class Key(_Wire):
    digit: Annotated[str, Field(max_length=8)]


class Dtmf(_OfStream):
    event: Literal["dtmf"]
    dtmf: Key


class MarkName(_Wire):
    name: Annotated[str, Field(max_length=300)]


class StreamMark(_OfStream):
    """What was sent before the mark of this name was played, or dropped by ``clear``."""

    event: Literal["mark"]
    mark: MarkName


class StreamStop(_OfStream):
    """The call ended, or goes on without the stream."""

    event: Literal["stop"]


Numbered = StreamStart | Media | Dtmf | StreamMark | StreamStop
Message = Connected | Numbered

_MESSAGES: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="event")])


def parse_message(text: str) -> Message:
    """Raises ``NotUnderstoodError`` for anything that is not of the protocol."""
    try:
        return _MESSAGES.validate_json(text)
    except (ValidationError, RecursionError) as error:
        # Without its text: it may hold sound, or a token.
        raise NotUnderstoodError("no message of the protocol") from error


def media(stream_sid: str, payload: str) -> str:
    return json.dumps({"event": "media", "streamSid": stream_sid, "media": {"payload": payload}})


def mark(stream_sid: str, name: str) -> str:
    return json.dumps({"event": "mark", "streamSid": stream_sid, "mark": {"name": name}})


def clear(stream_sid: str) -> str:
    return json.dumps({"event": "clear", "streamSid": stream_sid})
