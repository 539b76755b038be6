"""Control commands are recognised without a model, and nothing else is taken for one."""

import pytest
from hypothesis import given

from domain.messages import Command, command_in
from tests.domain.drafts import names, quick


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/cancel", Command.CANCEL),
        ("/CANCEL", Command.CANCEL),
        ("  /status ", Command.STATUS),
        ("/help@StewardBot", Command.HELP),
        ("/history", Command.HISTORY),
        ("cancel", Command.CANCEL),
        ("Cancel!", Command.CANCEL),
        ("Undo.", Command.UNDO),
        ("batal", Command.CANCEL),
        ("tolong", Command.HELP),
        ("/start", Command.START),
    ],
)
def test_a_command_is_known_with_and_without_its_slash(text: str, command: Command) -> None:
    assert command_in(text) is command


@pytest.mark.parametrize(
    "text",
    ["", "/", "/unknown", "cancel my gym membership", "help me", "history", "15.50", "/help me"],
)
def test_only_a_whole_message_is_a_command(text: str) -> None:
    assert command_in(text) is None


@quick
@given(names)
def test_any_text_is_one_command_or_none(text: str) -> None:
    assert command_in(text) in {None, *Command}
    assert command_in(f"lunch {text} 12") is None
