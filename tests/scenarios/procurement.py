"""A chat with the shopping agent at the level of workflows, on a real database.

``PR-N`` in what is said stands for the newest request. An operator makes an item dearer or cheaper
("KB-201 costs 65"), or takes it out of the catalog ("TO-302 is gone").
"""

from collections.abc import Mapping, Sequence

from agents.procurement.items import Item, called
from tests.agents.procurement.workflow.catalog import ITEMS
from tests.agents.procurement.workflow.chat import ShopChat
from tests.scenarios.chats import ChatStage
from tests.scenarios.play import Screen, Step

RESTORE = "UPDATE catalog_items SET price = $2, active = true WHERE item_id = $1"


class ShopStage(ChatStage[ShopChat]):
    async def say(self, text: str, reply_to: Screen | None) -> None:
        if "PR-N" in text:
            newest = (await self.chat.sent_requests())[0]
            text = text.replace("PR-N", called(newest.number))
        await super().say(text, reply_to)
        if self.chat.steps.held and not text.startswith("/"):
            await self.chat.steps.begun.wait()

    async def rows(self) -> Sequence[Mapping[str, object]]:
        """One row: the cart, the newest request, and the states of all, the newest first."""
        requests = await self.chat.sent_requests()
        newest = requests[0].model_dump() if requests else {}
        day = newest.get("delivery_date")
        return [
            {
                **newest,
                "day": f"{day:%A}" if day else None,
                "cart": await self.chat.in_cart(),
                "requests": [request.status.value for request in requests],
                "asked_of_the_model": [
                    step.said[0].text for step in self.chat.steps.asked if not step.rounds
                ],
            }
        ]

    async def happen(self, step: Step) -> None:
        chat = self.chat
        match step:
            case Step(hold="thinking"):
                await self.settle()
                chat.steps.hold()
            case Step(release="thinking"):
                chat.steps.release()
            case Step(hours=float(hours)):
                await self.settle()
                await chat.env.sleep(hours * 3600)
                await chat.ended()
            case Step(operator=str(act)) if " costs " in act:
                await self.settle()
                price = "UPDATE catalog_items SET price = $2 WHERE item_id = $1"
                item_id, costs = act.split(" costs ")
                await chat.execute(price, item_id, int(costs))
            case Step(operator=str(act)) if act.endswith(" is gone"):
                await self.settle()
                gone = "UPDATE catalog_items SET active = false WHERE item_id = $1"
                await chat.execute(gone, act.removesuffix(" is gone"))
            case _:
                raise ValueError(f"not in the shop: {step}")

    async def tidy(self, items: Sequence[Item] = ITEMS) -> None:
        """The catalog is that of all scenarios again."""
        for item in items:
            await self.chat.execute(RESTORE, item.item_id, item.price)
