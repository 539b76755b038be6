"""A Telegram Bot API on this machine, as strict as Telegram, driven by tests or by hand."""

from tests.telegram.emulator.emulator import Emulator, Recorded
from tests.telegram.emulator.faults import Fault
from tests.telegram.emulator.people import Chat
from tests.telegram.emulator.server import Server, running_emulator, served
from tests.telegram.emulator.state import Button, Message, Person, PressAnswer, Shown

__all__ = [
    "Button",
    "Chat",
    "Emulator",
    "Fault",
    "Message",
    "Person",
    "PressAnswer",
    "Recorded",
    "Server",
    "Shown",
    "running_emulator",
    "served",
]
