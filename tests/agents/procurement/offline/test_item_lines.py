"""The command of staff is read by its form alone."""

from typing import Any

import pytest

from agents.procurement.offline.item_lines import ItemLineError, is_item_line, read_item_line


@pytest.mark.parametrize(
    ("line", "tool", "fields"),
    [
        (
            "/catalog change TO-101 price 11.90, stock 40",
            "change_item",
            {"item_id": "TO-101", "price": "11.90", "stock": 40},
        ),
        (
            '/catalog ADD LMP-1 name="Desk lamp" price=45.50 currency=MYR',
            "add_item",
            {"item_id": "LMP-1", "name": "Desk lamp", "price": "45.50", "currency": "MYR"},
        ),
        (
            "/catalog add name Nitrile gloves M price 12.50 unit box",
            "add_item",
            {"name": "Nitrile gloves M", "price": "12.50", "unit": "box"},
        ),
        ("/catalog retire TO-101", "retire_item", {"item_id": "TO-101"}),
    ],
)
def test_a_line_is_a_call(line: str, tool: str, fields: dict[str, Any]) -> None:
    read, arguments = read_item_line(line)
    told = arguments.model_dump(mode="json", exclude_defaults=True)
    assert (read.name, told) == (tool, fields)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("/catalog", ""),
        ("/catalog sell TO-101", ""),
        ("/catalog change TO-101", ""),
        ("/catalog change TO-101 price cheap", "price"),
        ("/catalog change TO-101 price -1", "price"),
        ("/catalog add name Lamp", "price"),
        ("/catalog retire", "item_id"),
        ("/catalog retire TO-101 price 5", "price"),
    ],
)
def test_what_does_not_fit_is_named(line: str, field: str) -> None:
    with pytest.raises(ItemLineError) as refused:
        read_item_line(line)
    assert refused.value.field == field


def test_only_the_command_is_such_a_line() -> None:
    assert is_item_line("/catalog")
    assert is_item_line("/catalog retire X")
    assert not is_item_line("/catalogue retire X")
    assert not is_item_line("the /catalog")
