"""What people send besides words and single photos, and what Telegram does with it."""

from decimal import Decimal

import pytest

from tests.adapters.speech.sounds import RECORDINGS
from tests.agents.expenses.payloads import categorized, expense
from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.member import Member
from tests.e2e.telegram.papers import kopi, paper
from tests.model_server import ScriptedModelServer
from tests.telegram.emulator import Message

MEGABYTE = 1024 * 1024


def part(ali: Member, image: bytes) -> Message:
    """One more photo of the same album, sent as a file."""
    return ali.chat.document(ali.person, image, "receipt.jpg", "image/jpeg", album="4711")


async def test_a_part_of_an_album_that_comes_late_gets_a_card_of_its_own(ali: Member) -> None:
    (summary,) = await ali.answered(part(ali, kopi("1.00")), part(ali, kopi("2.00")))
    assert "Saved 2 expenses" in summary.text
    (card,) = await ali.answered(part(ali, kopi("3.00")))
    assert "Saved" in card.text
    assert "RM3.00" in card.text
    assert [row["amount"] for row in await ali.all_rows()] == [1, 2, 3]


async def test_an_edited_text_corrects_what_came_of_it(ali: Member) -> None:
    sent = ali.say("Starbucks 15.50")
    await ali.answered(sent)
    await ali.tell("grab 12")
    await ali.settled(ali.chat.edit(sent, "Starbucks 16.50"))
    assert "RM15.50 → RM16.50" in ali.chat.last().text
    assert {row["merchant"]: row["amount"] for row in await ali.all_rows()} == {
        "Starbucks": Decimal("16.50"),
        "Grab": Decimal(12),
    }


async def test_an_edited_caption_corrects_what_came_of_the_photo(ali: Member) -> None:
    sent = ali.photo(kopi("9.00"), "cash")
    await ali.answered(sent)
    await ali.settled(ali.chat.edit_caption(sent, "amount is 12.00"))
    assert "RM9.00 → RM12.00" in ali.chat.last().text
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal(12)]


async def test_a_voice_note_that_nobody_here_understands_is_asked_for_in_writing(
    telegram: Telegram,
) -> None:
    siti = telegram.newcomer("Siti", language="ms")
    recording = (RECORDINGS / "starbucks.ogg").read_bytes()
    (told,) = await siti.answered(siti.chat.voice(siti.person, recording))
    assert told.text.startswith("🎤")
    assert "Sila taip" in told.text
    assert await siti.all_rows() == []
    (card,) = await siti.tell("Starbucks 15.50")
    assert "RM15.50" in card.text


async def test_a_voice_note_is_shown_in_words_and_saved(
    model: ScriptedModelServer, ali: Member
) -> None:
    model.hear("Starbucks 15.50")
    model.answer("UnderstandAnswer", expense("Starbucks", "15.50"))
    model.answer("CategorizeAnswer", categorized("Food & Drink", 0.95))
    recording = (RECORDINGS / "starbucks.ogg").read_bytes()
    heard, card = await ali.answered(ali.chat.voice(ali.person, recording))
    assert "I heard: “Starbucks 15.50”" in heard.text
    assert "Starbucks · RM15.50" in card.text
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("15.50")]
    assert [one.content for one in model.recordings] == [recording]


async def test_a_sticker_gets_one_sentence_and_changes_nothing(ali: Member) -> None:
    await ali.tell("lunch")
    first, *again = await ali.answered(ali.chat.sticker(ali.person))
    assert "Nice sticker" in first.text
    assert all("How much" in shown.text for shown in again)
    (card,) = await ali.tell("12.30")
    assert "lunch · RM12.30" in card.text
    assert len(await ali.all_rows()) == 1


@pytest.mark.shows("telegram 9")
async def test_a_file_over_the_limit_is_refused_and_never_fetched(ali: Member) -> None:
    before = len(ali.tg.calls_of("getFile"))
    sent = ali.chat.document(ali.person, None, size=21 * MEGABYTE)
    (told,) = await ali.answered(sent)
    assert "too large" in told.text
    assert "20 MB" in told.text
    assert len(ali.tg.calls_of("getFile")) == before
    assert await ali.all_rows() == []


@pytest.mark.shows("telegram 9")
async def test_ten_photos_in_a_burst_become_ten_expenses(ali: Member) -> None:
    amounts = [f"{number}.10" for number in range(1, 11)]
    photos = [
        paper("MYDIN", "Date: 14/03/2026", f"Bread | {amount}", f"TOTAL | RM {amount}")
        for amount in amounts
    ]
    shown = await ali.answered(*[ali.photo(photo) for photo in photos])
    lines = [line for one in shown for line in one.text.splitlines()]
    for amount in amounts:
        assert sum(f"· RM{amount}" in line for line in lines) == 1, amount
    assert sorted(row["amount"] for row in await ali.all_rows()) == sorted(map(Decimal, amounts))
    assert not ali.showing("Reading")


@pytest.mark.shows("telegram 9")
async def test_an_update_that_comes_three_times_is_taken_once(ali: Member) -> None:
    sent = ali.say("Starbucks 15.50")
    await ali.answered(sent)
    ali.tg.repeat(sent.update_id)
    ali.tg.repeat(sent.update_id)
    await ali.tell("grab 12")
    assert [shown.text.splitlines()[2] for shown in ali.chat.shown] == [
        "#1 Starbucks · RM15.50",
        "#2 Grab · RM12.00",
    ]
    assert [row["merchant"] for row in await ali.all_rows()] == ["Starbucks", "Grab"]


async def test_an_album_of_ten_is_one_summary_and_one_list_though_the_worker_is_killed(
    telegram: Telegram, ali: Member
) -> None:
    known = [kopi(f"{number}.00") for number in range(1, 8)]
    unknown = [
        paper(f"{shop} TRADING", "Date: 14/03/2026 08:42", "TOTAL | RM 40.00", "CASH | 40.00")
        for shop in ("ZYXXO", "BLORPO", "QUUXA")
    ]
    album = ali.chat.album(ali.person, [*known, *unknown])
    await ali.reading_begun()
    await telegram.house.worker.kill()
    await telegram.house.worker.start()
    await ali.settled(album[-1].update_id)
    summary = await ali.sees("Saved 7 of 10", "Total: RM28.00")
    doubts = await ali.sees("3 need a look", "#8", "#10")
    assert ali.since(album[-1].message_id) == [summary, doubts]
    (saved,) = await ali.press(doubts, "All right")
    assert "Saved 3 expenses" in saved.text
    assert len(await ali.all_rows()) == 10
