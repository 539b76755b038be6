"""Orders that cannot be carried out: a clear reply in the person's language, nothing half done."""

import pytest

from agents.expenses.replies import BudgetShown, ExportReady, RateShown, RecurringShown, ReportReady
from tests.agents.expenses.workflow.chat import ExpenseChat

NOTHING_CHANGED = {
    "en": "nothing changed",
    "ms": "tiada apa yang berubah",
    "de": "hat sich nichts geändert",
}
STILL_TO_COME = {"en": "still to come", "ms": "belum tiba", "de": "kommt erst noch"}
NO_FILE = {"en": "no file", "ms": "tiada fail", "de": "keine Datei"}
BUDGETS = ("food -5", "food 0", "food 1e12", "food 10 20", "zzz 50")
RATES = ("usd 0", "usd -3", "usd 4 5", "usd 1e12")


@pytest.mark.parametrize("locale", ["en_MY", "ms_MY", "de_DE"])
async def test_what_cannot_be_is_refused_and_changes_nothing(
    chat: ExpenseChat, locale: str
) -> None:
    language = locale[:2]
    await chat.tell(*(f"/budget {asked}" for asked in BUDGETS))
    await chat.said(BudgetShown, len(BUDGETS))
    await chat.tell(*(f"/rate {asked}" for asked in RATES))
    await chat.said(RateShown, len(RATES))
    await chat.tell("/recurring netflix 10 20", "/report 2099", "/export 2020")
    await chat.said(RecurringShown)
    await chat.said(ReportReady)
    await chat.said(ExportReady)
    refused = len(BUDGETS) + len(RATES) + 1
    assert chat.screen.count(NOTHING_CHANGED[language]) == refused
    assert chat.screen.count(STILL_TO_COME[language]) == 1
    assert chat.screen.count(NO_FILE[language]) == 1
    assert chat.budgets.budgets == {}
    assert chat.saved == []
