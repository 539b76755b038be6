"""Which agent a message is for, by the rules of all; then small talk. No key, no network."""

import re
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Protocol

from adapters.model.talk import judged_topic, summary_of, topic_of
from domain.preferences import LANGUAGES, WantedPreference
from domain.understanding import (
    RULES_ENGINE,
    Act,
    ActKind,
    Conversed,
    ConverseRequest,
    Said,
    Summarised,
    SummariseRequest,
    TaskPhase,
    Topic,
    UnderstandRequest,
    Understood,
)
from language.detection import languages
from language.meant import likeliest_of
from language.preferences import Certainty, PreferenceReading, preferences_in
from language.yes_no import begins_with_no, confirms, denies, says_yes_or_no

NAME = RULES_ENGINE
Acts = tuple[Act, ...]
_TELLING = frozenset({ActKind.OPEN, ActKind.DETAIL})
_JOINT = re.compile(
    r"\s*[;\n]\s*|\.\s+|,?\s(?:and|also|then|und|auch|dann|dan|lepas tu|&|\+)\s+", re.IGNORECASE
)
BETTER_BY_A_MODEL = frozenset(
    {Topic.NO_FREE_CHAT, Topic.REMARK, Topic.HOW_ARE_YOU, Topic.JOKE, Topic.UPSET, Topic.GOODBYE}
)
"""Topics to which a model, where there is one, finds better words."""
_REMEMBERED = 32
"""Readings: a model's answer is held against the one of rules, which was made a moment before."""
_MOST_JOINTS = 4
"""Places at which a message is taken apart to see whether it is for two agents."""


class AgentRules(Protocol):
    """What an agent's rules make of words. Raises nothing for any text."""

    def understand(self, request: UnderstandRequest) -> tuple[Act, ...]:
        """All acts of the open messages, in order; ``GENERAL`` for what concerns another."""

    def refuses(self, text: str) -> bool:
        """Whether a text asks for what this agent never does: others' data."""


class Rules:
    """Safe to share between tasks and threads. ``agents`` are by slug."""

    def __init__(self, agents: Mapping[str, AgentRules]) -> None:
        self._agents = agents
        self._left_to_models = deque[tuple[UnderstandRequest, Understood]](maxlen=_REMEMBERED)

    def understand(self, request: UnderstandRequest) -> Understood:
        """Each message by the agent whose rules are sure of it; the one that asks speaks first.

        A message that holds something for two agents ("bought coffee 5 and find blue pens") gives
        the acts of both, where its parts are sure. Of what rules are not sure of, and of mere talk
        that some rules may see more in, a model is to be asked.
        """
        request = request.model_copy(update={"settings": "", "next_task": None})
        for known, understood in tuple(self._left_to_models):
            if known == request:
                return understood
        understood = self._understand(request)
        if not understood.settled:
            self._left_to_models.append((request, understood))
        return understood

    def _understand(self, request: UnderstandRequest) -> Understood:
        read = {
            said.message_id: read for said in request.said if (read := _settings_in(said, request))
        }
        certain = {i for i, each in read.items() if _least(each).certainty is Certainty.EXPLICIT}
        left = request.model_copy(
            update={"said": tuple(s for s in request.said if s.message_id not in certain)}
        )
        theirs = self._of_agents(left) if left.said else ()
        speaks = _language_of(request)
        if not read:
            return Understood(acts=theirs, engine=NAME, settled=_sure(theirs), speaks=speaks)
        acts: list[Act] = []
        for said in request.said:
            own = () if said.message_id in certain else _about(theirs, said, left)
            settings = read.get(said.message_id, ())
            if settings and _leaves_setting(own, _least(settings), request):
                own = tuple(_to_set(setting, said) for setting in settings)
            acts.extend(own)
        return Understood(acts=tuple(acts), engine=NAME, settled=_sure(acts), speaks=speaks)

    def _of_agents(self, request: UnderstandRequest) -> Acts:
        slugs = tuple(card.slug for card in request.agents if card.slug in self._agents)
        if not slugs:
            ids = tuple(said.message_id for said in request.said)
            return (Act(kind=ActKind.GENERAL, message_ids=ids, reason="no agent is enabled"),)
        if len(slugs) == 1 and not _works(request):
            return self._agents[slugs[0]].understand(request)
        return self._of_all(request, slugs)

    def _of_all(self, request: UnderstandRequest, slugs: Sequence[str]) -> Acts:
        read = {slug: self._agents[slug].understand(request) for slug in slugs}
        chosen: list[Acts] = []
        settled: set[str] = set()
        # From the last on: an act of several messages counts with the last of them.
        for said in reversed(request.said):
            if said.message_id in settled:
                continue
            if answer := _answer_to_offer(said, request):
                chosen.insert(0, (answer,))
                continue
            offered = {slug: _about(acts, said, request) for slug, acts in read.items()}
            home = request.home or slugs[0]
            entered = _entered(offered, request, slugs, home)
            theirs = {slug: offered[slug] for slug in entered}
            best = _best(_leave_to_shown(theirs, offered, said, request), request)
            parted = None if best and _sure(best) else self._parted(request, said, slugs, entered)
            acts = parted or _to_enter(said.text, best, offered, entered, home) or best
            chosen.insert(0, _in_doubt(acts, said, request))
            settled.update(*(act.message_ids for act in acts))
        return tuple(act for acts in chosen for act in acts)

    def _parted(
        self,
        request: UnderstandRequest,
        said: Said,
        slugs: Sequence[str],
        entered: Sequence[str],
    ) -> Acts | None:
        """The acts of two agents, each sure of its part of a message; None when there are none. One
        that was not entered is asked about.
        """
        if said.edited or said.caption or said.reply_to_task is not None:
            return None
        for joint in list(_JOINT.finditer(said.text))[:_MOST_JOINTS]:
            halves = said.text[: joint.start()], said.text[joint.end() :]
            if not all(map(str.strip, halves)):
                continue
            one, other = (self._openings_in(request, said, half, slugs) for half in halves)
            if one and other and one[0].agent != other[0].agent:
                return tuple(
                    act.model_copy(update={"enters": act.agent not in entered})
                    for act in (*one, *other)
                )
        return None

    def _openings_in(
        self, request: UnderstandRequest, said: Said, half: str, slugs: Sequence[str]
    ) -> Acts:
        """What part of a message says that opens something; nothing where rules are not sure."""
        alone = request.model_copy(
            update={"said": (said.model_copy(update={"text": half.strip()}),)}
        )
        best = _best({slug: self._agents[slug].understand(alone) for slug in slugs}, request)
        opens = bool(best) and all(act.kind in _TELLING for act in best)
        return best if opens and _sure(best) else ()

    def converse(self, request: ConverseRequest) -> Conversed:
        """A topic. What rules have nothing to say about is left to a model, if there is one."""
        text = request.said.text
        topic = topic_of(text)
        if topic in {Topic.NO_FREE_CHAT, Topic.REMARK}:
            topic = judged_topic(text) or topic
        if topic is not Topic.REFUSAL and any(a.refuses(text) for a in self._agents.values()):
            topic = Topic.REFUSAL
        return Conversed(topic=topic, settled=topic not in BETTER_BY_A_MODEL)

    def summarise(self, request: SummariseRequest) -> Summarised:
        return Summarised(summary=summary_of(request.entries, request.previous))


def _language_of(request: UnderstandRequest) -> str:
    """The language of Steward's in which the messages clearly are, where the person has another."""
    own = request.person.locale.replace("-", "_").split("_", 1)[0].casefold()
    spoken = languages().clearly("\n".join(said.text for said in request.said), own)
    return spoken if spoken in LANGUAGES and spoken != own else ""


def _settings_in(said: Said, request: UnderstandRequest) -> Sequence[PreferenceReading]:
    """The settings that a message of its own asks for."""
    if said.edited or said.caption or said.reply_to_task is not None:
        return ()
    return preferences_in(said.text, request.person.currency)


def _least(settings: Sequence[PreferenceReading]) -> PreferenceReading:
    """The one of which it is least certain that it is asked for."""
    return min(settings, key=lambda setting: setting.certainty)


def _leaves_setting(own: Acts, setting: PreferenceReading, request: UnderstandRequest) -> bool:
    """Whether agents leave a message to the settings: nothing else can be meant, or they would at
    most change a finished task by it or guess what it is. An open question is answered first, where
    its agent finds an answer in it.
    """
    if setting.certainty is Certainty.EXPLICIT:
        return True
    if all(act.kind is ActKind.GENERAL for act in own):
        return request.open_question is None or setting.certainty is Certainty.PLAIN
    if request.open_question is not None:
        return False
    if setting.certainty is Certainty.PLAIN:
        return all(act.kind is ActKind.DETAIL or not act.sure for act in own)
    return not request.tasks and all(act.kind is ActKind.DETAIL for act in own)


def _to_set(setting: PreferenceReading, said: Said) -> Act:
    certain = setting.certainty is not Certainty.JUDGED
    wanted = WantedPreference(field=setting.field, value=setting.value)
    return Act(
        kind=ActKind.SET,
        details=wanted.model_dump(mode="json"),
        message_ids=(said.message_id,),
        sure=certain,
        likely=not certain,
        reason="asks for a setting",
    )


def _entered(
    offered: Mapping[str, Acts], request: UnderstandRequest, slugs: Sequence[str], home: str
) -> list[str]:
    """The agents that may take a message: the one that the channel is home to (the first one where
    none is), those that have a task in the chat, and those whose business it names.
    """
    open_tasks = {task.agent for task in request.tasks if task.phase is not TaskPhase.DONE}
    return [
        slug
        for slug in slugs
        if slug == home
        or slug in open_tasks
        or any(act.explicit and act.kind is ActKind.OPEN for act in offered[slug])
    ]


def _works(request: UnderstandRequest) -> bool:
    """Whether something new is worked on, as a photo that is read."""
    return any(task.phase is TaskPhase.WORKING for task in request.tasks)


def _leave_to_shown(
    theirs: Mapping[str, Acts],
    offered: Mapping[str, Acts],
    said: Said,
    request: UnderstandRequest,
) -> Mapping[str, Acts]:
    """Leaves words that point back and name nothing ("make it 3") to the agent that was shown last,
    by a reply or an offer of it: no other one changes what it has done by them, and none while
    something new is worked on. Where that agent reads nothing in them, either, the person is asked
    whether the change is meant.
    """
    slugs = {card.slug for card in request.agents}
    last = next((e.agent for e in reversed(request.history) if e.agent in slugs), None)
    shown = "" if _works(request) else request.offered or last
    if shown is None or said.edited or said.caption or said.reply_to_task is not None:
        return theirs
    done = {task.task_id for task in request.tasks if task.phase is TaskPhase.DONE}
    reads = any(
        act.kind is not ActKind.GENERAL and (shown in theirs or act.sure or act.likely)
        for act in offered.get(shown, ())
    )

    def leave(act: Act) -> Acts:
        if act.kind is not ActKind.DETAIL or act.explicit or act.task_id not in done:
            return (act,)
        asked_first = {"enters": True, "sure": False, "likely": False}
        return () if reads else (act.model_copy(update=asked_first),)

    return {
        slug: acts if slug == shown else tuple(left for act in acts for left in leave(act))
        for slug, acts in theirs.items()
    }


def _answer_to_offer(said: Said, request: UnderstandRequest) -> Act | None:
    """A yes or a no and nothing else, where the person was asked last whether an agent is meant."""
    if not request.offered or said.edited or said.caption or said.reply_to_task is not None:
        return None
    if not says_yes_or_no(said.text):
        return None
    return Act(
        kind=ActKind.DENY if denies(said.text) else ActKind.AFFIRM,
        message_ids=(said.message_id,),
        sure=True,
        reason="answers whether an agent is meant",
    )


def _to_enter(
    text: str, best: Acts, offered: Mapping[str, Acts], entered: Sequence[str], home: str
) -> Acts:
    """Returns the openings of another agent that is sure of them or takes them for likely; the
    person is asked whether they are meant. Of several agents it is the one that such messages are
    mostly for.

    Only where no entered agent knows more than talk, or one beside the home agent would open
    something that such messages are mostly not for. What does not answer the open question, and
    what an entered agent is sure of, is offered where another agent is sure of it. Nothing for
    plain small talk.
    """
    unclear = bool(best) and all(act.kind is ActKind.UNCLEAR for act in best)
    rival = {act.agent for act in best if act.kind is ActKind.OPEN} - {home}
    known = any(act.kind is not ActKind.GENERAL for act in best) or _sure(best)
    if not rival and not unclear and best and known:
        return ()
    takes_likely = not (unclear or (rival and _sure(best)))
    opening = {
        slug: acts
        for slug, acts in offered.items()
        if slug not in entered
        and acts
        and all(
            act.kind is ActKind.OPEN and (act.sure or (act.likely and takes_likely)) for act in acts
        )
    }
    sure = {act.agent for acts in (best, *opening.values()) if _sure(acts) for act in acts}
    likeliest = likeliest_of(text, {*opening, *rival}, sure) or next(iter(opening), "")
    return tuple(
        act.model_copy(update={"enters": True, "sure": False, "likely": False})
        for act in opening.get(likeliest, ())
    )


def _in_doubt(acts: Acts, said: Said, request: UnderstandRequest) -> Acts:
    """The acts, not sure where they open something for one agent by words that begin with a yes or
    a no while another one asks: "yes, get somebody on it" may be all an answer.
    """
    asking = next((t.agent for t in request.tasks if t.task_id == request.open_question), None)
    first = said.text.split()[:1]
    answers = begins_with_no(said.text) or any(map(confirms, first))
    others = all(act.kind is ActKind.OPEN and act.agent != asking for act in acts)
    if asking is None or not answers or not others:
        return acts
    return tuple(act.model_copy(update={"sure": False}) for act in acts)


def _sure(acts: Sequence[Act]) -> bool:
    return all(act.sure for act in acts)


def _about(acts: Acts, said: Said, request: UnderstandRequest) -> Acts:
    """Those that a message is the last one of; an act that names none is of the newest."""
    newest = request.said[-1].message_id
    return tuple(a for a in acts if (a.message_ids or (newest,))[-1] == said.message_id)


def _best(offered: Mapping[str, Acts], request: UnderstandRequest) -> Acts:
    """Of what each agent makes of a message: what is sure, the one that asks first; then what is
    not sure, in the same order; talk last, that which a model may know better first.
    """
    asking = next((t.agent for t in request.tasks if t.task_id == request.open_question), None)

    def rank(slug: str) -> int:
        acts = offered[slug]
        if all(act.kind is ActKind.GENERAL for act in acts):
            return 5 if _sure(acts) else 4
        if _sure(acts):
            return 0 if slug == asking else 1
        unclear = all(act.kind is ActKind.UNCLEAR for act in acts)
        return 2 if slug == asking and not unclear else 3

    told = [slug for slug, acts in offered.items() if acts]
    return offered[min(told, key=rank)] if told else ()
