"""Every topic that a customer is told is worded, in three languages."""

import re
from datetime import UTC, datetime

import pytest

from agents.support import pressed, replies
from agents.support.card import CARD, TicketCard
from agents.support.replies import CONTENTS
from agents.support.tickets import Citation, TicketStatus, TicketType, Urgency
from agents.support.words import BUTTONS, CARDS, CUSTOMER_WORDS
from bot.texts.catalogue import LANGUAGES, catalogue_of, folder_of, sources_in
from bot.texts.formats import Formats
from bot.texts.wording import formats_for, worded
from domain.replies import Content, Reply

NOW = datetime(2026, 11, 23, 6, 0, tzinfo=UTC)
_LOCALES = {"en": "en_MY", "ms": "ms_MY", "de": "de_DE"}
DUE = datetime(2026, 11, 23, 7, 40, tzinfo=UTC)
TICKET = TicketCard(
    task_id="t4", number=4, ticket_id="TKT-7K2M9Q4D", type=TicketType.BILLING,
    urgency=Urgency.HIGH, due=DUE,
)  # fmt: skip
ARTICLE = Citation(
    id="kb_002", title="Charged twice", language="en", passage="A second booking is sent back."
)
KNOWN: dict[str, object] = {"card": TICKET, "citations": (ARTICLE,)}

SAMPLES: tuple[Content, ...] = (
    replies.Answer.model_validate(KNOWN | {"text": "It is sent back.", "other_language": True}),
    replies.HandedOver.model_validate(KNOWN),
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
)  # fmt: skip


def _formats(language: str) -> Formats:
    return formats_for(_LOCALES[language], "Asia/Kuala_Lumpur", NOW)


def said(content: Content, language: str = "en") -> str:
    reply = Reply(id="r1", topic=content.topic, content=content.model_dump(mode="json"))
    return worded(reply, _formats(language)).text()


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


def test_every_key_begins_with_the_slug_and_stands_in_every_language() -> None:
    keys = [
        re.findall(
            r"(?m)^([a-z][\w-]*) *=", "\n".join(sources_in(folder_of(CARD.slug), each).values())
        )
        for each in LANGUAGES
    ]
    assert all(sorted(each) == sorted(keys[0]) for each in keys)
    assert all(key.startswith("support-") for key in keys[0])


@pytest.mark.shows("support 29")
def test_a_hand_over_says_where_it_is_from_to_whom_and_by_when() -> None:
    assert said(replies.HandedOver.model_validate(KNOWN), "de").splitlines() == [
        "🎫 #4 TKT-7K2M9Q4D · Abrechnung · dringend",
        "Aus unserer Hilfe: „Charged twice“. A second booking is sent back.",
        "(Quelle: kb_002)",
        "👤 Das Abrechnungsteam prüft es und antwortet bis 15:40.",
    ]


def test_who_has_a_ticket_is_named_and_a_solved_one_promises_nothing() -> None:
    hers = TICKET.model_copy(update={"assignee": "Mia", "status": TicketStatus.OPEN})
    assert "Mia has it and answers by" in said(replies.Tickets(cards=(hers,)))
    over = TICKET.model_copy(update={"status": TicketStatus.SOLVED})
    line = CARDS.line(over.model_dump(mode="json"), _formats("en"))
    assert line == "🎫 #4 TKT-7K2M9Q4D · Billing · urgent · Solved"


@pytest.mark.shows("support 20")
def test_what_an_article_says_is_data() -> None:
    hostile = ARTICLE.model_copy(update={"title": "x\u202e /human", "passage": "a\x1b[2J\nb"})
    text = said(replies.HandedOver(card=TICKET, citations=(hostile,)))
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_buttons_are_about_a_ticket_and_hold_little() -> None:
    choices = [
        *pressed.below_answer(TICKET.ticket_id, "kb_002"),
        *pressed.below_rating(TICKET.ticket_id),
    ]
    assert {choice.press.subject for choice in choices} == {TICKET.ticket_id}
    assert max(len(choice.press.subject + choice.press.value) for choice in choices) <= 20
