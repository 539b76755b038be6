"""What is typed in the terminal is taken for what the person meant."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.terminal.lines import (
    Blank,
    Choose,
    Exists,
    Line,
    Mistyped,
    Quit,
    Say,
    SendFiles,
    parsed,
)
from bot.texts.catalogue import catalogue_for
from domain.commands import CommandForm


def having(*paths: str) -> Exists:
    there = {Path(path).expanduser() for path in paths}
    return lambda path: path in there


def files(*paths: str, caption: str = "") -> SendFiles:
    return SendFiles(tuple(Path(path) for path in paths), caption)


def mistakes(line: Line) -> Iterable[str]:
    assert isinstance(line, Mistyped)
    assert catalogue_for("en").text(line.key, **dict(line.values))
    return dict(line.values).values()


@pytest.mark.parametrize("typed", ["", "  ", "\n\t"])
def test_nothing_is_blank(typed: str) -> None:
    assert parsed(typed) == Blank()


@pytest.mark.parametrize("typed", ["/quit", "/exit", " /QUIT "])
def test_quit_leaves(typed: str) -> None:
    assert parsed(typed) == Quit()


@pytest.mark.parametrize(
    "typed", ["lunch 12.50", "/status", "/help", "cancel", "quit smoking patch 20", "#lunch 5"]
)
def test_words_and_commands_go_to_the_conversation(typed: str) -> None:
    assert parsed(typed, having()) == Say(typed)


def test_a_pasted_text_of_several_lines_is_one_message() -> None:
    assert parsed("coffee 5\ngrab 12", having()) == Say("coffee 5\ngrab 12")


@pytest.mark.parametrize(("typed", "explicit"), [("2", False), ("/2", True)])
def test_a_number_alone_may_be_a_choice(typed: str, *, explicit: bool) -> None:
    assert parsed(typed) == Choose(2, typed, explicit=explicit)


@pytest.mark.parametrize("typed", ["2.50", "-2", "123", "2 coffees"])
def test_an_amount_is_no_choice(typed: str) -> None:
    assert parsed(typed, having()) == Say(typed)


@pytest.mark.parametrize(
    "typed", ["#3 this was 20", "/reply 3 this was 20", "/reply #3: this was 20"]
)
def test_words_about_an_earlier_card_carry_its_number(typed: str) -> None:
    assert parsed(typed) == Say("this was 20", about=3)


@pytest.mark.parametrize("typed", ["#3", "/reply", "/reply 3", "/reply lunch"])
def test_a_reply_without_its_parts_is_explained(typed: str) -> None:
    assert list(mistakes(parsed(typed))) == []


def test_an_agents_command_is_known_where_the_agent_is() -> None:
    history = (CommandForm(name="history"),)
    assert parsed("/history", having(), history) == Say("/history")
    assert list(mistakes(parsed("/history", having()))) == ["/history"]


def test_an_unknown_command_is_named() -> None:
    assert list(mistakes(parsed("/delete"))) == ["/delete"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("/photo r.jpg", files("r.jpg")),
        ("/photo r.jpg lunch with Ben", files("r.jpg", caption="lunch with Ben")),
        ("/photo r.jpg b.pdf both", files("r.jpg", "b.pdf", caption="both")),
        ("/photo 'my r.jpg' b.pdf", files("my r.jpg", "b.pdf")),
        ('/photo "my r.jpg" lunch', files("my r.jpg", caption="lunch")),
        (r"/photo my\ r.jpg lunch", files("my r.jpg", caption="lunch")),
        ("/photo my r.jpg lunch", files("my r.jpg", caption="lunch")),
        ("/PHOTO   r.jpg", files("r.jpg")),
    ],
)
def test_photo_takes_paths_and_a_caption(typed: str, expected: SendFiles) -> None:
    assert parsed(typed, having("r.jpg", "b.pdf", "my r.jpg")) == expected


def test_photo_without_a_path_is_explained() -> None:
    assert list(mistakes(parsed("/photo"))) == []


@pytest.mark.parametrize(
    "typed",
    ["/photo x.jpg", "/photo 'x.jpg' hi", "/photo r.jpg /in/x.jpg", "/in/x.jpg", "~/x.pdf"],
)
def test_a_missing_file_is_named(typed: str) -> None:
    assert any("x." in name for name in mistakes(parsed(typed, having("r.jpg"))))


@pytest.mark.parametrize(
    "typed",
    [
        "/in/my receipt.jpg",
        "'/in/my receipt.jpg'",
        '"/in/my receipt.jpg"',
        r"/in/my\ receipt.jpg",
        "file:///in/my%20receipt.jpg",
    ],
)
@pytest.mark.parametrize("caption", ["", "lunch, cash"])
def test_a_dropped_path_is_sent_however_the_terminal_writes_it(typed: str, caption: str) -> None:
    line = parsed(f"{typed} {caption}", having("/in/my receipt.jpg"))
    assert line == files("/in/my receipt.jpg", caption=caption)


@pytest.mark.parametrize("caption", ["", "it's lunch, cash"])
@pytest.mark.parametrize("before", ["", "/photo "])
def test_a_path_with_an_apostrophe_is_read_as_a_shell_writes_it(before: str, caption: str) -> None:
    typed = rf"{before}'/in/my pics/it'\''s a receipt.jpg' {caption}"
    path = "/in/my pics/it's a receipt.jpg"
    assert parsed(typed, having(path)) == files(path, caption=caption)
    assert path in mistakes(parsed(typed, having()))


def test_an_apostrophe_that_opens_no_quotes_is_part_of_the_name() -> None:
    assert parsed("/in/it's.jpg", having("/in/it's.jpg")) == files("/in/it's.jpg")


def test_a_folder_is_said_to_be_one(tmp_path: Path) -> None:
    folder = tmp_path / "my pics"
    folder.mkdir()
    for typed in (f"/photo {folder}", f"/photo '{folder}'", f"/photo {folder} lunch"):
        assert parsed(typed) == Mistyped("terminal.is_a_folder", (("name", str(folder)),))
        assert list(mistakes(parsed(typed))) == [str(folder)]


def test_several_dropped_paths_are_one_message() -> None:
    line = parsed(
        "/in/a.jpg '/in/b.png' file:///in/c.pdf", having("/in/a.jpg", "/in/b.png", "/in/c.pdf")
    )
    assert line == files("/in/a.jpg", "/in/b.png", "/in/c.pdf")


def test_a_path_in_the_home_folder_is_found() -> None:
    home = str(Path("~/r.jpg").expanduser())
    assert parsed("~/r.jpg", having("~/r.jpg")) == files(home)


def test_a_bare_name_is_a_file_only_when_it_looks_like_a_receipt() -> None:
    assert parsed("r.jpg", having("r.jpg")) == files("r.jpg")
    assert parsed("lunch", having("lunch")) == Say("lunch")
    assert parsed("r.jpg", having()) == Say("r.jpg")


def test_words_in_quotes_stay_words() -> None:
    assert parsed("'coffee' 5", having()) == Say("'coffee' 5")


@given(st.text(alphabet=st.sampled_from(list("/#'\"\\ ~.1aé\n:-")), max_size=30))
def test_everything_typed_means_something(typed: str) -> None:
    assert isinstance(parsed(typed), Blank | Quit | Say | SendFiles | Choose | Mistyped)
