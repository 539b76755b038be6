"""Control commands are recognised without a model, and nothing else is taken for one."""

import pytest
from hypothesis import given

from domain.commands import PLATFORM, Command, CommandForm, command_in, number_of, value_of
from tests.given import names


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/cancel", Command.CANCEL),
        ("/CANCEL", Command.CANCEL),
        ("  /status ", Command.STATUS),
        ("/help@StewardBot", Command.HELP),
        ("cancel", Command.CANCEL),
        ("Cancel!", Command.CANCEL),
        ("Undo.", Command.UNDO),
        ("batal", Command.CANCEL),
        ("tolong", Command.HELP),
        ("/start", Command.START),
    ],
)
def test_a_command_is_known_with_and_without_its_slash(text: str, command: Command) -> None:
    assert command_in(text) == command


@pytest.mark.parametrize(
    "text",
    [
        *("", "/", "/unknown", "cancel my gym membership", "help me", "history", "15.50"),
        *("/help me", "the currency is EUR", "change the currency to EUR", "in EUR"),
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


def test_only_a_command_that_takes_a_value_may_be_followed_by_one() -> None:
    assert command_in("/currency USD") == Command.CURRENCY
    assert value_of(" /currency USD ") == "USD"
    assert value_of("/currency") == value_of("cancel") == ""


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
    assert command_in("/undo 3", own) is None


@pytest.mark.parametrize(
    ("text", "command", "value"),
    [
        ("my currency is SGD", Command.CURRENCY, "SGD"),
        ("Please change my currency to GBP.", Command.CURRENCY, "GBP"),
        ("Meine Währung ist EUR", Command.CURRENCY, "EUR"),
        ("mata wang saya MYR", Command.CURRENCY, "MYR"),
        ("set my language to German", Command.LANGUAGE, "German"),
        ("my time zone is Asia/Singapore", Command.TIMEZONE, "Asia/Singapore"),
    ],
)
def test_a_setting_of_ones_own_is_set_in_plain_words(
    text: str, command: Command, value: str
) -> None:
    assert (command_in(text), value_of(text)) == (command, value)


@pytest.mark.parametrize(
    ("text", "command", "number"),
    [
        ("restore", Command.RESTORE, 0),
        ("Restore #3.", Command.RESTORE, 3),
        ("/restore 12", Command.RESTORE, 12),
        ("bring it back", Command.RESTORE, 0),
        ("resume number 4", Command.RESUME, 4),
        ("Entwurf fortsetzen", Command.RESUME, 0),
        ("restore the lunch", None, 0),
        ("undo 3", None, 3),
    ],
)
def test_what_is_brought_back_may_be_named_by_its_number(
    text: str, command: Command | None, number: int
) -> None:
    assert command_in(text) == command
    assert number_of(text) == number
