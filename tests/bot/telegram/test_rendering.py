import pytest
from aiogram.utils.formatting import sizeof
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.rendering import MAX_UNITS, rendered
from bot.texts.speech import CardView, Wording
from domain.errors import UnwordableReplyError


def bold(text: str, offset: int, length: int) -> str:
    """What an entity covers, counted in UTF-16 units as Telegram does."""
    encoded = text.encode("utf-16-le")
    return encoded[offset * 2 : (offset + length) * 2].decode("utf-16-le")


def test_a_card_has_a_bold_title_and_stands_apart() -> None:
    card = CardView(3, "Kopi 🍵 · RM15.50", ("🍔 Food & Drink",))
    (part,) = rendered(Wording(lead="✅ Saved", cards=(card,), tail=("note",)))
    assert part.text == "✅ Saved\n\n#3 Kopi 🍵 · RM15.50\n🍔 Food & Drink\n\nnote"
    (entity,) = part.entities
    assert entity.type == "bold"
    assert bold(part.text, entity.offset, entity.length) == "Kopi 🍵 · RM15.50"
    (part,) = rendered(Wording(lead="✅ Done", cards=(CardView(7, ""),)))
    assert part.text == "✅ Done\n#7"
    name = "<b>Bad</b> *Shop* [x](http://example.com) `y`"
    (part,) = rendered(Wording(lead="", cards=(CardView(1, name, ()),)))
    assert part.text == f"#1 {name}"
    assert [e.type for e in part.entities] == ["bold"]


def test_a_long_reply_is_divided_between_cards() -> None:
    cards = tuple(CardView(n, f"Shop {n}", ("x" * 30,)) for n in range(1, 6))
    parts = rendered(Wording(lead="All", cards=cards), limit=100)
    assert len(parts) > 1
    for part in parts:
        lines = part.text.split("\n")
        assert lines[-1] == "x" * 30  # no card is torn apart
        assert sizeof(part.text) <= 100


def test_an_emoji_is_never_cut_in_half() -> None:
    parts = rendered(Wording(lead="a" + "😀" * 5000))
    assert "".join(part.text for part in parts) == "a" + "😀" * 5000
    assert all(sizeof(part.text) <= MAX_UNITS for part in parts)


def test_nothing_to_say_is_a_defect_and_not_an_empty_message() -> None:
    with pytest.raises(UnwordableReplyError):
        rendered(Wording(lead=" "))


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=60).filter(
    str.strip
)


@given(words, st.lists(words, max_size=5), st.lists(words, max_size=4), st.integers(10, 80))
def test_every_part_fits_and_no_word_is_lost(
    lead: str, titles: list[str], tail: list[str], limit: int
) -> None:
    cards = tuple(CardView(n, title, ("line",)) for n, title in enumerate(titles, 1))
    wording = Wording(lead=lead, cards=cards, tail=tuple(tail))
    parts = rendered(wording, limit=limit)
    assert all(0 < sizeof(part.text) <= limit for part in parts)
    for part in parts:
        for entity in part.entities:
            assert entity.offset + entity.length <= sizeof(part.text)
    said = "".join("".join(part.text.split()) for part in parts)
    assert said == "".join(wording.text().split())
