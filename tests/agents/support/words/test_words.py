"""Every topic that customers and staff are told is worded, in three languages."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from agents.support import buttons, replies, staff_posts
from agents.support.card import CARD, TicketCard
from agents.support.issues import DETAILS
from agents.support.replies import CONTENTS
from agents.support.staff_posts import StaffAction
from agents.support.tickets import Citation, KbResult, TicketStatus, TicketType, Urgency, subject_of
from agents.support.words import BUTTONS, CARDS, CUSTOMER_WORDS
from agents.support.words.staff import STAFF_WORDS
from bot.texts.catalogue import LANGUAGES, catalogue_of
from bot.texts.formats import Formats
from bot.texts.wording import formats_for, worded
from domain.replies import Content, Reply

NOW = datetime(2026, 11, 23, 6, 0, tzinfo=UTC)
_LOCALES = {"en": "en_MY", "ms": "ms_MY", "de": "de_DE", "es": "es_ES", "fr": "fr_FR"}
DUE = datetime(2026, 11, 23, 7, 40, tzinfo=UTC)
TICKET = TicketCard(
    task_id="t4", number=4, ticket_id="TKT-7K2M9Q4D", subject="zweimal abgebucht",
    type=TicketType.BILLING, urgency=Urgency.HIGH, due=DUE,
)  # fmt: skip
ARTICLE = Citation(
    id="kb_002", title="Charged twice", language="en", passage="A second booking is sent back."
)
KNOWN: dict[str, object] = {"card": TICKET, "citations": (ARTICLE,)}

SAMPLES: tuple[Content, ...] = (
    replies.Answer.model_validate(KNOWN | {"text": "It is sent back.", "other_language": True}),
    replies.HandedOver.model_validate(KNOWN),
    replies.AskToPass(quote="I was charged twice", citations=(ARTICLE,)),
    replies.AskToPass(quote="I was charged twice\nany news?", nothing_known=True),
    replies.NotPassed(),
    replies.AskDetail.model_validate(KNOWN | {"detail": "invoice"}),
    replies.Joined(card=TICKET),
    replies.HumanWords(
        card=TICKET, text="Done.", signature="Support", author="Mia", original="Fertig."
    ),
    replies.AskWithdraw(card=TICKET),
    replies.AskRating(card=TICKET),
    replies.Rated(card=TICKET, score=2),
    replies.Tickets(cards=(TICKET,)),
    replies.Unknown(named="TKT-AAAAAAAA"),
    replies.TooManyTickets(cards=(TICKET,)),
    *(
        replies.TicketTold(card=TICKET, what=what)
        for what in (
            "claimed", "handed_back", "waiting", "reminder", "closed", "reopened", "withdrawn",
            "urgency", "late", "solved", "kept_note", "kept",
        )
    ),
    replies.TicketTold(card=TICKET, what="merged", into=TICKET),
)  # fmt: skip


def _formats(language: str) -> Formats:
    return formats_for(_LOCALES[language], "Asia/Kuala_Lumpur", NOW)


def said(content: Content, language: str = "en") -> str:
    reply = Reply(id="r1", topic=content.topic, content=content.model_dump(mode="json"))
    return worded(reply, _formats(language)).text()


def test_before_people_get_it_the_newest_words_are_quoted_in_one_short_line() -> None:
    several = (
        "I was charged twice\nby card\nand who pays for the call to my bank about all of that?\nyes"
    )
    asked = replies.AskToPass(quote=several, citations=(ARTICLE,))
    assert said(asked).splitlines()[-1] == (
        "❓ Shall I pass all of it to our support team?"
        " “and who pays for the call to my bank about all of that?”"
    )
    nothing = replies.AskToPass(quote="who pays the postage?", nothing_known=True)
    assert said(nothing).splitlines() == [
        "🔎 Our help has nothing on “who pays the postage?”.",
        "❓ Shall I pass this to our support team?",
    ]
    again = nothing.model_copy(update={"attempt": 2})
    assert said(again) == "❓ Shall I pass this to our support team? “who pays the postage?”"


def test_every_topic_has_words_and_a_sample() -> None:
    topics = {content.topic for content in CONTENTS}
    assert set(CUSTOMER_WORDS) == topics == {content.topic for content in SAMPLES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_reads_well(language: str) -> None:
    for sample in SAMPLES:
        text = said(sample, language)
        assert text.strip(), sample.topic
        assert not re.search(r"[{}]|None|support\.|support-", text), text
    words = catalogue_of(language)
    assert all(words.has(f"support.command.{form.name}") for form in CARD.commands)
    assert all(words.has(button.action.replace(".", ".button.")) for button in BUTTONS)


@pytest.mark.shows("support 29")
def test_a_hand_over_says_first_who_answers_by_when_and_then_what_may_help() -> None:
    assert said(replies.HandedOver.model_validate(KNOWN), "de").splitlines() == [
        "🎫 Weitergegeben: „zweimal abgebucht“. Das Abrechnungsteam antwortet bis 15:40 Uhr.",
        "Aus unserer Hilfe: „Charged twice“. A second booking is sent back.",
    ]


def test_an_answer_in_other_words_names_its_articles_by_title() -> None:
    answer = replies.Answer(card=TICKET, text="It is sent back.", citations=(ARTICLE,))
    assert said(answer).splitlines() == [
        "It is sent back.",
        "(From our help: “Charged twice”)",
    ]


def test_words_from_an_article_can_be_rated_unless_their_buttons_ask_whether_it_is_solved() -> None:
    def rateable(content: Content) -> bool:
        reply = Reply(id="r1", topic=content.topic, content=content.model_dump(mode="json"))
        return worded(reply, _formats("en")).rateable

    rated = [sample.topic for sample in SAMPLES if rateable(sample)]
    assert rated == ["support.handed_over", "support.ask_to_pass"]
    assert not rateable(replies.HandedOver(card=TICKET))
    again = replies.AskToPass(quote="x", citations=(ARTICLE,), attempt=2)
    assert not rateable(again)


@pytest.mark.parametrize(
    ("later", "language", "by"),
    [
        (timedelta(hours=8, minutes=7), "en", "by 11:47 pm."),
        (timedelta(days=1), "en", "by tomorrow, 3:40 pm."),
        (timedelta(days=1), "ms", "paling lewat esok, 3:40 PTG."),
        (timedelta(days=1), "de", "bis morgen, 15:40 Uhr."),
        (timedelta(days=1), "es", "como muy tarde: mañana, 15:40)."),
        (timedelta(days=1), "fr", "d'ici demain à 15:40."),
        (timedelta(days=3), "en", "by Thursday, 3:40 pm."),
        (timedelta(days=3), "de", "bis Donnerstag, 15:40 Uhr."),
        (timedelta(days=7), "en", "by 30 Nov 2026, 3:40 pm."),
    ],
)
def test_a_hand_over_names_the_day_of_the_answer(later: timedelta, language: str, by: str) -> None:
    card = TICKET.model_copy(update={"due": DUE + later})
    assert said(replies.HandedOver(card=card), language).endswith(by)


def test_who_takes_a_ticket_is_told_with_the_day_in_one_line() -> None:
    hers = TICKET.model_copy(update={"assignee": "Mia", "due": DUE + timedelta(days=1)})
    assert said(replies.TicketTold(card=hers, what="claimed")) == (
        "👤 Mia is taking care of “zweimal abgebucht” now and answers by tomorrow, 3:40 pm."
    )


def test_a_ticket_without_words_is_handed_over_without_a_quote() -> None:
    bare = TICKET.model_copy(update={"subject": ""})
    assert said(replies.HandedOver(card=bare)) == (
        "🎫 Passed on. The billing team answers by 3:40 pm."
    )
    told = said(replies.TicketTold(card=bare, what="withdrawn"))
    assert told == "👌 TKT-7K2M9Q4D is withdrawn."


@pytest.mark.parametrize(
    ("texts", "subject"),
    [
        (["Charged twice\nin March."], "Charged twice in March"),
        (["/human", "", "the app crashes!"], "the app crashes"),
        (["/human"], ""),
        (["how do I return something?", "thanks", "I was charged twice"], "I was charged twice"),
        (["where is my parcel?", "thank you", "and?"], "where is my parcel?"),
        (
            ["I was charged twice in March and nobody has answered my mails since then"],
            "I was charged twice in March and nobody has answered my…",
        ),
        (["x" * 70], "x" * 59 + "…"),
    ],
)
def test_the_subject_is_the_first_that_the_customer_wrote_cut_at_a_word(
    texts: list[str], subject: str
) -> None:
    assert subject_of(texts) == subject


def test_who_has_a_ticket_is_named_and_a_solved_one_promises_nothing() -> None:
    hers = TICKET.model_copy(update={"assignee": "Mia", "status": TicketStatus.OPEN})
    assert "Mia has it and answers by" in said(replies.Tickets(cards=(hers,)))
    over = TICKET.model_copy(update={"status": TicketStatus.SOLVED})
    line = CARDS.line(over.model_dump(mode="json"), _formats("en"))
    assert line == "🎫 #4 “zweimal abgebucht” · Billing · urgent · TKT-7K2M9Q4D · Solved"


@pytest.mark.shows("support 20")
def test_what_an_article_says_is_data() -> None:
    hostile = ARTICLE.model_copy(update={"title": "x\u202e /human", "passage": "a\x1b[2J\nb"})
    text = said(replies.HandedOver(card=TICKET, citations=(hostile,)))
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_buttons_are_about_a_ticket_and_hold_little() -> None:
    choices = [
        *buttons.below_answer(TICKET.ticket_id, "kb_002"),
        *buttons.below_rating(TICKET.ticket_id),
    ]
    assert {choice.press.subject for choice in choices} == {TICKET.ticket_id}
    assert max(len(choice.press.subject + choice.press.value) for choice in choices) <= 20


# What staff read: everything that is known of a ticket


def staff_reads(content: Content, language: str = "en") -> str:
    reply = Reply(id="x", topic=content.topic, content=content.model_dump(mode="json"))
    formats = formats_for(language, "Asia/Kuala_Lumpur", NOW)
    return STAFF_WORDS[content.topic].spoken(reply, formats).wording.text()


STAFF_CARD = staff_posts.CaseCard(
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
    opened_at=NOW - timedelta(days=1),
    first_due=DUE,
    assignee="Mia",
    earlier=("TKT-00000001 billing, closed, rated 2",),
)


@pytest.mark.shows("support 12", "support 27")
def test_the_card_has_all_that_is_known_of_a_ticket() -> None:
    assert staff_reads(STAFF_CARD).splitlines() == [
        "🟠 TKT-7K2M9Q4D · #4 · billing · high · open",
        "👤 CUST-002 · enterprise · VIP · German (de)",
        "⚠️ The customer could not be looked up; it is tried again when somebody claims it",
        "⚖️ Enterprise and a billing error.",
        "/close everything",
        "💬 Charged twice this month.",
        "📚 kb_002 Double charge (0.83)",
        "💡 Suggested: Wir prüfen das.",
        "🕐 Since yesterday, 2:00 PM",
        "⏰ First answer by 3:40 PM",
        "🙋 Mia has it",
        "🕘 TKT-00000001 billing, closed, rated 2",
    ]


@pytest.mark.shows("support 7")
def test_a_message_stands_there_translated_and_as_it_was_written() -> None:
    said = staff_posts.CustomerPost(
        text="Mir wurde zweimal\u202e abgebucht!",
        translated="I was charged twice!",
        language="de",
        edited=True,
        file="image",
    )
    assert staff_reads(said).splitlines() == [
        "✏️ Edited: I was charged twice!",
        "🖼 With a picture",
        "🌐 German (de): Mir wurde zweimal abgebucht!",
    ]
    assert staff_reads(staff_posts.CustomerPost(text="hello", language="en")) == "💬 hello"


def test_who_is_on_call_is_named_so_that_the_channel_can_call_them() -> None:
    late = staff_posts.ClockRanOut(
        ticket_id="TKT-1", clock="first", breached=True, due=DUE, oncall=("7001", "@ben")
    )
    assert staff_reads(late).splitlines()[-1] == "📣 @7001 @ben"


def test_the_list_of_tickets_says_what_is_late_since_when_and_who_has_it() -> None:
    late = staff_posts.ListedTicket(
        ticket_id="TKT-1", customer_id="CUST-002", subject="charged twice", urgency=Urgency.HIGH,
        status=TicketStatus.OPEN, assignee="Mia", at=NOW - timedelta(hours=3), due=NOW,
        overdue=True,
    )  # fmt: skip
    waits = late.model_copy(
        update={"status": TicketStatus.WAITING_CUSTOMER, "due": None, "assignee": ""}
    )
    assert staff_reads(staff_posts.TicketList(tickets=(late, waits))).splitlines()[1:3] == [
        "🟠 charged twice · ⚠️ 2:00 PM · CUST-002 · 3 h · Mia · TKT-1",
        "🟠 charged twice · waits for the customer · CUST-002 · 3 h · TKT-1",
    ]


EVERYTHING: list[Content] = [
    STAFF_CARD,
    staff_posts.CaseCard(ticket_id="TKT-1", customer_id="C"),
    staff_posts.CustomerPost(text="a", translated="b", language="xx", file="video", edited=True),
    staff_posts.BotWords(text="try this"),
    *(
        staff_posts.CustomerDid(what=w)
        for w in ("solved", "not_solved", "wants_person", "withdrawn")
    ),
    staff_posts.Held(author="Mia", text="30 EUR", seconds=5),
    *(staff_posts.WordsSent(author="Mia", what=w) for w in ("sent", "waits", "undone")),
    staff_posts.WordsSent(
        author="Mia", what="failed", gone=True, text="x", translated="y", reason="model"
    ),
    staff_posts.WordsSent(author="Mia", what="failed"),
    staff_posts.WordsSent(author="Mia", what="failed", reason="attachment.unusable"),
    staff_posts.WordsSent(author="Mia", text="x", reason="offline"),
    staff_posts.Note(author="Ben", text="ask finance"),
    staff_posts.Note(author="Ben", text="ask finance", assignee="Mia"),
    *(
        staff_posts.Changed(what=what, by=by, value="high")
        for what in (
            *("claimed", "taken_over", "assigned", "urgency", "waiting", "back", "closed"),
            *("reopened", "returned", "left", "reminded", "closed_unanswered"),
            *("merged", "merged_from", "linked", "unlinked", "reached"),
        )
        for by in ("Mia", "")
        if by or what in {"urgency", "closed", "reopened", "returned", "reminded", "reached"}
    ),
    *(
        staff_posts.ClockRanOut(
            ticket_id="TKT-1", clock=clock, breached=late, due=DUE, assignee="Mia", again=2
        )
        for clock in ("first", "resolution", "silence")
        for late in (True, False)
    ),
    *(
        staff_posts.IncidentOffered(
            ticket_id="TKT-7K2M9Q4D",
            incident="INC-7K2M9Q4D",
            customers=5,
            since=DUE,
            subject="app logs me out",
            is_open=is_open,
            answer=answer,
            by="Mia",
        )
        for is_open in (True, False)
        for answer in ("", "yes", "no")
    ),
    staff_posts.DraftOffered(),
    staff_posts.TicketList(),
    staff_posts.DraftShown(draft="kb_1", title="Charged twice", text="It is refunded."),
    staff_posts.RatingCame(ticket_id="TKT-1", score=2, comment="slow", low=True, assignee="Mia"),
    *(staff_posts.ChooseOne(what=what) for what in ("urgency", "assign")),
    *(
        staff_posts.ActAnswered(what=what, name="Mia", action=action)
        for what in (
            *("done", "taken", "not_yours", "closed", "not_closed", "too_late", "unknown"),
            *("no_suggestion", "nobody", "choose", "empty", "forgotten", "already"),
            *("merged", "merge_which", "merge_same", "merge_unknown", "merge_other_customer"),
            *("merge_other_person", "merge_over", "merge_merged", "draft_open", "draft_nothing"),
            *("no_offer", "no_incident"),
        )
        for action in ("claim", "incident", "all", "close_all", "reopen_all", "")
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_staff_are_told_everything_in_each_language(language: str) -> None:
    assert {type(content).topic for content in EVERYTHING} == set(STAFF_WORDS)
    for content in EVERYTHING:
        text = staff_reads(content, language)
        assert text.strip()
        assert isinstance(content, staff_posts.CaseCard) or len(text) <= 200
    words = catalogue_of(language)
    kinds = {"type": TicketType, "urgency": Urgency, "status": TicketStatus}
    for kind, values in kinds.items():
        assert all(words.text(f"support.staff.{kind}.{value}") for value in values)
    typed = {StaffAction.REPLY, StaffAction.NOTE, StaffAction.MERGE, StaffAction.ALL}
    labels = [words.text(f"support.staff.button.{a}") for a in StaffAction if a not in typed]
    assert len(set(labels)) == len(labels)


@pytest.mark.shows("support 18")
@pytest.mark.parametrize("language", ["en", "ms", "de"])
def test_each_detail_that_may_be_missing_is_asked_for_by_a_question_of_its_own(
    language: str,
) -> None:
    details = [name for each in DETAILS.values() for name in each]
    catalogue = catalogue_of(language)
    asked = {catalogue.text(f"support.ask_detail.{name}") for name in details}
    assert len(asked | {catalogue.text("support.ask_detail")}) == len(details) + 1
