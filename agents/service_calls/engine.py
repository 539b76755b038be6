"""Runs a graph for one call: node after node, until one waits for the customer.

Everything that is known stands in the state, so that a fresh run goes on where the former one was.
Words that come while it works are taken in at the next node; a tool is never run again for them.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from pydantic import JsonValue
from temporalio import workflow

from agents.contract import Desk
from agents.service_calls import activity_calls, pressed
from agents.service_calls import context as ctx
from agents.service_calls.audit import Audit, unwritten, written
from agents.service_calls.context import ADDRESS, ASK, COURSE, EMAIL, NAME, PHONE
from agents.service_calls.exchange import (
    CallEnd,
    CallExchange,
    ChooseToolRequest,
    ExtractRequest,
    MatchRequest,
    NavigateRequest,
    Recognised,
    RecogniseRequest,
    RecordRequest,
    SayAndRecord,
    SayPart,
    SayRequest,
    ServiceToolResult,
    ServiceToolStatus,
    SummariseCallRequest,
    ToolRequest,
    Way,
    WithoutText,
    Worded,
)
from agents.service_calls.graph import (
    INTERNAL,
    SLOTS,
    ActName,
    Condition,
    GlobalCondition,
    Graph,
    Node,
    NodeToolCall,
    SayIf,
    Texts,
    ToolState,
    Waits,
    said_by,
    texts,
)
from agents.service_calls.next_node import (
    HANG_UP,
    By,
    Onward,
    asked_by,
    goodbye_of,
    hangs_up,
    holds,
    last_nodes,
    route,
    skipped,
)
from agents.service_calls.replies import CallWords, PhotoNoted
from agents.service_calls.state import (
    KEPT_EXCHANGES,
    KEPT_OF_WORDS,
    KEPT_QUESTIONS,
    ServiceCallState,
    ServiceLimits,
    Visit,
)
from agents.service_calls.tooling import request_for, took
from domain.failures import ActivityFailed
from domain.tasks import Injected

SHORT = 2
"""Words: a longer matter may be a whole sentence."""
UNWRITTEN = 30
"""Lines and changes that may wait for the next words, with which they are written."""
RECORDING = timedelta(seconds=15)
KEPT_OF_ASK = 200
"""Characters of a matter that was told in several messages."""
EXAMPLE = 400
"""Characters of a template that a model is shown."""
WHOLE_EXAMPLE = 600
"""Where the node has no text beside it."""


class CallRun:
    """One call at its desk."""

    def __init__(
        self,
        state: ServiceCallState,
        desk: Desk,
        graph: Graph,
        now: Callable[[], datetime] = workflow.now,
    ) -> None:
        self._now = now
        self.state = state
        self.graph = graph
        self._desk = desk
        self._limits = desk.own_limits(ServiceLimits)
        self.audit = Audit(state, self._limits.log)
        self._took = 0
        """Milliseconds of the node that was run last."""

    # What the customer says

    async def take_in(self, heard: Sequence[Injected]) -> None:
        """Notes what was said, and finds out what it does."""
        state = self.state
        for said in heard:
            if said.hung_up:
                state.gone = said.hung_up
            if said.attachment is not None:
                state.photos += 1
                self._desk.say(PhotoNoted())
            if said.text:
                state.unheard.append(said.text)
        if heard:
            state.spoken = self._desk.spoken
        if state.unheard:
            await self._recognise()

    async def _recognise(self) -> None:
        state = self.state
        words = tuple(state.unheard)
        request = RecogniseRequest(
            words=words,
            timezone=state.timezone,
            language=state.language,
            locale=self._desk.person.locale,
            region=self._limits.region,
            asked=self._asked(),
            options=state.options,
            proposed=state.proposed or state.booked,
            ask=ctx.text(state.context, ASK),
            booked=state.booked is not None,
        )
        told = await self._desk.call(
            activity_calls.RECOGNISE, request, activity_calls.RECOGNISE.name
        )
        state.unheard = state.unheard[len(words) :]
        state.words = [*state.words, *words]
        if not told.sure and self._desk.limits.has_model:
            found = await self._extracted(told, request)
            if found is None:
                # All of it is for somebody else: what was asked stays open, and nothing is known.
                state.words = state.words[: len(state.words) - len(words)]
                return
            told = found
        elif told.elsewhere and [each for each in words if self._desk.pass_on(each)]:
            state.words = state.words[: len(state.words) - len(words)]
            return
        elif told.elsewhere:
            told = told.model_copy(update={"acts": (ActName.CHITCHAT,)})
        fresh = [] if state.waiting else state.acts
        state.acts = [*fresh, *(act for act in told.acts if act not in fresh)]
        kept = {f for n in self.graph.nodes if n.extracts for f in n.expected_context_fields}
        state.told |= {f: v for f, v in told.values.items() if f in kept}
        state.problem = told.problem
        state.language, state.now = told.language, told.at
        state.question = told.question
        if told.question:
            state.questions = [*state.questions, told.question[:200]][-KEPT_QUESTIONS:]
        state.further = [*state.further, *told.further]
        self._keep_wish(told)
        if told.choice is not None and told.choice < len(state.options):
            state.chosen = state.options[told.choice]
        state.joined = not state.waiting and state.turn_nodes > 0
        state.answered, state.turn_nodes = state.waiting, 0
        ending = state.node is not None and hangs_up(self.graph.node(state.node))
        state.interrupted = ending and not state.waiting

    def _keep_wish(self, told: Recognised) -> None:
        """Whenever it is said: the time is sought when it is needed. What is wished now may have
        been unwelcome before.
        """
        state, wish = self.state, told.wish
        if wish is None and not told.avoid:
            return
        if wish is not None:
            state.wish = wish
            state.avoid = tuple(a for a in state.avoid if not a.from_ts <= wish.from_ts < a.to_ts)
        state.avoid = tuple(dict.fromkeys((*state.avoid, *told.avoid)))[-KEPT_QUESTIONS:]
        self._note_change("time_wish")

    async def _extracted(self, told: Recognised, heard: RecogniseRequest) -> Recognised | None:
        """What a model finds in words of which rules are not sure, and rules support. None where
        they are for somebody else, who has them now.
        """
        state, node, meanings = self.state, self._extraction(), self.graph.fields
        if node is None:
            return told
        fields = {f for n in self.graph.nodes if n.extracts for f in n.expected_context_fields}
        request = ExtractRequest(
            user_id=self._desk.person.user_id,
            task_id=state.task_id,
            step=state.steps,
            node=node.node_name,
            role=node.role,
            goal=node.node_goal,
            example=node.prompt_templates[:EXAMPLE],
            fields={
                f: known.description
                for f, known in meanings.items()
                if f in fields and not f.endswith("_flag")
            },
            words=heard.words,
            exchanges=self._exchanges(10),
            context=ctx.active(state.context),
            language=told.language,
            asked=heard.asked,
            recognised=told,
            options=state.options,
            timezone=heard.timezone,
            proposed=heard.proposed,
            wished=state.wish,
            summary=state.summary,
        )
        try:
            found = await self._desk.consider(
                activity_calls.EXTRACT, request, activity_calls.EXTRACT.name
            )
        except ActivityFailed as failure:
            workflow.logger.warning("extraction.failed", extra={"code": failure.code})
            return told
        if found is None:
            return told
        passed_on = [
            words for words in heard.words if found.elsewhere and self._desk.pass_on(words)
        ]
        if passed_on:
            return None
        acts = (ActName.CHITCHAT,) if found.elsewhere else found.acts or told.acts
        # A time or a price is no number that is too short.
        problem = told.problem if found.has_number and not found.elsewhere else ""
        values = {**told.values, **found.values}
        wish = found.wish or told.wish
        return told.model_copy(
            update={
                "values": values,
                "acts": acts,
                "problem": problem,
                "wish": wish,
                "question": told.question or found.question,
            }
        )

    def _extraction(self) -> Node | None:
        """The extraction node to which the call comes next by default, else the first one."""
        name, seen = self.state.node, set[str]()
        while name is not None and name not in seen:
            node = self.graph.node(name)
            if node.extracts:
                return node
            seen.add(name)
            name = node.default_next_node
        return next((node for node in self.graph.nodes if node.extracts), None)

    def _asked(self) -> str:
        """What the customer was asked last."""
        state = self.state
        if not state.waiting or state.node is None:
            return ""
        node = self.graph.node(state.node)
        if node.asks:
            return asked_by(node, state) or node.asks[-1]
        if state.options:
            return "choice"
        if isinstance(node.waits, Waits):
            return "more"
        offers = any(
            c.when is not None and c.when.said is ActName.AFFIRM for c in node.branching_conditions
        )
        return "time" if state.proposed is not None and offers else "need"

    # Nodes

    async def step(self) -> None:
        """Runs the node that is next, or finds the way on from the one that was answered."""
        state = self.state
        name = state.node
        if name is None:
            return
        node = self.graph.node(name)
        if state.waiting:
            await self._go_on(node, waited=True)
        elif hangs_up(node) and not await self._may_hang_up():
            return
        elif self._too_many():
            self._break_off(node)
        else:
            await self._run(node)

    async def _may_hang_up(self) -> bool:
        """Not before the goodbye was heard, nor when something else was said behind it. Words that
        no node answered are: a call ends with a goodbye.
        """
        state = self.state
        if state.words and not state.saying and not state.gone:
            self._say_unworded(self.graph.node(state.came_from), WithoutText.ENDS)
        if await self.speak():
            await self._desk.delivered()
        await self.take_in(self._desk.injected())
        interrupted, state.interrupted = state.interrupted, False
        if state.gone or not interrupted or ActName.GOODBYE in state.acts:
            self._desk.let_go(talking=True)
            return True
        before = self.graph.node(state.came_from)
        way = route(self.graph, state, before)
        if way.by is By.DEFAULT:
            way = Onward(
                node=state.last_waited, by=By.RULE, reason="said before the call was ended"
            )
        self._follow(before, way)
        return False

    def _too_many(self) -> bool:
        state, limits = self.state, self._limits
        whole = state.steps >= limits.nodes_per_call and not state.ending
        return whole or state.turn_nodes >= limits.nodes_per_turn

    def _break_off(self, node: Node) -> None:
        """More nodes than a turn or a call may have: back to where it waited, or to the end."""
        state = self.state
        workflow.logger.warning(
            "graph.too_many_nodes", extra={"task_id": state.task_id, "node": node.node_name}
        )
        ending = state.steps >= self._limits.nodes_per_call
        goal = (goodbye_of(self.graph) if ending else None) or state.last_waited
        state.turn_nodes, state.ending = 0, ending
        state.outcome = state.outcome or CallEnd.FAILED
        self._follow(node, Onward(node=goal or None, by=By.LIMIT, reason="graph.too_many_nodes"))

    def _enter(self, node: Node) -> None:
        state, name = self.state, node.node_name
        visit = state.visits.setdefault(name, Visit())
        visit.times += 1
        visit.in_a_row = visit.in_a_row + 1 if state.came_from == name else 1
        if state.came_from != name or state.tool_state is not ToolState.FAILED:
            visit.before, visit.at = visit.at, state.changes
        # else it tries again: what changed before it failed is still to be dealt with
        state.entered, state.calls_made, state.tool_state = name, 0, None
        state.steps += 1
        state.turn_nodes += 1
        if node.asks:
            state.options = ()  # what was to be chosen from is over when something else is asked
        self._merge({ctx.PATH: [name]}, "engine")
        self.audit.iteration_started(node, self.graph)

    async def _run(self, node: Node) -> None:
        state, resumed = self.state, self.state.entered == node.node_name
        if not resumed:
            self._enter(node)
        began, before = self._now(), dict(state.context)
        if skipped(node, state):
            self._unsay(node, resumed=resumed)
            await self._go_on(node)
            return
        if node.replies:
            await self._reply(node, resumed=resumed)
        elif node.node_action == INTERNAL:
            await self._internal(node)
        elif node.extracts:
            await self._extract(node)
        elif node.calls:
            await self._call_tools(node)
            state.visits[node.node_name].at = state.changes  # its own changes are none for it
        elif node.tools and not state.calls_made:
            await self._choose_tool(node)
        self._flag(node)
        self._took = round((self._now() - began).total_seconds() * 1000)
        self.audit.result(node, ctx.changed(before, state.context))
        if not state.waiting:
            await self._go_on(node)

    async def _reply(self, node: Node, *, resumed: bool) -> None:
        state = self.state
        if node.waits and state.joined and (state.acts or state.told):
            state.waiting = state.answered = True  # what was said meanwhile goes first
            self._unsay(node, resumed=resumed)
        elif not resumed:
            self._to_say(node)
        if node.waits and not state.waiting and not await self._takes_up_further(node):
            await self._put(node)

    async def _takes_up_further(self, node: Node) -> bool:
        """Whether a matter that was named beside the one that is booked now is next."""
        state = self.state
        if not (state.further and state.booked and isinstance(node.waits, Waits)):
            return False
        if not await self.speak():
            return False
        state.told[ASK], state.acts = state.further.pop(0), [ActName.NEW_ISSUE]
        return True

    def _flag(self, node: Node) -> None:
        flags: dict[str, JsonValue] = {
            field: 1 for field in node.expected_context_fields if field.endswith("_flag")
        }
        self._merge({ctx.FLAGS: flags}, node.node_name)

    async def _go_on(self, node: Node, *, waited: bool = False) -> None:
        way = route(self.graph, self.state, node, waited=waited)
        judged = way.intents and self.state.words  # silence means nothing that could be judged
        if self._desk.limits.has_model and (judged or self.graph.navigator == "always"):
            way = await self._navigated(node, way)
        if waited:
            self.state.waiting = self.state.answered = False
        self._follow(node, way)
        if way.stays:
            await self._put(node)

    def _follow(self, node: Node, way: Onward) -> None:
        """Takes a way: uses up its acts, takes on what it sets, says what it says."""
        state = self.state
        state.acts = [act for act in state.acts if act not in way.used]
        if way.node is not None and ActName.NEW_ISSUE in way.used:
            self._new_matter()
        for condition in way.talk:
            self._set(condition)
            if condition.repeats:
                self._say_again(node)
            self._say_texts(node, condition.say, fixed=condition.words == "fixed")
        if way.condition is not None:
            self._set(way.condition)
            if isinstance(way.condition, GlobalCondition):
                fixed = way.condition.words == "fixed"
                self._say_texts(node, way.condition.say, fixed=fixed)
        self._merge({ctx.NEXT: way.node or ""}, "engine")
        self.audit.navigated(node, way, self._took)
        state.came_from = node.node_name
        state.entered = node.node_name if way.stays else ""
        if not way.stays:
            state.node = way.node
            if goodbye_of(self.graph) == way.node:
                state.acts = []  # what is said from now on is said behind the goodbye
            return
        if not any(condition.repeats for condition in way.talk):
            self._to_say(node, again=True)

    def _set(self, condition: Condition) -> None:
        state = self.state
        for name, value in condition.sets.items():
            if name == "outcome":
                state.outcome = CallEnd(value)
            elif name == "priority":
                state.priority = value
            else:
                state.options = () if name == ctx.SERVICE else state.options
                self._merge({name: value}, "engine")

    def _new_matter(self) -> None:
        """Files the matter that a task was made for; the customer stays who they are. What waits
        for tools to be back is one matter with the further one.
        """
        state = self.state
        if not ctx.text(state.context, "task_id"):
            ask, more = ctx.text(state.context, ASK), state.told.get(ASK)
            if state.later_from and ask and more:
                state.told[ASK] = f"{ask}, {more}"
            return
        matter, state.context = ctx.filed(state.context, self.graph)
        if state.booked is None:
            matter.pop("appointment_details", None)  # it was cancelled
        state.issues.append(matter)
        for visit in state.visits.values():
            visit.times = 0
        if state.booked is not None:
            state.ends = max(filter(None, (state.ends, state.booked.to_ts)))
        state.proposed = state.booked = state.wish = None
        state.avoid = ()
        state.wish_missed, state.chosen, state.options = False, "", ()
        state.unknown.clear()
        state.priority = "normal"
        if state.outcome is not CallEnd.UNCONFIRMED:
            state.outcome = None
        self._merge({COURSE: "next_issue"}, "engine")

    async def _navigated(self, node: Node, way: Onward) -> Onward:
        """What a model makes of it where no rule decides; ``always``: only to compare."""
        state = self.state
        offered = {c.child_node: c for c in node.branching_conditions if c.child_node}
        ways = [
            Way(node=name, role=other.role, goal=other.node_goal, condition=c.condition)
            for name, c in offered.items()
            if (other := self.graph.node(name))
        ]
        request = NavigateRequest(
            user_id=self._desk.person.user_id,
            task_id=state.task_id,
            step=state.steps,
            node=node.node_name,
            ways=tuple(ways),
            default=node.default_next_node,
            exchanges=self._exchanges(3),
            context=ctx.active(state.context),
            flags=_mapping(state.context.get(ctx.FLAGS)),
            path=_names(state.context.get(ctx.PATH)),
            words=tuple(state.words),
            persona=self._persona("node_navigator_agent"),
            summary=state.summary,
        )
        try:
            doing = activity_calls.NAVIGATE.name
            told = await self._desk.consider(activity_calls.NAVIGATE, request, doing)
        except ActivityFailed as failure:
            workflow.logger.warning("navigator.failed", extra={"code": failure.code})
            return way
        meant = {c.child_node: c for c in way.intents}
        if told is None or way.by is not By.DEFAULT or told.next_node_to_go_to not in meant:
            return way
        chosen = meant[told.next_node_to_go_to]
        return Onward(
            node=chosen.child_node,
            by=By.INTENT,
            reason=told.reason or chosen.condition,
            condition=chosen,
            talk=way.talk,
            used=way.used,
        )

    # Nodes that say something

    def _to_say(self, node: Node, *, again: bool = False) -> None:
        state = self.state
        asks = asked_by(node, state)
        said = self._if(node.say_if, node)
        if said is None:
            said = said_by(node, asks)
            if node.leaves_words(asks):
                self._say_unworded(node, self._without_words(node, asks), asks)
        visit = state.visits.setdefault(node.node_name, Visit())
        self._say_texts(node, said, visit=visit.times + again, asks=asks)

    def _without_words(self, node: Node, asks: str) -> WithoutText:
        if asks:
            return WithoutText.ASKS
        if node.node_name in last_nodes(self.graph):
            return WithoutText.ENDS
        return WithoutText.WAITS if node.waits else WithoutText.PASSES

    def _say_unworded(self, node: Node, kind: WithoutText, asks: str = "") -> None:
        field = self.graph.fields.get(asks)
        part = SayPart(
            node=node.node_name,
            texts=(),
            fixed=node.words == "fixed",
            role=node.role,
            goal=node.node_goal,
            example=node.prompt_templates[:WHOLE_EXAMPLE],
            asks=asks,
            unworded=kind,
            about=(field.description if field else "") or asks.replace("_", " "),
        )
        self.state.saying = [*self.state.saying, part]

    def _if(self, choices: Sequence[SayIf], node: Node) -> Texts | None:
        for choice in choices:
            if holds(choice.when, self.state, node.node_name):
                return choice.say
        return None

    def _say_texts(
        self,
        node: Node,
        said: Texts,
        *,
        visit: int = 1,
        asks: str = "",
        fixed: bool = False,
    ) -> None:
        wording = texts(said, self.language)
        if wording:
            part = SayPart(
                node=node.node_name,
                texts=wording,
                visit=visit,
                fixed=fixed or node.words == "fixed",
                role=node.role,
                goal=node.node_goal,
                example=node.prompt_templates[:EXAMPLE],
                asks=asks,
            )
            self.state.saying = [*self.state.saying, part]

    def _unsay(self, node: Node, *, resumed: bool = True) -> None:
        state = self.state
        if resumed:
            state.saying = [part for part in state.saying if part.node != node.node_name]

    def _say_again(self, node: Node) -> None:
        state = self.state
        if state.said_last:
            last = (" ".join(state.said_last),)
            state.saying = [*state.saying, SayPart(node=node.node_name, texts=last, fixed=True)]

    @property
    def language(self) -> str:
        return self.state.language or "en"

    async def _put(self, node: Node) -> None:
        """Says what is to be said, and waits. Words that come while it is put into words answer
        the node as it is: its question is not said then.
        """
        state = self.state
        self._take_what_is_told()
        if not await self.speak():
            self._unsay(node)
        state.waiting, state.last_waited, state.entered = True, node.node_name, ""

    async def speak(self) -> bool:
        """Words what is to be said, and says it. False when the customer said something meanwhile:
        then it is worded again, later.
        """
        state = self.state
        if not state.saying:
            return True
        request = self._say_request()
        said = await self._worded(request)
        if said is None:
            return False
        state.saying = []
        if said.texts:
            self._say(said)
        return True

    async def _worded(self, request: SayRequest) -> Worded | None:
        """None when words came meanwhile. By rules where no model is, or none answers."""
        free = any(not part.fixed for part in request.parts)
        if free and self._desk.limits.has_model:
            try:
                return await self._desk.consider(
                    activity_calls.WORD, request, activity_calls.SAY.name
                )
            except ActivityFailed as failure:
                workflow.logger.warning("words.failed", extra={"code": failure.code})
        record = self._unwritten()
        both = SayAndRecord(say=request, record=record)
        told = await self._desk.call(activity_calls.SAY, both, activity_calls.SAY.name)
        if told.recorded and record is not None:
            written(self.state, record)
        return told.said

    def _say(self, said: Worded) -> None:
        state = self.state
        customer, agent = " ".join(state.words), " ".join(said.texts)
        exchange: JsonValue = {
            "customer": customer[:KEPT_OF_WORDS],
            "agent": agent[:KEPT_OF_WORDS],
        }
        known = state.context.get(ctx.EXCHANGES)
        earlier = known if isinstance(known, list) else []
        state.context[ctx.EXCHANGES] = [*earlier, exchange][-KEPT_EXCHANGES:]
        self.audit.turn(customer, agent, said.by, said.refused)
        state.words, state.said_last = [], list(said.texts)
        node = self.graph.node(state.node or state.came_from)
        told = CallWords(texts=said.texts, at_node=node.node_name, goodbye=hangs_up(node))
        self._desk.say(told, pressed.options(state.task_id, state.options))

    def _say_request(self) -> SayRequest:
        state = self.state
        matters = [_in_short(each) for each in (*state.issues, state.context)]
        return SayRequest(
            user_id=self._desk.person.user_id,
            task_id=state.task_id,
            step=state.steps,
            parts=tuple(state.saying),
            language=self.language,
            timezone=state.timezone,
            now=state.now,
            context=ctx.active(state.context),
            proposed=state.proposed,
            booked=state.booked,
            options=state.options,
            matters=tuple(matter for matter in matters if matter),
            exchanges=self._exchanges(5),
            persona=self._persona("worker_reply_agent"),
            words=tuple(state.words),
            confirmed=tuple(state.confirmed),
            summary=state.summary,
            question=state.question,
        )

    def _persona(self, profile: str) -> str:
        """Who speaks, in a line."""
        own = getattr(self.graph.agent_profile, profile)
        who = ctx.text(self.state.context, "who_are_you")
        return " ".join(filter(None, (who, own.role, *own.responsibilities)))[:400]

    def _exchanges(self, last: int) -> tuple[CallExchange, ...]:
        return tuple(
            CallExchange.model_validate(each) for each in ctx.exchanges(self.state.context, last)
        )

    # Nodes that work

    async def _extract(self, node: Node) -> None:
        """Takes in what the customer told of the node's fields."""
        state, fields = self.state, node.expected_context_fields
        known = {f: v for f, v in state.told.items() if f in fields}
        state.told = {f: v for f, v in state.told.items() if f not in fields}
        before = ctx.text(state.context, ASK)
        if known.get(ASK, before) != before:
            state.chosen, state.options, state.ask_before = "", (), before
        elif state.chosen:
            state.options = ()
        self._merge(known, node.node_name)
        used = {ActName.ISSUE, ActName.NEW_ISSUE} if ASK in fields else set()
        used |= {ActName.GIVES_DATA} if {PHONE, NAME, EMAIL} & set(fields) else set()
        state.acts = [act for act in state.acts if act not in used]

    def _take_what_is_told(self) -> None:
        """What the customer told of themselves and no node on the way took in: an address beside a
        wish for a time, another number beside a yes.
        """
        state = self.state
        told = {
            field: value
            for field, value in state.told.items()
            if field in {ADDRESS, EMAIL}
            or (field in {PHONE, NAME} and ctx.text(state.context, field))
        }
        state.told = {f: value for f, value in state.told.items() if f not in told}
        self._merge(told, "customer")

    async def _internal(self, node: Node) -> None:
        """Runs nothing; a summarizer puts older exchanges into a few sentences."""
        state = self.state
        if node.agent_profile_type != "summarizer":
            return
        request = SummariseCallRequest(
            user_id=self._desk.person.user_id,
            task_id=state.task_id,
            step=state.steps,
            exchanges=self._exchanges(KEPT_EXCHANGES),
            previous=state.summary,
            language=self.language,
        )
        if not request.exchanges or not self._desk.limits.has_model:
            return
        try:
            told = await self._desk.consider(
                activity_calls.SUMMARISE_CALL, request, activity_calls.SUMMARISE_CALL.name
            )
        except ActivityFailed as failure:
            workflow.logger.warning("summary.failed", extra={"code": failure.code})
            return
        if told is not None:
            state.summary = told.summary

    async def _call_tools(self, node: Node, *, later: bool = False) -> None:
        """The node's tools in their order; neighbours that are parallel side by side."""
        state = self.state
        waiting = list(node.calls[state.calls_made :])
        while waiting:
            batch = [waiting.pop(0)]
            while batch[0].parallel and waiting and waiting[0].parallel:
                batch.append(waiting.pop(0))
            wanted = [use for use in batch if self._wanted(use, node, later=later)]
            if any(use.tool in state.unknown for use in wanted):
                state.tool_state = ToolState.FAILED
                return
            results = await self._called_together(wanted)
            known = ctx.text(state.context, ctx.SERVICE)
            for use, result in zip(wanted, results, strict=True):
                self._take(use, result, node)
            for result in results:
                if result.offered and self._desk.limits.has_model:
                    await self._match(result, known, node)
            self._join_matters(known)
            if state.tool_state in {ToolState.FAILED, ToolState.CONFLICT, ToolState.AMBIGUOUS}:
                waiting = []
            state.calls_made = len(node.calls) - len(waiting)
        if not later:
            await self._say_of_tools(node)

    async def _called_together(self, wanted: Sequence[NodeToolCall]) -> Sequence[ServiceToolResult]:
        """One alone is awaited as it is: what it came to is taken in also when a cancel comes."""
        if len(wanted) == 1:
            return [await self._call(wanted[0])]
        return await asyncio.gather(*(self._call(use) for use in wanted))

    def _wanted(self, use: NodeToolCall, node: Node, *, later: bool) -> bool:
        if later and (SLOTS in use.results or any(a.slot for a in use.arguments.values())):
            return False  # nothing is booked when the customer is not there any more
        if "task_id" in use.results and ctx.missing(self.state.context):
            return False  # whatever a graph says: no task without a matter and a number
        return use.if_ is None or holds(use.if_, self.state, node.node_name)

    async def _call(self, use: NodeToolCall) -> ServiceToolResult:
        state, desk = self.state, self._desk
        now = state.now or self._now()
        request = request_for(use, self.graph, state, desk.person.user_id, now)
        return await self._called(request, use.tool)

    async def _called(self, request: ToolRequest, doing: str) -> ServiceToolResult:
        state = self.state
        state.pending = request
        try:
            result = await self._desk.call(activity_calls.CALL_TOOL, request, doing)
        except ActivityFailed as failure:
            result = ServiceToolResult(status=ServiceToolStatus.FAILED, code=failure.code)
        state.pending = None
        return result

    async def _match(self, result: ServiceToolResult, known: str, node: Node) -> None:
        """Where rules did not find just one of the items on offer, a model says which is meant."""
        state, desk = self.state, self._desk
        likely = (*result.candidates, known)
        asked = MatchRequest(
            user_id=desk.person.user_id,
            task_id=state.task_id,
            step=state.steps,
            wanted=ctx.text(state.context, ASK),
            services=tuple(sorted(result.offered, key=lambda item: item.name not in likely)),
            known=known,
            words=tuple(state.words),
            exchanges=self._exchanges(3),
        )
        try:
            told = await desk.consider(activity_calls.MATCH, asked, activity_calls.MATCH.name)
        except ActivityFailed as failure:
            workflow.logger.warning("matching.failed", extra={"code": failure.code})
            return
        if told is None or not told.names:
            return
        one = told.names[0] if len(told.names) == 1 else ""
        state.options = () if one else told.names
        state.tool_state = ToolState.OK if one else ToolState.AMBIGUOUS
        self._merge({result.sought: one}, node.node_name)

    def _take(self, use: NodeToolCall, result: ServiceToolResult, node: Node) -> None:
        state = self.state
        updates, meaning = took(use, result, state)
        self._merge(updates, node.node_name)
        self.audit.tool(node, use, result)
        worst = {ToolState.FAILED: 3, ToolState.CONFLICT: 3, ToolState.AMBIGUOUS: 2}
        if state.tool_state is None or worst.get(meaning, 1) >= worst.get(state.tool_state, 1):
            state.tool_state = meaning
        if SLOTS in use.results and ActName.PREFERS_TIME in state.acts:
            state.acts = [act for act in state.acts if act is not ActName.PREFERS_TIME]
        if result.status is ServiceToolStatus.UNKNOWN:
            state.outcome = CallEnd.UNCONFIRMED
        elif "cancel" in use.tool and result.status is ServiceToolStatus.OK:
            state.outcome = CallEnd.CANCELLED
        elif result.status is ServiceToolStatus.OK and state.booked is not None:
            state.outcome = None
        if meaning is ToolState.FAILED and use.tool != HANG_UP:
            state.later_from = node.node_name
        elif state.later_from == node.node_name:
            state.later_from = None
        if use.tool == HANG_UP:
            ended = meaning is ToolState.OK
            status = "success" if ended else "failed"
            self._merge({"hangup_status": status, "call_ended": ended or None}, node.node_name)

    def _join_matters(self, known: str) -> None:
        """Puts the earlier words for the matter before the newer ones where both are about the same
        service, so that the business reads both.
        """
        state, ask = self.state, ctx.text(self.state.context, ASK)
        service = ctx.text(state.context, ctx.SERVICE)
        if not state.ask_before or not service or state.options:
            return
        before, state.ask_before = state.ask_before, ""
        if service == known and ActName.DENY not in state.acts:
            room = max(0, KEPT_OF_ASK - len(ask))
            self._merge({ASK: f"{before[:room]}, {ask}"}, "engine")

    async def _say_of_tools(self, node: Node) -> None:
        """What is said of tools that ran; of failed ones at once, since more tries take their
        time.
        """
        said = self._if(node.say_if, node)
        if said is None:
            return
        self._say_texts(node, said, visit=self.state.visits[node.node_name].times)
        if self.state.tool_state is ToolState.FAILED:
            await self.speak()

    async def _choose_tool(self, node: Node) -> None:
        """A model chooses one of the node's tools; without one, none is called."""
        state = self.state
        if not self._desk.limits.has_model:
            state.tool_state = ToolState.EMPTY
            return
        request = ChooseToolRequest(
            user_id=self._desk.person.user_id,
            task_id=state.task_id,
            step=state.steps,
            node=node.node_name,
            role=node.role,
            goal=node.node_goal,
            example=node.prompt_templates[:EXAMPLE],
            tools=node.tools,
            context=ctx.active(state.context),
            words=tuple(state.words),
            summary=state.summary,
        )
        try:
            chosen = await self._desk.consider(
                activity_calls.CHOOSE_TOOL, request, activity_calls.CHOOSE_TOOL.name
            )
        except ActivityFailed:
            state.tool_state = ToolState.FAILED
            return
        if chosen is None or chosen.tool not in node.tools:
            state.tool_state = ToolState.EMPTY
            return
        server, _, tool = chosen.tool.partition(".")
        use = NodeToolCall(tool=tool, server=server, results=self._results_of(node))
        asked = request_for(use, self.graph, state, request.user_id, state.now or self._now())
        request_with = asked.model_copy(update={"arguments": chosen.arguments})
        result = await self._called(request_with, tool)
        self._take(use, result, node)
        state.calls_made = 1

    def _results_of(self, node: Node) -> dict[str, str]:
        """Fields that the node writes, from results of the same name."""
        own = [f for f in node.expected_context_fields if not f.endswith("_flag")]
        return {field: f"/{field}" for field in own}

    # The context

    def _merge(self, updates: Mapping[str, JsonValue], source: str) -> None:
        state = self.state
        new = ctx.merged(state.context, updates)
        for field in ctx.changed(state.context, new):
            self._note_change(field)
            self.audit.changed(field, state.context.get(field), new[field], source)
        state.context = new

    def _note_change(self, field: str) -> None:
        self.state.changes += 1
        self.state.changed_at[field] = self.state.changes

    # The record

    async def record(self) -> None:
        """Writes what did not go with the words; what cannot be written now goes with the next."""
        request = self._unwritten()
        if request is None or len(request.lines) + len(request.changes) < UNWRITTEN:
            return
        try:
            await self._desk.consider(
                activity_calls.RECORD_CALL,
                request,
                activity_calls.RECORD_CALL.name,
                within=RECORDING,
            )
        except ActivityFailed as failure:
            workflow.logger.warning("call.not_recorded", extra={"code": failure.code})
            return
        if not self._desk.has_injected:  # the words of the customer go first
            written(self.state, request)

    def _unwritten(self) -> RecordRequest | None:
        state = self.state
        return unwritten(state, self._desk) if state.lines or state.audit else None

    # After the call

    async def once_more(self) -> bool:
        """Runs what failed, tools alone and without times. Whether it worked."""
        state = self.state
        name = state.later_from
        while name is not None:
            node = self.graph.node(name)
            if node.replies or not node.calls:
                break
            state.tool_state, state.calls_made = None, 0
            visit = state.visits.setdefault(name, Visit())
            visit.in_a_row, state.came_from = 1, name
            await self._call_tools(node, later=True)
            if state.tool_state is ToolState.FAILED:
                state.later_from = name
                return False
            way = route(self.graph, state, node)
            name = way.node
        state.later_from = None
        return True


def outcome_of(state: ServiceCallState) -> CallEnd:
    """How a call ended, by what tools did and what was said."""
    told = state.outcome
    if told in {CallEnd.UNCONFIRMED, CallEnd.NO_CONTACT}:
        return told
    booked = state.booked is not None or any(
        ctx.text(each, "appointment_details") for each in state.issues
    )
    if booked:
        return CallEnd.BOOKED
    if told is not None and told is not CallEnd.FAILED:
        return told
    if state.context.get(COURSE) == "callback":
        return CallEnd.CALLBACK
    noted = state.later_from is not None and not ctx.missing(state.context)
    if ctx.text(state.context, "task_id") or noted or state.issues:
        return CallEnd.NOTED
    return told or CallEnd.ABANDONED


def _in_short(matter: ctx.Context) -> str:
    """A matter in a word or two: the customer's own, else the service's."""
    ask, service = ctx.text(matter, ASK), ctx.text(matter, ctx.SERVICE)
    return ask if len(ask.split()) <= SHORT or not service else service


def _mapping(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _names(value: JsonValue) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()
