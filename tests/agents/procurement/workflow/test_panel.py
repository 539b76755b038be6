"""What stays in sight beside the chat."""

from bot.texts.wording import formats_for, worded
from domain.topics import Preference
from tests.agents.procurement.workflow.chat import ShopChat
from tests.bot.samples import NOW


async def test_the_cart_beside_the_chat_is_in_the_language_that_was_set(chat: ShopChat) -> None:
    await chat.tell("add 2 BL-601", "language german")
    told = await chat.told(Preference.topic)
    german = formats_for("de_DE", "UTC", NOW)
    panel = worded(told, german).panel
    assert panel is not None
    assert panel.title == german.catalogue.text("procurement.panel")
    assert [card.title for card in panel.cards] == ["2 × USB-C cable 2 m"]
    await chat.tell("currency usd")
    assert worded(await chat.told(Preference.topic, 2), german).panel is None
