"""What Twilio is told to do with a call, in its own markup.

See https://www.twilio.com/docs/voice/twiml.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

RING_SECONDS = 25
"""How long a person's telephone rings."""
_SPOKEN = {"en": "en-US", "de": "de-DE", "es": "es-ES", "fr": "fr-FR", "ms": "ms-MY"}
_VOICES = {"ms": "Google.ms-MY-Standard-A"}
"""Of languages that the usual voice does not speak."""


@dataclass(frozen=True)
class Dialled:
    """A person's telephone that is called. ``result_url`` is told how that went; ``caller_id`` is
    the number that they see, None: the caller's own.
    """

    number: str
    result_url: str
    caller_id: str | None = None


def stream(url: str, parameters: Mapping[str, str], next_url: str) -> str:
    """The call goes to a WebSocket, in both directions; ``next_url`` says how it goes on when that
    has ended and the caller is still there.
    """
    response = Element("Response")
    connect = SubElement(response, "Connect", action=next_url, method="POST")
    to = SubElement(connect, "Stream", url=url)
    for name, value in parameters.items():
        SubElement(to, "Parameter", name=name, value=value)
    return _written(response)


def say(text: str, language: str, then: Dialled | None = None) -> str:
    """These words, by Twilio's own voice; then a person is called, or the call ends."""
    response = Element("Response")
    voice = {"language": _SPOKEN.get(language, "en-US")}
    if language in _VOICES:
        voice["voice"] = _VOICES[language]
    SubElement(response, "Say", voice).text = text
    if then is None:
        SubElement(response, "Hangup")
    else:
        how = {"action": then.result_url, "method": "POST", "timeout": str(RING_SECONDS)}
        if then.caller_id is not None:
            how["callerId"] = then.caller_id
        dial = SubElement(response, "Dial", how)
        SubElement(dial, "Number").text = then.number
    return _written(response)


def busy() -> str:
    """The call is not taken, and costs nothing: its caller hears that the line is busy."""
    response = Element("Response")
    SubElement(response, "Reject", reason="busy")
    return _written(response)


def hang_up() -> str:
    response = Element("Response")
    SubElement(response, "Hangup")
    return _written(response)


def _written(response: Element) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>{tostring(response, encoding="unicode")}'
