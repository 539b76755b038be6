"""A stand-in conversation: notes what it was sent and answers each message with its words."""

from datetime import UTC, datetime, timedelta

from temporalio import activity, workflow

with workflow.unsafe.imports_passed_through():
    from activities.ports import Channel
    from domain.conversation import ConversationStart, ConversationState, ConversationStatus
    from domain.history import Entry, History, Speaker
    from domain.messages import Message
    from domain.replies import Delivered, Delivery, Reply
    from domain.topics import GeneralAnswer


@workflow.defn(name="conversation")
class StandIn:
    """Ends when it is told "end". A message "work" is never finished."""

    @workflow.init
    def __init__(self, start: ConversationStart) -> None:
        self.start = start
        self.messages: list[Message] = []
        self.handled: list[str] = []
        self.cancels: list[str] = []

    @workflow.run
    async def run(self, start: ConversationStart) -> list[str]:
        while True:
            await workflow.wait_condition(lambda: len(self.messages) > len(self.handled))
            message = self.messages[len(self.handled)]
            if message.text == "end":
                return self.cancels
            if start.chat_id == "home":
                await self._answer(message)
            self.handled.append(message.id)

    async def _answer(self, message: Message) -> None:
        answer = Reply(
            id=f"{workflow.info().workflow_id}/r{len(self.handled)}",
            topic=GeneralAnswer.topic,
            content={"text": f"You said {message.text}"},
        )
        delivery = Delivery(
            conversation_id=workflow.info().workflow_id,
            channel=self.start.channel,
            chat_id=self.start.chat_id,
            user_id=self.start.person.user_id,
            locale=self.start.person.locale,
            timezone=self.start.person.timezone,
            replies=(answer,),
        )
        await workflow.execute_activity(
            "deliver",
            delivery,
            task_queue=self.start.reply_queue,
            start_to_close_timeout=timedelta(seconds=10),
        )

    @workflow.signal
    def receive(self, message: Message) -> None:
        self.messages.append(message)

    @workflow.signal
    def cancel(self, reason: str = "") -> None:
        self.cancels.append(reason)

    @workflow.query
    def status(self) -> ConversationStatus:
        working = len(self.handled) < len(self.messages)
        return ConversationStatus(
            state=ConversationState.WORKING if working else ConversationState.IDLE,
            handled=tuple(self.handled),
            turns=len(self.messages),
        )

    @workflow.query
    def history(self) -> History:
        return History(
            entries=[
                Entry(speaker=Speaker.PERSON, text=m.text, at=m.sent_at) for m in self.messages
            ]
        )

    @workflow.query
    def received(self) -> list[Message]:
        return self.messages

    @workflow.query
    def started_with(self) -> ConversationStart:
        return self.start


class Deliver:
    """Shows each reply through the channel, and nothing else."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    @activity.defn
    async def deliver(self, delivery: Delivery) -> Delivered:
        shown = [await self._channel.show(delivery, reply) for reply in delivery.replies]
        return Delivered(replies=tuple(shown), at=datetime.now(UTC))
