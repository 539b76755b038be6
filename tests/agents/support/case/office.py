"""Around a ticket's workflow, in memory: the customer's chat, the staff's room, the rows.

The workflow, its case, the clocks and the policy are the real ones. What an outside part keeps is
keyed as the real ones key it, so that what is done twice is seen.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pydantic import BaseModel
from temporalio import activity
from temporalio.api.enums.v1 import EventType
from temporalio.client import Client, WorkflowHandle
from temporalio.exceptions import ApplicationError
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Replayer, Worker

from activities.deliver import Deliver
from adapters.temporal import data_converter
from agents.parts import AgentParts
from agents.support.activities.incidents import Incidents
from agents.support.activities.passing import Passing
from agents.support.activity_calls import (
    ArticleDraft,
    CaseRules,
    CaseStart,
    CustomerSaid,
    DraftRequest,
    FindIncidentRequest,
    Hours,
    HoursRequest,
    IncidentAct,
    IncidentFound,
    IncidentReached,
    LookedUp,
    LookUpRequest,
    MergeRequest,
    MergeResult,
    Nothing,
    Passed,
    PassRequest,
    TicketEvent,
    ToCustomerRequest,
    TranslatedText,
    TranslateRequest,
)
from agents.support.business_hours import Calendar, Plan, Policy
from agents.support.card import CARD, TicketCard
from agents.support.case.ticket_case import TicketCase, case_id
from agents.support.knowledge.drafting import ruled_draft
from agents.support.policy import USUAL_HOURS
from agents.support.staff_posts import StaffAction
from agents.support.store.incidents import LinkedTicket
from agents.support.store.tickets import MergeTarget
from agents.support.ticket_workflow import TicketWorkflow
from agents.support.tickets import (
    AgentState,
    CustomerInfo,
    ExtractedInfo,
    RecommendedAction,
    SupervisorDecision,
    Ticket,
    Ticketed,
    TicketStatus,
    TicketSummary,
    TicketType,
    TranslationResult,
    TriageResult,
    Urgency,
)
from domain.activity_calls import CHANNEL_FILES_QUEUE, MAIN_QUEUE, MODEL_QUEUE, STAFF_QUEUE
from domain.attachments import FetchRequest
from domain.conversation import Limits
from domain.messages import Attachment
from domain.replies import NOTICE_SHOWN, Delivered, Delivery, Notice, NoticeShown
from domain.staff import (
    EDIT,
    SAY,
    STAFF_ACT,
    CloseRoom,
    Posted,
    StaffAct,
    StaffAnswer,
    StaffMember,
    StaffPost,
)
from domain.timetables import Timetable
from domain.understanding import Person
from tests.given import given_id
from tests.local.waiting import eventually
from tests.workflows.chat import Activities, Chat
from tests.workflows.sandboxed import shared_sandbox

BERLIN = ZoneInfo("Europe/Berlin")
POLICY = Policy(Plan(Calendar(BERLIN, USUAL_HOURS)))

MIA = StaffMember(id="telegram:1", name="Mia")
BEN = StaffMember(id="telegram:2", name="Ben")


class Office:
    """One ticket and all that is around it."""

    def __init__(self, env: WorkflowEnvironment) -> None:
        self.env = env
        self.client: Client = env.client
        self.rules = CaseRules(staff_chat=True, oncall=("@boss",))
        self.customer_id = f"CUST-{given_id()}"
        self.ticket_id = "TKT-7K2M9Q4D"
        self.chat: dict[str, Notice] = {}
        """What the customer's chat shows, by the ids of notices."""
        self.room: dict[str, StaffPost] = {}
        """What staff see, by the names of posts; what is said aloud as well."""
        self.events: dict[str, TicketEvent] = {}
        self.translations: dict[str, str] = {}
        self.merge_refused = ""
        """Why no ticket can be merged into another one."""
        self.same = IncidentFound()
        """What is found when a ticket is opened."""
        self.linked: list[LinkedTicket] = []
        """All tickets of the incident."""
        self.may_draft = asyncio.Event()
        """Until it is set, an article is being drafted."""
        self.may_draft.set()
        self.drafted: list[DraftRequest] = []
        """What articles were drafted from."""
        self.gone = False
        """The customer blocked the bot."""
        self.looked_up: CustomerInfo | None = CustomerInfo(plan="enterprise")
        """None: the look-up fails."""
        self.failures: Counter[str] = Counter()
        """Attempts of an activity that fail from now on, by its name."""
        self.lost: Counter[str] = Counter()
        """Attempts that do their work and fail then: their answer is lost."""
        self.attempts: Counter[str] = Counter()
        self.dying = False
        """No worker lives for two steps: each is taken by one that knows nothing but the history,
        and no activity lives to give its first answer."""
        self.acts = 0
        self.first_run = ""
        self.customers: CustomersChat | None = None
        """The customer's own chat, where it is a real conversation."""

    @property
    def passing(self) -> Passing:
        return Passing(self, self, POLICY, lambda: self.rules)

    @property
    def id(self) -> str:
        return case_id(self.customer_id, self.ticket_id)

    @property
    def handle(self) -> WorkflowHandle[TicketWorkflow, None]:
        return self.client.get_workflow_handle_for(TicketWorkflow.run, self.id)

    # Activities

    @asynccontextmanager
    async def attempt(self, name: str) -> AsyncIterator[None]:
        self.attempts[name] += 1
        if self.failures[name] > 0:
            self.failures[name] -= 1
            raise _OutageError(name)
        yield
        if self.lost[name] > 0:
            self.lost[name] -= 1
            raise _OutageError(name)
        if self.dying and activity.info().attempt == 1:
            raise _OutageError(name)

    @activity.defn
    async def business_hours(self, request: HoursRequest) -> Hours:
        async with self.attempt("business_hours"):
            return await self.passing.business_hours(request)

    @activity.defn
    async def note_event(self, event: TicketEvent) -> Nothing:
        async with self.attempt("note_event"):
            before = self.events.setdefault(event.event_id, event)
            assert before == event, "one id, two events"
        return Nothing()

    @activity.defn
    async def pass_to_customer(self, request: ToCustomerRequest) -> Nothing:
        async with self.attempt("pass_to_customer"):
            await self.passing.pass_to_customer(request)
        return Nothing()

    @activity.defn
    async def merge_tickets(self, request: MergeRequest) -> MergeResult:
        async with self.attempt("merge_tickets"):
            return await self.passing.merge_tickets(request)

    @activity.defn
    async def find_incident(self, request: FindIncidentRequest) -> IncidentFound:
        async with self.attempt("find_incident"):
            return await Incidents(self, self).find_incident(request)

    @activity.defn
    async def act_on_incident(self, request: IncidentAct) -> IncidentReached:
        async with self.attempt("act_on_incident"):
            return await Incidents(self, self).act_on_incident(request)

    @activity.defn
    async def pass_to_ticket(self, request: PassRequest) -> Passed:
        async with self.attempt("pass_to_ticket"):
            return await self.passing.pass_to_ticket(request)

    @activity.defn
    async def draft_article(self, request: DraftRequest) -> ArticleDraft:
        async with self.attempt("draft_article"):
            await self.may_draft.wait()
            self.drafted.append(request)
        return ruled_draft(request, "en")

    @activity.defn
    async def post_to_staff(self, post: StaffPost) -> Posted:
        async with self.attempt("post_to_staff"):
            self.room[post.post] = post
        return Posted(ref="1")

    @activity.defn
    async def remove_topic(self, request: CloseRoom) -> Posted:
        del request
        return Posted()

    @activity.defn
    async def translate_text(self, request: TranslateRequest) -> TranslatedText:
        async with self.attempt("translate_text"):
            text = self.translations.get(request.text)
        return TranslatedText(text=text or request.text, translated=text is not None, reason="off")

    @activity.defn
    async def fetch_attachment(self, request: FetchRequest) -> Attachment:
        async with self.attempt("fetch_attachment"):
            return request.attachment.model_copy(update={"sha256": "a" * 64})

    @activity.defn
    async def look_up_customer(self, request: LookUpRequest) -> LookedUp:
        async with self.attempt("look_up_customer"):
            assert request.customer_id == self.customer_id
        return LookedUp(customer_info=self.looked_up)

    # What the platform does for the real activities

    async def pass_on(
        self, workflow: str, case: str, start: BaseModel, signal: str, said: BaseModel
    ) -> None:
        await self.client.start_workflow(
            workflow,
            start,
            id=case,
            task_queue=MAIN_QUEUE,
            start_signal=signal,
            start_signal_args=[said],
        )

    async def keep_schedule(self, schedule: Timetable) -> None:
        raise NotImplementedError

    async def drop_schedule(self, schedule: str) -> None:
        raise NotImplementedError

    async def tell(self, conversation_id: str, user_id: str, notice: Notice) -> None:
        fresh = notice.id not in self.chat
        self.chat.setdefault(notice.id, notice)
        if self.customers is not None:
            assert (conversation_id, user_id) == (self.customers.id, self.customers.person.user_id)
            await self.customers.notify(notice)
            return
        if fresh and notice.reports_to:
            told = NoticeShown(
                notice_id=notice.id, shown=not self.gone, gone=self.gone, at=await self.time()
            )
            await self.client.get_workflow_handle(notice.reports_to).signal(NOTICE_SHOWN, told)

    async def merge(self, customer_id: str, ticket_id: str, into: str) -> MergeTarget | str:
        del ticket_id
        row = TicketSummary(customer_id=customer_id, ticket_id=into, subject="no refund", text="")
        return self.merge_refused or MergeTarget(row, "conversation:test:1")

    async def find(self, customer_id: str, ticket_id: str) -> IncidentFound:
        del customer_id, ticket_id
        return self.same

    async def take_act(self, request: IncidentAct) -> list[LinkedTicket]:
        return [each for each in self.linked if each.row.ticket_id != request.ticket_id]

    async def standing(self, customer_id: str, ticket_id: str) -> tuple[TicketStatus, str] | None:
        del customer_id, ticket_id
        last = [event for event in self.events.values() if event.status is not None]
        if not last or last[-1].status is None:
            return None
        return last[-1].status, last[-1].assignee or ""

    @property
    def activities(self) -> Activities:
        return {
            MAIN_QUEUE: (
                self.business_hours,
                self.look_up_customer,
                self.note_event,
                self.pass_to_customer,
                self.merge_tickets,
                self.find_incident,
                self.act_on_incident,
                self.pass_to_ticket,
            ),
            MODEL_QUEUE: (self.translate_text, self.draft_article),
            STAFF_QUEUE: (self.post_to_staff, self.remove_topic),
            STAFF_QUEUE + CHANNEL_FILES_QUEUE: (self.fetch_attachment,),
        }

    def workers(self) -> list[Worker]:
        return [
            Worker(
                self.client,
                task_queue=queue,
                workflows=(TicketWorkflow,) if queue == MAIN_QUEUE else (),
                activities=activities,
                workflow_runner=shared_sandbox(),
                max_cached_workflows=0 if self.dying else 1000,
                graceful_shutdown_timeout=timedelta(seconds=1),
            )
            for queue, activities in self.activities.items()
        ]

    # What people do

    async def time(self) -> datetime:
        return await self.env.get_current_time()

    async def skip(self, time: timedelta) -> None:
        """Nothing may be under way meanwhile: an activity would time out, and hold the clock."""
        await self.settled()
        await self.env.sleep(time)
        await self.settled()

    async def open(
        self,
        text: str = "I was charged twice",
        *,
        urgency: Urgency = Urgency.HIGH,
        status: TicketStatus = TicketStatus.OPEN,
        language: str = "en",
        suggested: str = "",
    ) -> None:
        message = Ticketed(id="test:1:1", text=text, at=await self.time())
        said = CustomerSaid(message=message, language=language)
        start = await self.start(message, urgency, status, language, suggested)
        await self.passing.pass_to_ticket(PassRequest(start=start, said=said))
        self.first_run = (await self.handle.describe()).run_id

    async def start(
        self,
        message: Ticketed,
        urgency: Urgency,
        status: TicketStatus,
        language: str,
        suggested: str,
    ) -> CaseStart:
        ticket = Ticket(customer_id=self.customer_id, ticket_id=self.ticket_id, messages=(message,))
        chat = self.customers
        person = chat.person if chat else Person(user_id="test:1", locale="en_MY")
        conversation = chat.id if chat else "conversation:test:1"
        state = AgentState(
            ticket=ticket,
            translation=TranslationResult(
                original_language=language,
                is_english=language == "en",
                translated_messages=(message.text,),
                original_messages=(message.text,),
            ),
            customer_info=self.looked_up,
            supervisor_decision=SupervisorDecision(
                urgency=urgency,
                ticket_type=TicketType.BILLING,
                reasoning="charged twice",
                requires_escalation=True,
            ),
            triage_result=TriageResult(
                urgency=urgency,
                extracted_info=ExtractedInfo(language=language),
                recommended_action=RecommendedAction.ESCALATE_HUMAN,
                suggested_response=suggested,
                reasoning="charged twice",
            ),
        )
        return CaseStart(
            customer_id=self.customer_id,
            ticket_id=self.ticket_id,
            user_id=person.user_id,
            conversation_id=conversation,
            person=person,
            card=TicketCard(task_id=f"{conversation}/support/4-abc", number=4, urgency=urgency),
            state=state,
            flags=() if self.looked_up else ("lookup_failed",),
            opened_at=message.at,
            status=status,
        )

    async def act(
        self,
        by: StaffMember,
        action: str,
        value: str = "",
        *,
        text: str = "",
        attachment: Attachment | None = None,
        ref: str = "",
        act_id: str = "",
    ) -> str:
        """What came of it, in the one word of ``posts.Answered``."""
        self.acts += 1
        act = StaffAct(
            id=act_id or f"telegram:-1:{self.acts}",
            by=by,
            at=await self.time(),
            action=action,
            value=value,
            text=text,
            attachment=attachment,
            ref=ref,
        )
        answer = await self.handle.execute_update(
            STAFF_ACT, act, id=act.id, result_type=StaffAnswer
        )
        assert isinstance(answer.content, dict)
        assert answer.applied == (answer.content["what"] == "done")
        return str(answer.content["what"])

    async def claim(self, by: StaffMember = MIA) -> str:
        return await self.act(by, StaffAction.CLAIM)

    async def says(self, by: StaffMember, text: str, ref: str = "m1") -> str:
        return await self.act(by, SAY, text=text, ref=ref)

    async def edits(self, by: StaffMember, text: str, ref: str = "m1") -> str:
        return await self.act(by, EDIT, text=text, ref=ref)

    async def customer(self, text: str = "", *, kind: str = "said", **more: object) -> CustomerSaid:
        self.acts += 1
        message = Ticketed(id=f"test:1:{kind}{self.acts}", text=text, at=await self.time())
        said = CustomerSaid.model_validate({"message": message, "kind": kind, **more})
        await self.handle.signal("customer_said", said)
        return said

    async def customer_answered(self, text: str, answer: str) -> CustomerSaid:
        """The customer writes something, and the bot has an article for it."""
        state = (await self.case()).state
        assert state.triage_result is not None
        update = {
            "recommended_action": RecommendedAction.AUTO_RESPOND,
            "suggested_response": answer,
        }
        result = state.triage_result.model_copy(update=update)
        found = state.model_copy(update={"triage_result": result})
        return await self.customer(text, kind="answered_by_bot", state=found)

    # What is seen

    async def case(self) -> TicketCase:
        return await self.handle.query(TicketWorkflow.case)

    def told(self, what: str = "") -> list[str]:
        """What the customer reads: words of people, and what they are told of the ticket."""
        found = []
        for notice in self.chat.values():
            content = notice.content
            assert isinstance(content, dict)
            name = notice.topic.rpartition(".")[2]
            words = str(content.get("text") or content.get("what") or "")
            found.append(f"{name}: {words}".rstrip(": "))
        return [each for each in found if what in each]

    def marks(self) -> dict[str, str]:
        """The marks on the messages of staff, by their refs."""
        return {post.ref: post.marks for post in self.room.values() if post.marks}

    def posted(self, topic: str, **parts: object) -> list[StaffPost]:
        """Posts of a topic whose content has these values."""
        return [
            post
            for post in self.room.values()
            if post.topic == f"support.staff_{topic}"
            and not post.marks
            and isinstance(post.content, dict)
            and parts.items() <= post.content.items()
        ]

    async def replay(self) -> None:
        """Replays the history of the ticket so far."""
        replayer = Replayer(
            workflows=[TicketWorkflow],
            workflow_runner=shared_sandbox(),
            data_converter=data_converter(None),
        )
        await replayer.replay_workflow(await self.handle.fetch_history())

    async def until(self, seen: Callable[[], object]) -> None:
        await eventually(seen)

    async def end(self) -> None:
        """An activity that is abandoned while it runs would hold the server's clock for good."""
        await self.settled()
        with suppress(RPCError):  # it has ended
            await self.handle.terminate()

    async def ended(self) -> None:
        """Its workflow is over. The clock stands still meanwhile: skipped while something is under
        way, it would fire the timers that are just being cancelled.
        """
        with self.env.auto_time_skipping_disabled():
            await self.handle.result()

    async def settled(self) -> None:
        await settled(self.handle)


async def settled(ticket: WorkflowHandle[TicketWorkflow, None]) -> None:
    """Waits until nothing of a ticket is left to be done outside. A time-skipping server loses the
    cancel of an activity that just ends, and then the task that asked for it.
    """

    async def quiet() -> bool:
        seen: Counter[str] = Counter()
        async for event in ticket.fetch_history_events():
            name = EventType.Name(event.event_type).removeprefix("EVENT_TYPE_")
            for kind in ("WORKFLOW_TASK", "ACTIVITY_TASK"):
                what = name.removeprefix(f"{kind}_")
                if what != name and what not in ("STARTED", "CANCEL_REQUESTED"):
                    seen[kind] += 1 if what == "SCHEDULED" else -1
        return not any(seen.values())

    await eventually(quiet)


class CustomersChat(Chat):
    """The customer's chat as the platform has it, up to the channel. Its workers die as the
    office's do.
    """

    cached = 0

    def __init__(self, office: Office) -> None:
        super().__init__(office.env, Limits(retry_delay=timedelta(milliseconds=10)))
        self.bring(AgentParts(CARD.slug, office.activities))
        self._office = office
        office.customers = self

    @activity.defn
    async def deliver(self, delivery: Delivery) -> Delivered:
        async with self._office.attempt("deliver"):
            return await Deliver(self.channel, self.transcript).deliver(delivery)

    def platform(self) -> Activities:
        return {**super().platform(), self.reply_queue: (self.deliver,)}


class _OutageError(ApplicationError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} fails", type="outage", next_retry_delay=timedelta(milliseconds=10)
        )


@asynccontextmanager
async def working(office: Office) -> AsyncIterator[Office]:
    """With workers for everything."""
    workers = office.workers()
    tasks = [asyncio.create_task(worker.run()) for worker in workers]
    try:
        yield office
    finally:
        for worker in workers:
            await worker.shutdown()
        await asyncio.gather(*tasks)
