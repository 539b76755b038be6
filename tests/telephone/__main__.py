"""Calls a Steward on this machine: ``python -m tests.telephone ADDRESS WORDS…``.

Each of the words is said by eSpeak NG, as fast as people speak, over a line with jitter and loss;
what the caller heard is written to ``heard.wav``. Needs the settings of ``docs/telephone.md``.
"""

import asyncio
import sys
from pathlib import Path

from adapters.speech import mulaw, voices
from adapters.speech.sound import Sound
from adapters.speech.synthesis import SynthesisChain
from tests.telephone.carrier import Call, Network, open_carrier

API_PORT = 8090
QUIET = bytes(2 * mulaw.RATE)


async def main(address: str, *sentences: str) -> bytes:
    """Returns what the caller heard."""
    engine = voices.espeak(None)
    if engine is None:
        sys.exit("needs the extra speech")
    mouth = SynthesisChain([engine])
    async with open_carrier(address, port=API_PORT) as carrier:
        call = await carrier.dial(in_time=True, network=Network(jitter=60, loss=0.02))
        await wait(call)
        for words in sentences:
            print(">", words)  # noqa: T201 - for whoever tries it
            sound = await mouth.speak(words, "en_US", "")
            assert sound is not None
            await call.speak(sound.at(mulaw.RATE).pcm)
            await wait(call)
        await call.hang_up()
    await mouth.aclose()
    return call.heard


async def wait(call: Call) -> None:
    """Says nothing until nothing new was heard for some seconds."""
    heard = -1
    while heard != len(call.heard) and call.status == "in-progress":
        heard = len(call.heard)
        await call.speak(QUIET * 6)


if __name__ == "__main__":
    heard = asyncio.run(main(*sys.argv[1:]))
    Path("heard.wav").write_bytes(Sound(mulaw.decode(heard), mulaw.RATE).wav())
    print(f"{len(heard) / mulaw.RATE:.0f} s in heard.wav")  # noqa: T201
