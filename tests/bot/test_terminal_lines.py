"""What is typed in the terminal is taken for what the person meant."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.terminal.lines import Blank, Choose, Exists, Line, Mistyped, Quit, Say, SendFiles, parsed
from bot.texts.catalogue import catalogue_for
from domain.commands import CommandForm

PHOTO, SPACED = "/in/a.jpg", "/in/my receipt.jpg"
QUOTED = "/in/my pics/it's a receipt.jpg"
THERE = ("r.jpg", "b.pdf", "my r.jpg", PHOTO, SPACED, QUOTED, "/in/it's.jpg", "~/r.jpg", "tea")


def having(*paths: str) -> Exists:
    there = {Path(path).expanduser() for path in paths}
    return lambda path: path in there


def files(*paths: str, caption: str = "") -> SendFiles:
    return SendFiles(tuple(Path(path) for path in paths), caption)


def mistakes(line: Line) -> list[str]:
    assert isinstance(line, Mistyped)
    assert catalogue_for("en").text(line.key, **dict(line.values))
    return list(dict(line.values).values())


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", Blank()),
        ("\n\t ", Blank()),
        ("/exit", Quit()),
        (" /QUIT ", Quit()),
        ("quit smoking patch 20", Say("quit smoking patch 20")),
        ("/status", Say("/status")),
        ("cancel", Say("cancel")),
        ("#lunch 5", Say("#lunch 5")),
        ("coffee 5\ngrab 12", Say("coffee 5\ngrab 12")),
        ("'coffee' 5", Say("'coffee' 5")),
        ("tea", Say("tea")),  # a bare name is a file only when it looks like a receipt
        ("x.jpg", Say("x.jpg")),
        ("r.jpg", files("r.jpg")),
        ("2", Choose(2, "2", explicit=False)),
        ("/2", Choose(2, "/2", explicit=True)),
        *((amount, Say(amount)) for amount in ("2.50", "-2", "123", "2 coffees")),
        ("#3 this was 20", Say("this was 20", about=3)),
        ("#3 and #4 are food", Say("#3 and #4 are food")),
        ("#3: 20, #4: 9", Say("#3: 20, #4: 9")),
        ("/reply 3 this was 20", Say("this was 20", about=3)),
        ("/reply #3: this was 20", Say("this was 20", about=3)),
        ("/photo r.jpg lunch with Ben", files("r.jpg", caption="lunch with Ben")),
        ("/photo r.jpg b.pdf both", files("r.jpg", "b.pdf", caption="both")),
        ("/photo 'my r.jpg' b.pdf", files("my r.jpg", "b.pdf")),
        ('/photo "my r.jpg" lunch', files("my r.jpg", caption="lunch")),
        (r"/photo my\ r.jpg lunch", files("my r.jpg", caption="lunch")),
        ("/photo my r.jpg lunch", files("my r.jpg", caption="lunch")),
        ("/PHOTO   r.jpg", files("r.jpg")),
        ("/in/it's.jpg", files("/in/it's.jpg")),
        (f"{PHOTO} '{SPACED}' file:///in/a.jpg", files(PHOTO, SPACED, PHOTO)),
        ("~/r.jpg", files(str(Path("~/r.jpg").expanduser()))),
    ],
)
def test_a_line_is_taken_for_what_was_meant(typed: str, expected: Line) -> None:
    assert parsed(typed, having(*THERE)) == expected


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        *((typed, []) for typed in ("#3", "/reply", "/reply 3", "/reply lunch", "/photo")),
        ("/delete", ["/delete"]),
        ("/photo x.jpg", ["x.jpg"]),
        ("/photo 'x.jpg' hi", ["x.jpg"]),
        ("/photo r.jpg /in/x.jpg", ["/in/x.jpg"]),
        ("/in/x.jpg", ["/in/x.jpg"]),
        ("~/x.pdf", ["~/x.pdf"]),
        ("/photo ~nobody-here/x.pdf", ["~nobody-here/x.pdf"]),
        (r"'/in/my pics/it'\''s gone.jpg'", ["/in/my pics/it's gone.jpg"]),
    ],
)
def test_what_is_mistyped_is_explained_and_named(typed: str, named: list[str]) -> None:
    assert mistakes(parsed(typed, having(*THERE))) == named


def test_an_agents_command_is_known_where_the_agent_is() -> None:
    history = (CommandForm(name="history"),)
    assert parsed("/history", having(), history) == Say("/history")
    assert mistakes(parsed("/history", having())) == ["/history"]


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        (SPACED, SPACED),
        (f"'{SPACED}'", SPACED),
        (f'"{SPACED}"', SPACED),
        (r"/in/my\ receipt.jpg", SPACED),
        ("file:///in/my%20receipt.jpg", SPACED),
        (r"'/in/my pics/it'\''s a receipt.jpg'", QUOTED),
        (r"/photo '/in/my pics/it'\''s a receipt.jpg'", QUOTED),
    ],
)
@pytest.mark.parametrize("caption", ["", "it's lunch, cash"])
def test_a_dropped_path_is_sent_however_the_terminal_writes_it(
    typed: str, path: str, caption: str
) -> None:
    assert parsed(f"{typed} {caption}", having(*THERE)) == files(path, caption=caption)


def test_a_folder_is_said_to_be_one(tmp_path: Path) -> None:
    folder = tmp_path / "my pics"
    folder.mkdir()
    for typed in (f"/photo {folder}", f"/photo '{folder}'", f"/photo {folder} lunch"):
        assert parsed(typed) == Mistyped("terminal.is_a_folder", (("name", str(folder)),))
        assert mistakes(parsed(typed)) == [str(folder)]


@given(st.text(alphabet=st.sampled_from(list("/#'\"\\ ~.1aé\n:-")), max_size=30))
def test_everything_typed_means_something(typed: str) -> None:
    assert isinstance(parsed(typed), Blank | Quit | Say | SendFiles | Choose | Mistyped)
