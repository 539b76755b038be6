"""Nothing of a person is taken before they agreed; then all of it is."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import cast

import pytest
from temporalio.client import Client

from bot.consent import KNOWN_SECONDS, Consent, ConsentRequiredError, ConsentText
from bot.consent_dialog import HELD_SECONDS, QUIET_SECONDS, ConsentDialog, ask_consent
from bot.gateway import ConversationGateway
from bot.intake import Origin, press_by_label, press_message, text_message, upload_of
from bot.texts.catalogue import catalogue_of
from bot.texts.wording import formats_for
from domain.errors import StorageUnavailableError
from domain.messages import ButtonPress, Message
from domain.topics import PressAction
from domain.understanding import Person
from tests.bot.http.house import PHOTO
from tests.bot.samples import NOW
from tests.fakes.attachments import InMemoryAttachments
from tests.fakes.channel import InMemoryTranscript
from tests.fakes.consents import InMemoryConsents
from tests.fakes.people import InMemoryUsers

TEXT = ConsentText("v1", {"en": "May I keep it?", "de": "Darf ich es speichern?"}, 30)
ENGLISH = formats_for("en_MY", "UTC", NOW)
GERMAN = formats_for("de_DE", "UTC", NOW)


@dataclass
class Stage:
    """One person, and a clock that only moves when it is told to."""

    records: InMemoryConsents = field(default_factory=InMemoryConsents)
    now: float = 0.0
    number: int = 0

    def __post_init__(self) -> None:
        self.dialog: ConsentDialog[str] = ConsentDialog("telegram", lambda: self.now)
        self.renew(TEXT)

    def renew(self, text: ConsentText) -> None:
        """As a new process with this text."""
        self.consent = Consent(self.records, text, clock=lambda: self.now)

    def origin(self) -> Origin:
        self.number += 1
        return Origin("telegram", "5", "telegram:5", self.number, datetime(2026, 12, 1, tzinfo=UTC))

    async def is_let(self, message: Message) -> bool:
        try:
            await self.consent.admit(message)
        except ConsentRequiredError:
            return False
        return True

    async def say(self, text: str, formats: object = ENGLISH) -> tuple[str, tuple[str, ...]]:
        """What the person is told, and what goes on; nothing and the text itself where it passes.

        As in a channel, a bare yes or a button's label is its press.
        """
        buttons = ask_consent(self.consent.text or TEXT, catalogue_of("en")).buttons
        return await self.send(press_by_label(text_message(self.origin(), text), buttons), formats)

    async def send(
        self, message: Message, formats: object = ENGLISH
    ) -> tuple[str, tuple[str, ...]]:
        try:
            await self.consent.admit(message)
        except ConsentRequiredError as required:
            step = await self.dialog.take(
                required,
                message,
                message.text,
                formats,  # type: ignore[arg-type]  # those of the two languages above
            )
            return (step.wording.text() if step.wording else ""), step.go_on
        return "", (message.text,)


@pytest.mark.shows("safety 36")
async def test_the_first_words_wait_for_the_yes_and_go_on_with_it() -> None:
    stage = Stage()
    assert await stage.say("lunch 12") == ("May I keep it?", ())
    assert stage.records.given == []
    told, go_on = await stage.say("yes")
    assert (told, go_on) == ("👍 Thank you.", ("lunch 12",))
    (given,) = stage.records.given
    assert (given.user_id, given.version, given.text) == ("telegram:5", "v1", "May I keep it?")
    assert (given.language, given.channel, given.how) == ("en", "telegram", "button")
    stage.dialog.forget("telegram:5")
    assert await stage.say("coffee 3") == ("", ("coffee 3",))


async def test_no_drops_what_was_sent_and_keeps_nothing() -> None:
    stage = Stage()
    await stage.say("lunch 12")
    told, go_on = await stage.say("No, thanks")
    assert "kept nothing" in told
    assert go_on == ()
    assert stage.records.given == []
    assert await stage.say("lunch 13") == ("May I keep it?", ())
    assert (await stage.say("I agree"))[1] == ("lunch 13",)


async def test_what_waited_too_long_is_asked_for_again() -> None:
    stage = Stage()
    await stage.say("lunch 12")
    stage.now = HELD_SECONDS
    told, go_on = await stage.say("yes")
    assert (told, go_on) == (
        "👍 Thank you. Please send me again what you wrote.",
        (),
    )


async def test_an_album_is_asked_about_once_and_waits_whole() -> None:
    stage = Stage()
    assert await stage.say("one") == ("May I keep it?", ())
    assert await stage.say("two") == ("", ())
    stage.now = QUIET_SECONDS
    assert await stage.say("three") == ("May I keep it?", ())
    assert (await stage.say("yes"))[1] == ("one", "two", "three")


async def test_a_yes_whose_words_could_not_be_handed_over_hands_them_over_when_it_comes_again() -> (
    None
):
    stage = Stage()
    await stage.say("lunch 12")
    assert (await stage.say("yes"))[1] == ("lunch 12",)
    press = ButtonPress(action=PressAction.AGREE, subject="", value=TEXT.digest("en"))
    assert (await stage.send(press_message(stage.origin(), press)))[1] == ("lunch 12",)


async def test_a_new_version_is_asked_about_and_an_old_button_agrees_to_nothing() -> None:
    stage = Stage()
    await stage.say("lunch 12")
    await stage.say("yes")
    stage.dialog.forget("telegram:5")
    stage.renew(ConsentText("v2", {"en": "And may I keep it longer?"}))
    assert await stage.say("coffee 3") == ("And may I keep it longer?", ())
    old = ButtonPress(action=PressAction.AGREE, subject="", value=TEXT.digest("en"))
    told, go_on = await stage.send(press_message(stage.origin(), old))
    assert (told, go_on) == ("And may I keep it longer?", ())
    assert [each.version for each in stage.records.given] == ["v1"]
    assert (await stage.say("yes"))[1] == ("coffee 3",)
    assert [each.version for each in stage.records.given] == ["v1", "v2"]


async def test_the_text_that_was_shown_is_kept_in_its_language() -> None:
    stage = Stage()
    assert await stage.say("Mittagessen 12", GERMAN) == ("Darf ich es speichern?", ())
    press = ButtonPress(action=PressAction.AGREE, subject="", value=TEXT.digest("de"))
    assert (await stage.send(press_message(stage.origin(), press), GERMAN))[0] == "👍 Danke."
    assert [(each.language, each.text) for each in stage.records.given] == [
        ("de", "Darf ich es speichern?")
    ]


async def test_help_and_privacy_are_answered_without_it_and_wait_for_nothing() -> None:
    stage = Stage()
    assert "/deletemydata" in (await stage.say("/privacy"))[0]
    assert "30 days" in (await stage.say("/privacy"))[0]
    assert "/privacy" in (await stage.say("/help"))[0]
    assert await stage.say("yes") == ("👍 Thank you. Please send me again what you wrote.", ())


async def test_what_was_kept_before_can_be_erased_without_it() -> None:
    stage = Stage()
    assert await stage.say("/deletemydata") == ("I keep nothing of you.", ())
    stage.records.known.add("telegram:5")
    assert await stage.say("/deletemydata") == ("", ("/deletemydata",))
    for action in (PressAction.ERASE, PressAction.KEEP_DATA):
        assert await stage.is_let(
            press_message(stage.origin(), ButtonPress(action=action, subject=""))
        )
    assert not await stage.is_let(text_message(stage.origin(), "lunch 12"))


async def test_a_person_who_agreed_is_looked_up_once_a_minute_and_again_after_an_erasure() -> None:
    stage = Stage()
    await stage.say("lunch 12")
    await stage.say("yes")
    stage.renew(TEXT)
    looked_up = stage.records.asked
    for _ in range(20):
        assert await stage.is_let(text_message(stage.origin(), "coffee 3"))
    assert stage.records.asked == looked_up + 1
    stage.now += KNOWN_SECONDS
    assert await stage.is_let(text_message(stage.origin(), "coffee 3"))
    assert stage.records.asked == looked_up + 2
    assert await stage.is_let(
        press_message(stage.origin(), ButtonPress(action=PressAction.ERASE, subject=""))
    )
    stage.records.forget("telegram:5")
    assert await stage.say("coffee 3") != ("", ("coffee 3",))


async def test_in_a_group_that_shares_all_each_person_answers_for_themselves() -> None:
    stage = Stage()
    written = text_message(stage.origin(), "lunch 12").model_copy(
        update={"sender_id": "telegram:-7", "author_id": "telegram:5"}
    )
    with pytest.raises(ConsentRequiredError) as required:
        await stage.consent.admit(written)
    await stage.consent.give(required.value.user_id, "en", "telegram", "button")
    assert await stage.is_let(written)
    assert not await stage.is_let(written.model_copy(update={"author_id": "telegram:6"}))


@dataclass
class NoServer:
    """A Temporal client that nothing may reach: it has no method."""


def gateway_of(consent: Consent) -> ConversationGateway:
    kept = InMemoryTranscript(), InMemoryAttachments(), InMemoryUsers()
    return ConversationGateway(cast(Client, NoServer()), *kept, Person(user_id=""), consent=consent)


@pytest.mark.shows("safety 36")
async def test_the_gateway_hands_over_and_stores_nothing_of_who_did_not_agree() -> None:
    stage, upload = Stage(), upload_of(PHOTO)
    gateway = gateway_of(stage.consent)
    with pytest.raises(ConsentRequiredError):
        await gateway.send("telegram", "5", text_message(stage.origin(), "lunch 12"))
    with pytest.raises(ConsentRequiredError):
        await gateway.store("telegram:5", upload.attachment, upload.content)


async def test_the_gateway_takes_nothing_while_nobody_can_tell_who_agreed() -> None:
    stage = Stage(InMemoryConsents(down=StorageUnavailableError("gone")))
    with pytest.raises(StorageUnavailableError):
        await gateway_of(stage.consent).send(
            "telegram", "5", text_message(stage.origin(), "lunch 12")
        )


async def test_whom_nobody_asks_is_never_looked_up() -> None:
    stage = Stage(InMemoryConsents(down=StorageUnavailableError("gone")))
    stage.consent = Consent(stage.records, None)
    assert await stage.is_let(text_message(stage.origin(), "lunch 12"))
