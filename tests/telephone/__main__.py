"""Calls a Steward on this machine: ``python -m tests.telephone ADDRESS WORDS…``.

Each of the words is said by eSpeak NG, as fast as people speak, over a line with jitter and loss.
What the caller heard is shown as recognition has it, and written to ``heard.wav``. Needs the
settings of ``docs/telephone.md``.
"""

import asyncio
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from adapters.media.sniffing import attachment_of
from adapters.speech import mulaw, voices
from adapters.speech.sound import Sound
from adapters.speech.synthesis import SynthesisChain
from adapters.speech.whisper import OfflineTranscriber, installed
from domain.errors import AppError
from tests.telephone.carrier import Call, Network, open_carrier

API_PORT = 8090
QUIET = bytes(2 * mulaw.RATE)


async def main(address: str, *sentences: str) -> bytes:
    """Returns what the caller heard."""
    engine = voices.espeak(None)
    if engine is None:
        sys.exit("needs the extra speech")
    mouth, ear = SynthesisChain([engine]), OfflineTranscriber()
    async with open_carrier(address, port=API_PORT) as carrier:
        carrier.sids = count(time.time_ns())
        call = await carrier.dial(in_time=True, network=Network(jitter=60, loss=0.02))
        await listen(call, ear)
        for words in sentences:
            if call.status != "in-progress":
                break
            print(">", words)  # noqa: T201 - for whoever tries it
            sound = await mouth.speak(words, "en_US", "")
            assert sound is not None
            await call.speak(sound.at(mulaw.RATE).pcm)
            await listen(call, ear)
        for _, spoken in call.said:
            print("The carrier:", spoken)  # noqa: T201
        print("The call:", call.status)  # noqa: T201
        await call.hang_up()
    await ear.aclose()
    await mouth.aclose()
    return call.heard


async def listen(call: Call, ear: OfflineTranscriber) -> None:
    """Says nothing until nothing new was heard for some seconds, and shows what was."""
    before, heard = len(call.heard), -1
    while heard != len(call.heard) and call.status == "in-progress":
        heard = len(call.heard)
        await call.speak(QUIET * 6)
    if installed() and heard > before:
        content = Sound(mulaw.decode(call.heard[before:]), mulaw.RATE).wav()
        with suppress(AppError):
            said = await ear.transcribe(content, attachment_of(content), "en_US", "")
            print("<", said)  # noqa: T201


if __name__ == "__main__":
    heard = asyncio.run(main(*sys.argv[1:]))
    Path("heard.wav").write_bytes(Sound(mulaw.decode(heard), mulaw.RATE).wav())
    print(f"{len(heard) / mulaw.RATE:.0f} s in heard.wav")  # noqa: T201
