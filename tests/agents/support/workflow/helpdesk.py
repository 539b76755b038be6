"""The whole support agent: a customer's chat, models over HTTP, and the room of the staff."""

from collections.abc import Sequence
from dataclasses import replace

from temporalio import activity
from temporalio.testing import WorkflowEnvironment

from activities.patience import Patience
from adapters.model.provider import Provider
from adapters.postgres.stores import Stores
from agents.support.card import CARD
from agents.support.store.customers import link
from domain.activity_calls import STAFF_QUEUE
from domain.conversation import Limits
from domain.staff import CloseRoom, Posted, StaffPost
from tests.agents.support.workflow.chat import SupportChat
from tests.local.waiting import eventually
from tests.workflows.stored import ModelReads


class HelpDesk(ModelReads, SupportChat):
    """``customer``: of the sample company."""

    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        stores: Stores,
        providers: Sequence[Provider],
        *,
        customer: str,
        locale: str = "en_MY",
        patience: Patience | None = None,
    ) -> None:
        super().__init__(
            env,
            limits,
            stores,
            locale,
            providers=providers,
            patience=patience,
            support_staff_chat=-100,
        )
        self.customer_id = customer
        self.room: dict[str, StaffPost] = {}
        """What staff see, by the names of posts."""
        support = self.agents[CARD.slug]
        room = {STAFF_QUEUE: (self.post_to_staff, self.remove_topic)}
        self.bring(replace(support, activities={**support.activities, **room}))

    @activity.defn
    async def post_to_staff(self, post: StaffPost) -> Posted:
        self.room[post.post] = post
        return Posted(ref="1")

    @activity.defn
    async def remove_topic(self, request: CloseRoom) -> Posted:
        del request
        return Posted()

    async def _introduce(self) -> None:
        async with self.stores.database.transaction() as connection:
            await link(connection, self.user_id, self.customer_id, "sample")

    async def posted(self, topic: str, **parts: object) -> StaffPost:
        """Waits until staff see a post of this topic whose content has these values."""

        def found() -> list[StaffPost]:
            return [
                post
                for post in self.room.values()
                if post.topic == topic
                and isinstance(post.content, dict)
                and parts.items() <= post.content.items()
            ]

        await eventually(found)
        return found()[-1]
