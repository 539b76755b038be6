"""Wishes to take an import back are told from all else."""

import pytest

from agents.expenses.offline.importing import takes_back_import


@pytest.mark.parametrize(
    "text",
    [
        "undo the import",
        "delete the imported rows",
        "take back the whole csv import",
        "mach den Import rückgängig",
        "Import rückgängig machen",
        "batalkan import tadi",
    ],
)
def test_a_wish_to_take_an_import_back_is_understood(text: str) -> None:
    assert takes_back_import(text)


@pytest.mark.parametrize(
    "text",
    ["import", "the import", "undo", "import tax 50", "undo the lunch", "imported cheese 12"],
)
def test_anything_else_is_none(text: str) -> None:
    assert not takes_back_import(text)
