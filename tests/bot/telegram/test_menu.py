import pytest
from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import SetMyCommands, SetMyDescription, SetMyShortDescription

from agents import SLUGS
from bot.telegram.menu import publish
from bot.texts.cards import commands_of
from bot.texts.catalogue import LANGUAGES
from domain.commands import Command
from tests.bot.telegram.recording import FakeTelegram

EVERYBODY_AND_EACH_LANGUAGE = {None, *LANGUAGES}


@pytest.mark.shows("telegram 10")
async def test_all_commands_are_published_in_each_language() -> None:
    telegram = FakeTelegram()
    assert await publish(telegram.bot())
    calls = telegram.of(SetMyCommands)
    private = [call for call in calls if call.scope.type == "default"]
    groups = [call for call in calls if call.scope.type == "all_group_chats"]
    assert {call.language_code for call in private} == EVERYBODY_AND_EACH_LANGUAGE
    assert {call.language_code for call in groups} == EVERYBODY_AND_EACH_LANGUAGE
    expected = [*Command, *(form.name for form in commands_of(SLUGS))]
    assert all([c.command for c in call.commands] == expected for call in private)
    assert all([c.command for c in call.commands] == [*expected, "shared"] for call in groups)
    assert all(1 <= len(c.description) <= 256 for call in calls for c in call.commands)
    described, short = telegram.of(SetMyDescription), telegram.of(SetMyShortDescription)
    assert len(described) == len(short) == len(EVERYBODY_AND_EACH_LANGUAGE)
    assert all(0 < len(call.description) <= 512 for call in described)
    assert all(0 < len(call.short_description) <= 120 for call in short)


async def test_a_failure_is_no_reason_not_to_start() -> None:
    telegram = FakeTelegram(failing=[lambda m: TelegramNetworkError(m, "no network")])
    assert not await publish(telegram.bot())
