"""The speaking processes: a sentence comes in, its sound goes out. Each has one engine.

The engines are under the GPL: they are loaded here, in processes of their own, and nowhere else,
if somebody has installed them. Nothing of them is loaded before the first sentence.
"""

import ctypes
import struct
from collections.abc import Callable
from multiprocessing.connection import Connection

from adapters.child_process import answer_each
from adapters.speech.sound import Sound
from domain.messages import Frozen

_RATE = struct.Struct("<I")

_SYNCHRONOUS, _UTF8, _AT_CHARACTER, _WORDS_A_MINUTE = 2, 1, 1, 1
"""Constants of eSpeak NG: how it plays, what it gets, what a position counts, which setting."""
_SPEED = 155
_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)

Say = Callable[["Saying"], Sound]


class Saying(Frozen):
    """One sentence; ``voice`` is a name or file that the engine knows."""

    text: str
    voice: str


class NotSaidError(Exception):
    """The process answered that it cannot say it; the message is why."""


def answer_of(told: bytes) -> Sound:
    """What a speaking process answered. Raises ``NotSaidError``, also for nonsense."""
    if len(told) < _RATE.size or len(told) % 2:
        raise NotSaidError("the speaking process answered nonsense")
    (rate,) = _RATE.unpack_from(told)
    if not rate:
        raise NotSaidError(told[_RATE.size :].decode(errors="replace").strip())
    return Sound(told[_RATE.size :], rate)


def serve_espeak(connection: Connection, threads: int) -> None:
    """Answer each sentence by eSpeak NG, until the parent closes the pipe or is gone."""
    del threads  # it has one
    _serve(connection, _espeak)


def serve_piper(connection: Connection, threads: int) -> None:
    """Answer each sentence by Piper, until the parent closes the pipe or is gone."""
    _serve(connection, lambda: _piper(threads))


def _serve(connection: Connection, loaded: Callable[[], Say]) -> None:
    say: Say | None = None

    def answer(content: bytes) -> bytes:
        nonlocal say
        try:
            say = say or loaded()
            sound = say(Saying.model_validate_json(content))
        except Exception as error:  # noqa: BLE001 - whatever broke, the parent must hear of it
            # Two bytes each, as the samples are.
            told = f"{type(error).__name__}: {error}".encode()
            return _RATE.pack(0) + told + b" " * (len(told) % 2)
        return _RATE.pack(sound.rate) + sound.pcm

    answer_each(connection, answer)


def _espeak() -> Say:
    # Imported here: the extra need not be installed, and only this process may load it.
    import espeakng_loader  # noqa: PLC0415

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    data = espeakng_loader.get_data_path().encode()
    rate = library.espeak_Initialize(_SYNCHRONOUS, 0, data, 0)
    if rate <= 0:
        raise RuntimeError("eSpeak NG does not start")
    pieces: list[bytes] = []

    def take(samples: "ctypes._Pointer[ctypes.c_short]", count: int, events: object) -> int:
        del events
        if samples and count > 0:
            pieces.append(ctypes.string_at(samples, count * ctypes.sizeof(ctypes.c_short)))
        return 0

    callback = _CALLBACK(take)
    library.espeak_SetSynthCallback(callback)
    library.espeak_SetParameter(_WORDS_A_MINUTE, _SPEED, 0)

    def say(saying: Saying, held: object = callback) -> Sound:
        del held  # it lives as long as this function: the library calls it
        pieces.clear()
        if library.espeak_SetVoiceByName(saying.voice.encode()):
            raise LookupError(f"no voice {saying.voice}")
        text = saying.text.encode() + b"\0"
        library.espeak_Synth(text, len(text), 0, _AT_CHARACTER, 0, _UTF8, None, None)
        return Sound(b"".join(pieces), rate)

    return say


def _piper(threads: int) -> Say:
    # As for eSpeak NG.
    import json  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    import onnxruntime  # noqa: PLC0415
    from piper import PiperConfig, PiperVoice  # noqa: PLC0415

    voices: dict[str, PiperVoice] = {}

    def voice_of(file: str) -> PiperVoice:
        if file not in voices:
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = threads
            # Threads that wait actively would take the processor from who listens.
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            session = onnxruntime.InferenceSession(
                file, sess_options=options, providers=["CPUExecutionProvider"]
            )
            told = json.loads(Path(f"{file}.json").read_text(encoding="utf-8"))
            voices[file] = PiperVoice(session=session, config=PiperConfig.from_dict(told))
        return voices[file]

    def say(saying: Saying) -> Sound:
        voice = voice_of(saying.voice)
        spoken = b"".join(chunk.audio_int16_bytes for chunk in voice.synthesize(saying.text))
        return Sound(spoken, voice.config.sample_rate)

    return say
