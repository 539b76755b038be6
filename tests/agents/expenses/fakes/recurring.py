"""Recurring expenses in memory."""

from datetime import date

from agents.expenses.recurring import RecurringItem, RecurringOffer, RecurringOrder


class InMemoryRecurring:
    """Implements ``RecurringStore`` for one person; ``offers`` can be kept."""

    def __init__(self) -> None:
        self.kept: dict[str, RecurringItem] = {}
        self.offers: dict[str, RecurringOffer] = {}

    async def items(self, user_id: str) -> tuple[RecurringItem, ...]:
        del user_id
        return tuple(self.kept.values())

    async def keep_offered(self, user_id: str, task_id: str) -> RecurringItem | None:
        del user_id
        offer = self.offers.get(task_id)
        if offer is None:
            return None
        told = offer.model_dump(exclude={"task_id"})
        return self._keep(RecurringItem(anchor=date(2026, 3, 5), **told))

    async def keep(self, user_id: str, order: RecurringOrder, today: date) -> RecurringItem | None:
        del user_id
        told = order.model_dump(include={"amount", "currency", "every"})
        return self._keep(
            RecurringItem(name=order.merchant or order.item or "", anchor=today, **told)
        )

    def _keep(self, item: RecurringItem) -> RecurringItem:
        self.kept[item.name.casefold()] = item
        return item

    async def remove(self, user_id: str, name: str) -> tuple[RecurringItem, ...]:
        del user_id
        gone = self.kept.pop(name.casefold(), None)
        return () if gone is None else (gone,)
