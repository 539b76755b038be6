"""Every topic around a call is worded in three languages; what is said in it stays as it is."""

import re
from collections.abc import Sequence
from functools import cache

import pytest

from agents.service_calls import pressed, replies
from agents.service_calls.activity_calls import RECORD_CALL
from agents.service_calls.card import CARD, CallCard
from agents.service_calls.exchange import CallEnd
from agents.service_calls.graph.shapes import MANDATORY
from agents.service_calls.replies import CONTENTS
from agents.service_calls.words import BUTTONS, CARDS, WORDS
from bot.texts.catalogue import LANGUAGES, PLATFORM_FOLDER, Catalogue, folders_of, sources_in
from bot.texts.formats import Formats
from bot.texts.speech import Spoken
from domain.replies import Choice, Content, Reply
from tests.agents.service_calls.plays import NOW, SLOT

_LOCALES = {"en": "en_US", "ms": "ms_MY", "de": "de_DE", "es": "es_ES", "fr": "fr_FR"}
BEGUN = CallCard(task_id="t4", number=4, ask="drywall repair")
MADE = BEGUN.model_copy(update={"service": "Drywall Repair", "task_number": "T-1042"})
BOOKED = MADE.model_copy(update={"booked": SLOT, "outcome": CallEnd.BOOKED})

SAMPLES: tuple[Content, ...] = (
    replies.CallWords(texts=("555-1234, thank you.", "And your name?"), at_node="ASK"),
    *(
        replies.CallOver(hangup_status=status, outcome=CallEnd.NOTED)
        for status in ("success", "failed")
    ),
    replies.ThanksForRating(rating="up"),
    replies.ThanksForRating(rating="down"),
    replies.CancelledCall(card=BEGUN),
    replies.CancelledCall(card=MADE, tasks=("T-1042",), unconfirmed=True),
    replies.CancelledCall(card=BOOKED, tasks=("T-1042", "T-1043")),
    replies.Undone(tasks=("T-1042",)),
    replies.NotUndone(tasks=("T-1042", "T-1043")),
    replies.StillInCall(card=BEGUN),
    replies.PhotoNoted(),
)


@cache
def _formats(language: str) -> Formats:
    sources = sources_in(PLATFORM_FOLDER, language) | {
        f"own/{name}": text for name, text in sources_in(folders_of(CARD.slug)[0], language).items()
    }
    # The person's clock is not the one of the business.
    return Formats.of(Catalogue.of(language, sources), _LOCALES[language], "Europe/Berlin", NOW)


def spoken(content: Content, language: str = "en", choices: Sequence[Choice] = ()) -> Spoken:
    shown = content.model_dump(mode="json")
    reply = Reply(id="r1", topic=content.topic, content=shown, choices=tuple(choices))
    return WORDS[content.topic].spoken(reply, _formats(language))


def said(content: Content, language: str = "en") -> str:
    return spoken(content, language).wording.text()


def labels(content: Content, choices: Sequence[Choice]) -> tuple[str, ...]:
    return spoken(content, choices=choices).labels


def test_a_call_in_another_language_ends_in_it() -> None:
    ended = replies.CallOver(hangup_status="success", outcome=CallEnd.BOOKED, language="de")
    buttons = pressed.below_call_ended("t4", [("T-1042", "task-1")])
    assert said(ended) == "War das hilfreich?"
    assert labels(ended, buttons)[-1] == "T-1042 absagen"
    assert said(ended.model_copy(update={"language": "nl"})) == "Was that helpful?"
    assert "Gambar diterima" in said(replies.PhotoNoted(language="ms"))


def test_every_topic_has_words_and_a_sample() -> None:
    topics = {content.topic for content in CONTENTS}
    assert set(WORDS) == topics == {content.topic for content in SAMPLES}


@pytest.mark.shows("calls languages")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_reads_well(language: str) -> None:
    for sample in SAMPLES:
        text = said(sample, language)
        assert text.strip(), sample.topic
        assert not re.search(r"[{}]|None|service_calls", text), text
    words = _formats(language).catalogue
    ends = [f"outcome.{end}" for end in CallEnd]
    fields = [f"field.{name}" for name in MANDATORY]
    doing = [f"doing.{RECORD_CALL.name}", "doing.person_calendar_free"]
    keys = (
        *ends, *fields, *doing, *(f"command.{form.name}" for form in CARD.commands),
        *(button.action.replace("service_calls.", "button.") for button in BUTTONS),
    )  # fmt: skip
    assert [key for key in keys if not words.has(f"service_calls.{key}")] == []


def test_every_key_begins_with_the_slug() -> None:
    source = "\n".join(sources_in(folders_of(CARD.slug)[0], "en").values())
    keys = re.findall(r"(?m)^([a-z][\w-]*) *=", source)
    assert keys
    assert [key for key in keys if not key.startswith("service_calls-")] == []


def test_what_a_turn_says_is_one_paragraph_and_nothing_is_added_for_a_voice_to_read() -> None:
    turn = replies.CallWords(
        texts=("555-1234, thank you.", "", "And your\nname?\x1b[2J"), at_node="N"
    )
    assert said(turn, "de") == "555-1234, thank you. And your name?[2J"
    assert (turn.node, turn.heard_out) == ("N", False)
    assert replies.CallWords(texts=("Bye!",), goodbye=True).heard_out


@pytest.mark.shows("calls A14, A15")
def test_the_end_of_a_call_is_told_with_how_the_hang_up_went() -> None:
    ended = replies.CallOver(hangup_status="failed", at_node="Execute_Call_Hangup")
    assert (ended.hung_up, ended.node) == ("failed", "Execute_Call_Hangup")
    assert said(ended) == "Was that helpful?"
    assert said(ended.model_copy(update={"spoken": True})) == "Call ended · Was that helpful?"
    assert labels(ended, pressed.below_call_ended("t4", [])) == ("👍", "👎")
    booked = pressed.below_call_ended("t4", [("T-1042", "task-1")])
    assert labels(ended, booked) == ("👍", "👎", "Cancel T-1042")


@pytest.mark.shows("calls languages")
def test_services_to_choose_from_are_buttons_with_their_names() -> None:
    asked = replies.CallWords(texts=("Drywall Repair or Painting?",))
    chosen = pressed.options("t4", ("Drywall Repair", "Painting"))
    assert labels(asked, chosen) == ("Drywall Repair", "Painting")
    assert [each.press.value for each in chosen] == ["Drywall Repair", "Painting"]


@pytest.mark.shows("calls cancel")
def test_a_cancelled_call_names_what_it_made_and_says_that_nothing_was_booked() -> None:
    made = said(replies.CancelledCall(card=MADE, tasks=("T-1042",)))
    assert "T-1042" in made
    assert "Nothing is booked." in made
    assert "T-" not in said(replies.CancelledCall(card=BEGUN))
    booked = said(replies.CancelledCall(card=BOOKED, tasks=("T-1042",)))
    assert "Nothing is booked" not in booked
    assert "Bob Smith" in booked


@pytest.mark.shows("calls languages")
def test_a_call_in_the_status_says_when_who_comes_by_the_clock_of_the_business() -> None:
    card = BOOKED.model_dump(mode="json")
    assert CARDS.line(card, _formats("en")) == (
        "📞 #4 Service call · Drywall Repair · T-1042"
        " · 📅 Tue, Nov 24, 10:00 AM–12:00 PM, Bob Smith"
    )
    german = CARDS.view(card, _formats("de")).lines
    assert german == ("📅 Di., 24. Nov., 10:00–12:00 Uhr, Bob Smith",)
    assert CARDS.line(BEGUN.model_dump(mode="json"), _formats("en")) == (
        "📞 #4 Service call · drywall repair"
    )
    hostile = BEGUN.model_copy(update={"ask": "x\u202e /start " + "y" * 500}).model_dump(
        mode="json"
    )
    line = CARDS.line(hostile, _formats("en"))
    assert "\u202e" not in line
    assert "/start" not in line  # parted, so that nobody presses it
    assert len(line) < 120


@pytest.mark.shows("calls cancel")
def test_each_task_that_a_cancelled_call_made_has_an_undo_that_fits_into_a_button() -> None:
    made = [(f"T-104{n}", f"task-{n:032x}") for n in (2, 3)]
    one = replies.CancelledCall(card=MADE, tasks=("T-1042",))
    both = replies.CancelledCall(card=MADE, tasks=("T-1042", "T-1043"))
    assert labels(one, pressed.undoing(made[:1])) == ("Undo",)
    assert labels(both, pressed.undoing(made)) == ("Undo T-1042", "Undo T-1043")
    # Of Telegram's 64 bytes, 20 say whose button it is.
    room = max(len(c.press.subject + c.press.value) for c in pressed.undoing(made))
    assert room <= 44
