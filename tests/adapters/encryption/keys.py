"""Made-up keys."""

import base64

from adapters.encryption.codec import EncryptionCodec
from adapters.encryption.keyring import Keyring


def key_line(key_id: str, letter: str = "k") -> str:
    """An entry of PAYLOAD_KEYS; nobody would use a key of one letter."""
    return f"{key_id}:{base64.b64encode(letter.encode() * 32).decode()}"


OLD = key_line("2026-05", "o")
NEW = key_line("2026-11", "n")


CHAT = "conversation:telegram:123"


def codec(*lines: str, of: str = CHAT, plain: bool = False) -> EncryptionCodec:
    """For the payloads of one workflow; with an empty ``of`` as the codec server has it."""
    return EncryptionCodec(Keyring.parse(",".join(lines)), plain=plain).for_workflow(of)
