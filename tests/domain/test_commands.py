"""Control commands are recognised without a model, and nothing else is taken for one."""

import pytest
from hypothesis import given

from domain.commands import PLATFORM, Command, CommandForm, command_in, number_of, value_of
from tests.given import names


@pytest.mark.parametrize(
    ("text", "command", "value", "number"),
    [
        ("/cancel", Command.CANCEL, "", 0),
        ("  /STATUS ", Command.STATUS, "", 0),
        ("/help@StewardBot", Command.HELP, "", 0),
        ("/start", Command.START, "", 0),
        ("cancel", Command.CANCEL, "", 0),
        ("Undo.", Command.UNDO, "", 0),
        ("batal", Command.CANCEL, "", 0),
        ("tolong", Command.HELP, "", 0),
        # what a setting is set to, also in plain words
        ("/help receipt", Command.HELP, "receipt", 0),
        (" /currency USD ", Command.CURRENCY, "USD", 0),
        ("/currency", Command.CURRENCY, "", 0),
        # what is brought back, by its number
        ("restore", Command.RESTORE, "", 0),
        ("Restore #3.", Command.RESTORE, "", 3),
        ("/restore 12", Command.RESTORE, "12", 12),
        ("bring it back", Command.RESTORE, "", 0),
        ("resume number 4", Command.RESUME, "", 4),
        ("Entwurf fortsetzen", Command.RESUME, "", 0),
        ("undo 3", None, "", 3),
        # erasure is asked about before it is done
        ("please erase everything you know about me", Command.DELETE_MY_DATA, "", 0),
        ("forget everything about me, please", Command.DELETE_MY_DATA, "", 0),
        ("lösch alle meine Daten", Command.DELETE_MY_DATA, "", 0),
        ("tolong padam semua data saya", Command.DELETE_MY_DATA, "", 0),
        ("borra todo lo que sabes de mí", Command.DELETE_MY_DATA, "", 0),
        ("/undo #3", Command.UNDO, "#3", 3),
    ],
)
def test_a_command_is_known_with_its_value_or_number_with_and_without_its_slash(
    text: str, command: Command | None, value: str, number: int
) -> None:
    assert (command_in(text), value_of(text), number_of(text)) == (command, value, number)


@pytest.mark.parametrize(
    "text",
    [
        *("", "/", "/unknown", "cancel my gym membership", "help me", "history", "15.50"),
        *("the currency is EUR", "change the currency to EUR", "in EUR"),
        "restore the lunch",
        *("delete everything", "forget about it please", "please"),
    ],
)
def test_only_a_whole_message_is_a_command_and_the_currency_of_an_expense_is_no_setting(
    text: str,
) -> None:
    assert command_in(text) is None


@given(names)
def test_any_text_is_one_command_or_none(text: str) -> None:
    assert command_in(text) in {None, *Command}
    assert command_in(f"lunch {text} 12") is None


def test_every_command_of_the_platform_has_a_form() -> None:
    assert [form.name for form in PLATFORM] == list(Command)


def test_agents_add_their_own_behind_those_of_the_platform() -> None:
    own = (
        CommandForm(name="history", words=("history",)),
        CommandForm(name="undo", takes_value=True, words=("cancel",)),
    )

    assert [command_in(text, own) for text in ("/history", "History!")] == ["history"] * 2
    assert command_in("/history") is None
    assert command_in("cancel", own) == Command.CANCEL
    assert command_in("/undo three", own) is None
