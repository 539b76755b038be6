"""What a person sees first: one sentence, examples that work when they are pressed, short help."""

from datetime import UTC, datetime

import pytest

from adapters.model.which_agent import Rules
from agents import SLUGS
from agents.expenses.card import CARD as EXPENSES
from agents.expenses.offline.engine import OfflineEngine
from agents.procurement.card import CARD as SHOP
from agents.procurement.offline.engine import ShopRules
from agents.service_calls.card import CARD as CALLS
from agents.service_calls.offline.understanding import CallUnderstanding
from agents.support.card import CARD as SUPPORT
from agents.support.offline.engine import SupportUnderstanding
from bot.telegram.address import Address
from bot.telegram.keyboards import keyboard_for
from bot.texts.catalogue import LANGUAGES, catalogue_of
from bot.texts.speech import Wording
from bot.texts.wording import formats_for, worded
from domain.commands import Command, command_in
from domain.preferences import LANGUAGES as LOCALES
from domain.replies import Content, Reply
from domain.topics import GeneralTopic, Help, PressAction, Start
from domain.understanding import ActKind, Person, Said, Topic, UnderstandRequest

NOW = datetime(2026, 11, 29, tzinfo=UTC)
CARDS = {card.slug: card for card in (EXPENSES, SHOP, SUPPORT, CALLS)}
RULES = Rules({
    EXPENSES.slug: OfflineEngine(), SHOP.slug: ShopRules(), SUPPORT.slug: SupportUnderstanding(),
    CALLS.slug: CallUnderstanding(),
})  # fmt: skip

every_home = pytest.mark.parametrize("home", SLUGS)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def at_home(home: str) -> tuple[str, ...]:
    return (home, *(slug for slug in SLUGS if slug != home))


def wording(content: Content, language: str, *agents: str) -> Wording:
    reply = Reply(id="r", topic=content.topic, content=content.model_dump(mode="json"))
    return worded(reply, formats_for(LOCALES[language], "UTC", NOW, agents or SLUGS))


@every_language
@every_home
def test_the_first_screen_is_a_sentence_and_three_or_four_examples(
    home: str, language: str
) -> None:
    greeting = wording(Start(), language, *at_home(home))
    sentence, others = greeting.text().splitlines()
    assert sentence.count(".") + sentence.count("!") <= 2  # a hello, and what it does
    assert others.endswith("/help")
    assert 3 <= len(greeting.buttons) <= 4
    alone = wording(Start(), language, home)
    assert alone.text() == sentence
    assert alone.buttons == greeting.buttons


@pytest.mark.parametrize("topic", [Topic.GREETING, Topic.CAPABILITIES])
def test_hello_and_what_can_you_do_offer_the_same_examples(topic: Topic) -> None:
    assert wording(GeneralTopic(about=topic), "en").buttons == wording(Start(), "en").buttons


@every_language
@every_home
def test_each_example_fits_into_a_button_of_telegram(home: str, language: str) -> None:
    buttons = wording(Start(), language, *at_home(home)).buttons
    address = Address(-(10**12), 10**10)
    keyboard = keyboard_for(
        Reply(id="r", topic=Start.topic), buttons, address, catalogue_of(language)
    )
    assert keyboard is not None
    shown = [button.text for row in keyboard.inline_keyboard for button in row]
    assert shown == [button.label for button in buttons]


@every_language
@every_home
def test_rules_understand_each_example_as_its_agent_s(home: str, language: str) -> None:
    for button in wording(Start(), language, *at_home(home)).buttons:
        assert button.press.action == PressAction.SAY
        words = button.press.value
        if command_in(words, [form for card in CARDS.values() for form in card.commands]):
            continue
        (act,) = RULES.understand(
            UnderstandRequest(
                person=Person(user_id="u", locale=LOCALES[language]),
                said=(Said(message_id="m1", text=words, sent_at=NOW),),
                agents=tuple(CARDS[slug] for slug in at_home(home)),
                home=home,
            )
        ).acts
        assert (act.kind, act.agent, act.enters) == (ActKind.OPEN, home, False), words


@every_language
@every_home
def test_help_lists_each_command_on_one_screen(home: str, language: str) -> None:
    text = wording(Help(), language, *at_home(home)).text()
    assert len(text.splitlines()) <= 20
    forms = [form for card in CARDS.values() for form in card.commands if form.listed]
    wanted = [*Command, *(form.name for form in forms)]
    listed = [word.strip(".,:;") for word in text.split() if word.startswith("/")]
    assert sorted({*listed} - {f"/{name}" for name in wanted}) == []
    assert sorted({f"/{name}" for name in wanted} - {*listed, "/help"}) == []


@every_language
def test_help_about_one_thing_tells_how_it_is_done_and_nothing_else(language: str) -> None:
    about_receipts = wording(Help(wanted="receipt"), language)
    assert len(about_receipts.text().splitlines()) == 1
    assert about_receipts.text() != wording(Help(), language).text()
    assert wording(Help(wanted="nothing of the kind"), language) == wording(Help(), language)
