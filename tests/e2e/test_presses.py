"""Buttons that somebody made by hand: a program that speaks a channel's protocol can send any."""

from decimal import Decimal

import pytest

from agents.expenses.features import FEATURES
from domain.messages import ButtonPress
from domain.topics import PressAction
from tests.e2e.house import House
from tests.e2e.phone import Phone

shop = pytest.importorskip("agents.procurement.buttons")
support = pytest.importorskip("agents.support.handlers.asks")
pressed = pytest.importorskip("agents.service_calls.pressed")

MADE_UP = ("", "x", "9" * 30, "-1", "1 x", "🙂" * 40, "{}", "%00", "../..", "a" * 200)


async def test_no_button_that_was_made_by_hand_is_a_defect(house: House, phone: Phone) -> None:
    actions = [
        *PressAction,
        *FEATURES.presses,
        *shop._BUTTONS,
        *support.PRESSES,
        *(pressed.RATE, pressed.UNDO, pressed.CHOOSE),
        "nobody.knows",
    ]
    await phone.tell("Starbucks 15.50")
    last = ""
    for action in actions:
        if action == PressAction.ERASE:
            continue  # it needs nothing that could be made up
        for value in MADE_UP:
            last = await phone.press(ButtonPress(action=action, subject=value[:64], value=value))
        await phone.settled(last)
    assert house.worker.log.read_text().count("defect") == 0
    await phone.tell("Starbucks 2.50")
    *_, last_saved = await phone.saved()
    assert last_saved.amount == Decimal("2.50")
