"""Links to files: of one file, one person, one week."""

import base64
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import SecretStr

from adapters.file_links import LASTS, PATH, FileLinks

NOW = datetime(2026, 11, 23, 17, tzinfo=UTC)
FILE = "ab" * 32
LINKS = FileLinks("https://steward.example/", b"a key of this deployment")


def token(user_id: str = "telegram:7001", links: FileLinks = LINKS) -> str:
    return links.link(user_id, FILE, NOW).removeprefix(f"https://steward.example{PATH}")


@pytest.mark.shows("calls A8 (3)")
def test_a_link_names_its_file_for_a_week_and_whose_it_is_to_nobody() -> None:
    made = token()
    assert LINKS.sha256_in(made, NOW) == FILE
    assert LINKS.sha256_in(made, NOW + LASTS - timedelta(seconds=1)) == FILE
    assert LINKS.sha256_in(made, NOW + LASTS) is None
    assert LINKS.owner_in(made, ["http:shop:ann", "telegram:7001"]) == "telegram:7001"
    assert LINKS.owner_in(made, ["http:shop:ann"]) is None
    assert b"7001" not in base64.urlsafe_b64decode(made + "==")


@pytest.mark.shows("calls A8 (3)")
def test_what_was_changed_or_signed_with_another_key_fits_nobody() -> None:
    made = token()
    for at in (0, 20, 60, len(made) - 2):
        changed = made[:at] + ("A" if made[at] != "A" else "B") + made[at + 1 :]
        assert LINKS.owner_in(changed, ["telegram:7001"]) is None
    other = FileLinks("https://steward.example", b"another key")
    assert LINKS.owner_in(token(links=other), ["telegram:7001"]) is None
    for wrong in ("", "x", "é" * 92, "!" * 92, made + "AAAA", made[:-4]):
        assert LINKS.sha256_in(wrong, NOW) is None
        assert LINKS.owner_in(wrong, ["telegram:7001"]) is None


def test_there_are_no_links_without_an_address_and_a_key_that_processes_share() -> None:
    assert FileLinks.of(None, SecretStr("key")) is None
    assert FileLinks.of("https://steward.example", None) is None
    assert FileLinks.of("https://steward.example", SecretStr("key")) is not None
