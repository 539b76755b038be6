"""Dialogues without a model: rules call the tools, on a real database."""

from tests.agents.procurement.workflow.chat import ShopChat


async def test_find_and_add(chat: ShopChat) -> None:
    print(await chat.hears("find blue pens under 20"))
    print(await chat.hears("add two of the first"))
    print(await chat.hears("cart"))
    print(await chat.hears("remove the pen"))
    print(await chat.hears("undo"))
    print(await chat.hears("checkout for next friday, leave at reception"))
    print(await chat.hears("yes"))
    print(await chat.hears("/orders"))
    print(await chat.hears("find a unicorn"))
    print(await chat.hears("/status"))
    print(await chat.hears("/cancel"))
    print(await chat.tool_calls())
    assert 0
