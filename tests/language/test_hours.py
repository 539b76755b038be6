"""Hours between which something is to be."""

import pytest

from language.hours import hours_in


@pytest.mark.parametrize(
    ("said", "hours", "rest"),
    [
        ("between 10 and 12 please", (10, 12), "please"),
        ("friday from 2 to 4", (14, 16), "friday"),
        ("2-4pm", (14, 16), ""),
        ("after three", (15, 24), ""),
        ("not before 4", (16, 24), ""),
        ("vor 12", (0, 12), ""),
        ("selepas jam 3", (15, 24), ""),
        ("at 10", (10, 10), ""),
        ("Wednesday 12", (12, 12), "Wednesday"),
        ("in the morning", (8, 12), ""),
        ("this afternoon", (13, 18), "today"),
        ("el viernes por la tarde", (13, 18), "el viernes"),
        ("esta mañana", (8, 12), "today"),
        ("después de las cuatro", (16, 24), ""),
        ("entre las 10 y las 12", (10, 12), ""),
        ("a las cinco de la tarde", (17, 17), ""),
        ("demain après-midi", (13, 18), "demain"),
        ("après 16 h", (16, 24), ""),
        ("à 9 h", (9, 9), ""),
    ],
)
def test_hours_are_read_and_the_rest_is_left(said: str, hours: tuple[int, int], rest: str) -> None:
    found = hours_in(said, (8, 20))
    assert found is not None
    assert (found.first // 60, found.last // 60) == hours
    assert found.rest.split() == rest.split()


@pytest.mark.parametrize("said", ["Wednesday 31", "in 2 hours", "3 boxes", "from 4 to 2"])
def test_other_numbers_are_no_hours(said: str) -> None:
    found = hours_in(said, (8, 20))
    assert found is None or found.first != found.last != 2 * 60
