"""Which agents a process serves, as its settings name them."""

import pytest

from agents.packages import PACKAGES
from domain.errors import ConfigurationError
from settings import Settings
from wiring.channel import enabled


@pytest.fixture(autouse=True)
def _three_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    for slug in list(PACKAGES):
        monkeypatch.delitem(PACKAGES, slug)
    for slug in ("notes", "lists", "maps"):
        monkeypatch.setitem(PACKAGES, slug, f"agents.{slug}")


def settings(**given: object) -> Settings:
    return Settings.model_validate(given)


def test_all_are_enabled_unless_some_are_named_in_an_order() -> None:
    assert enabled(settings()) == ("notes", "lists", "maps")
    assert enabled(settings(agents="maps, notes")) == ("maps", "notes")
    assert enabled(settings(agents="maps, notes", home_agent_telegram="notes"))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"agents": "notes, note"}, "AGENTS names note; there are notes, lists, maps"),
        ({"home_agent_telegram": "note"}, "HOME_AGENT_TELEGRAM names note; enabled by AGENTS"),
        (
            {"agents": "notes,lists", "home_agent_terminal": "maps"},
            "HOME_AGENT_TERMINAL names maps; enabled by AGENTS are notes, lists",
        ),
    ],
)
def test_one_that_is_not_there_or_not_enabled_is_refused(
    given: dict[str, object], told: str
) -> None:
    with pytest.raises(ConfigurationError, match=told):
        enabled(settings(**given))
