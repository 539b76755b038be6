"""What staff read of a ticket: everything that is known of it, in three languages."""

from datetime import UTC, datetime

import pytest

from agents.support import posts
from agents.support.posts import StaffAction
from agents.support.tickets import KbResult, TicketStatus, TicketType, Urgency
from agents.support.words.staff import STAFF_WORDS
from bot.texts.catalogue import LANGUAGES, catalogue_of
from bot.texts.formats import Formats
from bot.texts.wording import formats_for
from domain.replies import Content, Reply

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
DUE = datetime(2026, 11, 21, 15, 40, tzinfo=UTC)


def formats(language: str = "en") -> Formats:
    return formats_for(language, "UTC", NOW)


def worded(content: Content, language: str = "en") -> str:
    reply = Reply(id="x", topic=content.topic, content=content.model_dump(mode="json"))
    return STAFF_WORDS[content.topic].spoken(reply, formats(language)).wording.text()


CARD = posts.CaseCard(
    ticket_id="TKT-7K2M9Q4D",
    number=4,
    customer_id="CUST-002",
    plan="enterprise",
    vip=True,
    flags=("lookup_failed", "something_newer"),
    language="de",
    type=TicketType.BILLING,
    urgency=Urgency.HIGH,
    why="Enterprise and a billing error.\n/close everything",
    summary="Charged twice this month.",
    articles=(KbResult(id="kb_002", title="Double charge", score=0.834),),
    suggested="Wir prüfen das.",
    first_due=DUE,
    assignee="Mia",
    earlier=("TKT-00000001 billing, closed, rated 2",),
)


@pytest.mark.shows("support 12", "support 27")
def test_the_card_has_all_that_is_known_of_a_ticket() -> None:
    assert worded(CARD).splitlines() == [
        "🟠 TKT-7K2M9Q4D · #4 · billing · high · open",
        "👤 CUST-002 · enterprise · VIP · German (de)",
        "⚠️ The customer could not be looked up; it is tried again at the claim",
        "⚖️ Enterprise and a billing error.",
        "/close everything",
        "💬 Charged twice this month.",
        "📚 kb_002 Double charge (0.83)",
        "💡 Suggested: Wir prüfen das.",
        "⏰ First answer by 3:40 PM",
        "🙋 Mia has it",
        "🕘 TKT-00000001 billing, closed, rated 2",
    ]


@pytest.mark.shows("support 7")
def test_a_message_stands_there_translated_and_as_it_was_written() -> None:
    said = posts.CustomerPost(
        text="Mir wurde zweimal\u202e abgebucht!",
        translated="I was charged twice!",
        language="de",
        edited=True,
        file="image",
    )
    assert worded(said).splitlines() == [
        "✏️ Edited: I was charged twice!",
        "🖼 With a picture",
        "🌐 German (de): Mir wurde zweimal abgebucht!",
    ]
    assert worded(posts.CustomerPost(text="hello", language="en")) == "💬 hello"


def test_who_is_on_call_is_named_so_that_the_channel_can_call_them() -> None:
    late = posts.ClockRanOut(
        ticket_id="TKT-1", clock="first", breached=True, due=DUE, oncall=("7001", "@ben")
    )
    assert worded(late).splitlines()[-1] == "📣 @7001 @ben"


EVERYTHING: list[Content] = [
    CARD,
    posts.CaseCard(ticket_id="TKT-1", customer_id="C"),
    posts.CustomerPost(text="a", translated="b", language="xx", file="video", edited=True),
    posts.BotWords(text="try this"),
    *(posts.CustomerDid(what=w) for w in ("solved", "not_solved", "wants_person", "withdrawn")),
    posts.Held(author="Mia", text="30 EUR", seconds=5),
    *(posts.WordsSent(author="Mia", what=w) for w in ("sent", "waits", "undone")),
    posts.WordsSent(
        author="Mia", what="failed", gone=True, text="x", translated="y", reason="model"
    ),
    posts.WordsSent(author="Mia", what="failed"),
    posts.WordsSent(author="Mia", what="failed", reason="attachment.unusable"),
    posts.WordsSent(author="Mia", text="x", reason="offline"),
    posts.Note(author="Ben", text="ask finance"),
    posts.Note(author="Ben", text="ask finance", assignee="Mia"),
    *(
        posts.Changed(what=what, by=by, value="high")
        for what in (
            *("claimed", "taken_over", "assigned", "urgency", "waiting", "back", "closed"),
            *("reopened", "returned", "left", "reminded", "closed_unanswered"),
        )
        for by in ("Mia", "")
        if by or what in {"urgency", "closed", "reopened", "returned", "reminded"}
    ),
    *(
        posts.ClockRanOut(
            ticket_id="TKT-1", clock=clock, breached=late, due=DUE, assignee="Mia", again=2
        )
        for clock in ("first", "resolution", "silence")
        for late in (True, False)
    ),
    posts.RatingCame(ticket_id="TKT-1", score=2, comment="slow", low=True, assignee="Mia"),
    *(posts.ChooseOne(what=what) for what in ("urgency", "assign")),
    *(
        posts.ActAnswered(what=what, name="Mia", action=action)
        for what in (
            *("done", "taken", "not_yours", "closed", "not_closed", "too_late", "unknown"),
            *("no_suggestion", "nobody", "choose", "empty", "forgotten", "already"),
        )
        for action in ("claim", "")
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_staff_are_told_everything_in_each_language(language: str) -> None:
    assert {type(content).topic for content in EVERYTHING} == set(STAFF_WORDS)
    for content in EVERYTHING:
        text = worded(content, language)
        assert text.strip()
        assert isinstance(content, posts.CaseCard) or len(text) <= 200
    words = catalogue_of(language)
    kinds = {"type": TicketType, "urgency": Urgency, "status": TicketStatus}
    for kind, values in kinds.items():
        assert all(words.text(f"support.staff.{kind}.{value}") for value in values)
    typed = {StaffAction.REPLY, StaffAction.NOTE}
    labels = [words.text(f"support.staff.button.{a}") for a in StaffAction if a not in typed]
    assert len(set(labels)) == len(labels)
