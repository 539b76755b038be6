"""Every topic of this agent is worded, in three languages and in the person's own notation."""

import re
from decimal import Decimal

import pytest

from agents.procurement import call_replies, replies
from agents.procurement.call_replies import adds, listed_item
from agents.procurement.card import CARD, SessionCard
from agents.procurement.items import RequestStatus
from agents.procurement.replies import CONTENTS
from agents.procurement.tools import CategoryShare, Decided, Difference, ItemWritten, WaitingRequest
from agents.procurement.words import BUTTONS, CARDS, WORDS
from bot.telegram.address import Address
from bot.telegram.callback import MAX_BYTES, packed
from bot.texts.catalogue import LANGUAGES, catalogue_of
from bot.texts.speech import CardView, Wording
from bot.texts.wording import formats_for, worded
from domain.messages import ButtonPress
from domain.replies import Choice, Content, Reply
from domain.topics import PressAction
from tests.agents.procurement.samples import (
    BALLPOINT,
    COPY_PAPER,
    GEL,
    PROPOSAL,
    REQUEST,
    TASK,
    cart,
    line,
)
from tests.bot.samples import NOW

CART = cart(
    line(GEL, 2, price_when_added=Decimal("13.90")), line(COPY_PAPER, 5, available=3),
    line(BALLPOINT, 1, price_now=None),
)  # fmt: skip
ITEMS = tuple(listed_item(each, n) for n, each in enumerate((GEL, BALLPOINT, COPY_PAPER), 1))
LIST = replies.ItemList(asked_for="blue pens", items=ITEMS, total=7, shown=3)
CHEAPER = GEL.model_copy(update={"price": Decimal("11.90"), "stock": None})
DIFFERENCES = (
    Difference(kind="price", item_id="TO-101", name=GEL.name, before="14.90", after="15.90"),
    Difference(kind="stock", item_id="TO-301", name=COPY_PAPER.name, before="5", after="3"),
)

WAITING = WaitingRequest(request=REQUEST, sent_by="terminal:mia")
REJECTED = Decided(number=7, approve=False, reason="too expensive")

SAMPLES: tuple[Content, ...] = (
    replies.ItemsFound(lists=(LIST,), say="Both come in boxes."),
    replies.NothingFit(asked_for="unicorn", near=("Pens", "Paper")),
    replies.WhichItem(list=LIST, quantity=3),
    replies.ItemShown(item=ITEMS[0], description="Smooth.", siblings=ITEMS[1:]),
    replies.WhatIsSold(
        categories=(
            CategoryShare(
                name="Pens", items=5, lowest=Decimal(1), highest=Decimal(48), currency="MYR"
            ),
        ),
        items=5,
    ),
    replies.CartTold(cart=CART),
    replies.CartNow(
        changes=(
            replies.LineChange(name=GEL.name, quantity=2, amount=Decimal("29.80")),
            replies.LineChange(name=BALLPOINT.name, quantity=0),
        ),
        cart=CART,
        gone=("Old pen",),
    ),
    replies.CartReverted(cart=CART),
    replies.CartKept(cart=CART, stopped=True),
    replies.AskSend(proposal=PROPOSAL, differences=DIFFERENCES),
    replies.AskSendForApproval(proposal=PROPOSAL),
    replies.AskApproval(waiting=WAITING),
    replies.AskApproval(waiting=WAITING, again=True),
    replies.AskDecision(decision=Decided(number=7, approve=True, waiting=WAITING)),
    replies.AskDecision(decision=REJECTED.model_copy(update={"waiting": WAITING})),
    replies.RequestDecided(number=7, approve=True),
    replies.RequestDecided(number=7, approve=False),
    replies.NothingDecided(),
    replies.RequestAnswered(number=7, approve=True, total=REQUEST.total, currency="MYR"),
    replies.RequestAnswered(
        number=7, approve=False, total=REQUEST.total, currency="MYR", reason=REJECTED.reason
    ),
    replies.RequestSent(request=REQUEST.model_copy(update={"status": RequestStatus.PENDING})),
    replies.NeverDone(why="how_to_decide"),
    replies.RequestSent(request=REQUEST, differences=DIFFERENCES[:1]),
    replies.RequestNotSent(),
    replies.RequestTakenBack(number=7, cart=CART, gone=("Old pen",)),
    replies.RequestList(requests=(REQUEST,)),
    replies.RequestStatusChanged(number=7, status=RequestStatus.ORDERED, note="By post."),
    replies.CallFailed(
        tool="add_to_cart",
        code="out_of_stock",
        why="stock",
        values={"name": GEL.name, "available": "1", "in_cart": "0"},
    ),
    replies.AskCartChange(cart=CART),
    replies.NotKnownYet(),
    replies.NoCatalog(),
    replies.AskHowMany(said="1.5"),
    replies.WhichLine(names=(GEL.name, BALLPOINT.name), quantity=2),
    replies.AskProduct(),
    replies.AskDelivery(said="31 November"),
    replies.NoListAtHand(),
    replies.PlaceOutside(position=9, count=3),
    replies.NothingMore(),
    replies.LineNotThere(asked_for="toner"),
    replies.CartIsEmpty(),
    replies.NothingToRepeat(),
    replies.NeverDone(why="others"),
    replies.NotUnderstood(),
    replies.CutShort(cart=CART),
    replies.ModelSays(say="Which colour would you like?"),
    replies.AskIsThis(number=7, supplier="Kopi Bukit", total=Decimal("94.30"), currency="MYR"),
    replies.LeftOpen(),
    replies.SoldHere(names=(GEL.name,)),
    replies.AskItemChange(change=ItemWritten(before=GEL, after=CHEAPER)),
    replies.ItemChanged(change=ItemWritten(before=GEL, change_id="c1")),
    replies.ItemNotChanged(),
    replies.ForStaff(),
    replies.HowToWriteItems(field="price"),
)


def wording_of(of: Content, language: str = "en", choices: tuple[Choice, ...] = ()) -> Wording:
    formats = formats_for(f"{language}_MY", "Asia/Kuala_Lumpur", NOW)
    reply = Reply(
        id="r1", topic=of.topic, content=of.model_dump(mode="json"), choices=choices, task_id=TASK
    )
    return worded(reply, formats)


def said(of: Content, language: str = "en", choices: tuple[Choice, ...] = ()) -> str:
    wording = wording_of(of, language, choices)
    return "\n".join([wording.text(), *(f"[{button.label}]" for button in wording.buttons)])


def test_every_topic_has_words_and_a_sample() -> None:
    topics = {content.topic for content in CONTENTS}
    assert set(WORDS) == topics
    assert {content.topic for content in SAMPLES} == topics


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_reads_well(language: str) -> None:
    for sample in SAMPLES:
        text = said(sample, language)
        assert text.strip(), sample.topic
        assert not re.search(r"[{}]|None|Decimal|conversation:|procurement\.", text), text
    words = catalogue_of(language)
    assert all(words.has(f"procurement.command.{form.name}") for form in CARD.commands)
    assert all(words.has(button.action.replace(".", ".button.")) for button in BUTTONS)


@pytest.mark.shows("shop 39")
def test_a_list_has_numbers_prices_with_units_and_stock() -> None:
    assert said(replies.ItemsFound(lists=(LIST,)), choices=adds(ITEMS)).splitlines() == [
        "🔎 blue pens, 1 to 3 of 7:",
        "1 Gel pen blue 0.7, box of 12 · RM14.90 / box · 40 in stock",
        "2 Ballpoint blue, 50 · RM18.50 / box",
        "3 Copy paper 80 g, 500 sheets · RM12.90 · out of stock",
        "[Add 1]",
        "[Add 2]",
    ]


def test_where_there_is_room_products_are_cards_and_the_cart_is_a_panel() -> None:
    first, *cards = wording_of(replies.ItemsFound(lists=(LIST,), say="Both are in boxes.")).blocks()
    assert first == "Both are in boxes."
    heading, pens, _, paper = cards
    assert heading == "🔎 blue pens, 1 to 3 of 7:"
    assert isinstance(pens, CardView)
    assert isinstance(paper, CardView)
    assert (pens.number, pens.title, pens.amount, pens.lines) == (
        1, GEL.name, "RM14.90 / box", ("40 in stock",),
    )  # fmt: skip
    assert [(each.short, each.press.value) for each in pens.buttons] == [("Add", "1 TO-101")]
    assert paper.buttons == ()  # out of stock
    panel = wording_of(replies.CartTold(cart=CART)).panel
    assert panel is not None
    assert (panel.summary, panel.total) == ("🛒 3 products · RM94.30", "Total RM94.30")
    assert [card.title for card in panel.cards][1:] == [
        f"5 × {COPY_PAPER.name}", f"1 × {BALLPOINT.name}",
    ]  # fmt: skip
    less, more = panel.cards[1].buttons
    assert (less.press.value, more.press.value) == ("4 TO-301", "6 TO-301")
    (remove,) = panel.cards[2].buttons  # no longer sold: no more of it
    assert (remove.label, remove.press.value[:2]) == (f"Remove {BALLPOINT.name}", "0 ")
    sent = wording_of(replies.RequestSent(request=REQUEST)).panel
    assert sent is not None
    assert sent.cards == ()


@pytest.mark.shows("shop 26")
def test_a_request_is_asked_about_with_all_that_a_yes_sends() -> None:
    choices = tuple(
        Choice(press=ButtonPress(action=action, subject="q1", value="ab"))
        for action in (PressAction.YES, PressAction.NO)
    )
    assert said(replies.AskSend(proposal=PROPOSAL), choices=choices).splitlines() == [
        "📨 Send this request?",
        "2 × Gel pen blue 0.7, box of 12 · RM29.80",
        "5 × Copy paper 80 g, 500 sheets · RM64.50",
        "Total RM94.30 · delivery Fri, 27 Nov 2026",
        "📝 leave at reception",
        "[Send]",
        "[Not yet]",
    ]


@pytest.mark.shows("shop 22")
def test_the_cart_tells_changed_prices_lost_stock_and_what_is_gone() -> None:
    _, pens, paper, gone = said(replies.CartTold(cart=CART)).splitlines()
    assert "RM13.90 each when added, RM14.90 now" in pens
    assert "only 3 left" in paper
    assert "no longer sold" in gone


def test_a_product_named_like_markup_stays_text() -> None:
    hostile = ITEMS[0].model_copy(update={"name": "<b>Pen</b> [x](http://evil.example) /start"})
    text = said(replies.ItemsFound(lists=(LIST.model_copy(update={"items": (hostile,)}),)))
    assert "<b>Pen" in text
    assert "http://evil.example" not in text


def test_a_session_is_its_cart_in_one_line() -> None:
    formats = formats_for("en_MY", "Asia/Kuala_Lumpur", NOW)
    card = SessionCard(task_id=TASK, cart=CART).model_dump(mode="json")
    assert CARDS.line(card, formats) == "🛒 3 products · RM94.30"


def test_buttons_with_usual_article_numbers_fit_into_telegrams() -> None:
    address = Address(1_234_567_890)
    press = ButtonPress(action=call_replies.ADD, subject="", value="999 4006381333931-BLUE-XL")
    assert len(packed(press, address, "Add 1").encode()) <= MAX_BYTES
