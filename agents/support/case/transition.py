"""One transition of a case: the new state, and what is told, shown and recorded because of it."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from agents.support import staff_posts
from agents.support.activity_calls import TicketEvent
from agents.support.case import staff_card
from agents.support.case.effects import Effect, Reckon, RecordEvent, Show, Tell
from agents.support.case.ticket_case import TicketCase
from agents.support.replies import TicketTold
from agents.support.tickets import Urgency
from domain.replies import Choice, Content, File, Notice
from domain.staff import StaffAnswer, StaffMember, StaffPost


class Moved(NamedTuple):
    """The new case, what is to be done about it, and what an act is answered."""

    case: TicketCase
    effects: tuple[Effect, ...] = ()
    answer: StaffAnswer | None = None


class Transition:
    """A transition under way, on a copy of the case. ``cause`` names it: what it brings about has
    ids made of that, so that the same message or act twice is one thing outside as well.
    """

    def __init__(self, case: TicketCase, cause: str, at: datetime) -> None:
        self.case = case.model_copy()
        self.cause = cause
        self.at = at
        self._effects: list[Effect] = []

    def finish(self, answer: StaffAnswer | None = None) -> Moved:
        return Moved(self.case, tuple(self._effects), answer)

    def do(self, effect: Effect) -> None:
        self._effects.append(effect)

    def tell(self, content: Content, name: str, choices: Sequence[Choice] = ()) -> None:
        """Tells the customer."""
        notice = Notice(
            id=f"{self.case.id}/{name}/{self.cause}",
            topic=content.topic,
            content=content.model_dump(mode="json"),
            task_id=self.case.start.card.task_id or None,
            choices=tuple(choices),
        )
        self.do(Tell(notice=notice))

    def tell_change(self, what: str) -> None:
        """Tells the customer how the ticket stands now; ``what`` as of ``TicketTold``."""
        self.tell(TicketTold(card=self.case.card, what=what), f"told/{what}")

    def show(
        self,
        name: str,
        content: Content,
        choices: Sequence[Choice] = (),
        *,
        files: Sequence[File] = (),
        aloud: bool = False,
    ) -> None:
        """Shows staff a post."""
        post = StaffPost(
            case=self.case.id,
            post=name,
            title=staff_card.title_of(self.case),
            topic=content.topic,
            content=content.model_dump(mode="json"),
            choices=tuple(choices),
            files=tuple(files),
            owner=self.case.start.user_id if files else "",
            aloud=aloud,
        )
        self.do(Show(post=post))

    def show_card(self) -> None:
        card, buttons = staff_card.card_of(self.case), staff_card.buttons_of(self.case)
        self.show(staff_posts.CARD, card, buttons)

    def show_change(self, what: str, by: str = "", value: str = "", *, aloud: bool = False) -> None:
        """Shows staff that somebody or a clock changed the ticket; ``what`` as of ``Changed``."""
        content = staff_posts.Changed(what=what, by=by, value=value)
        self.show(f"changed/{self.cause}", content, aloud=aloud)
        self.show_card()

    def record(self, kind: str, actor: str, **parts: object) -> None:
        case = self.case
        values = {
            "event_id": f"{case.id}/{kind}/{self.cause}",
            "customer_id": case.start.customer_id,
            "ticket_id": case.start.ticket_id,
            "kind": kind,
            "actor": actor,
            "at": self.at,
            "status": case.status,
            "urgency": case.urgency,
            "assignee": case.holder,
            **parts,
        }
        self.do(RecordEvent(event=TicketEvent.model_validate(values)))

    def announce(
        self, what: str, by: StaffMember | None = None, *, told: str = "", kind: str = ""
    ) -> None:
        """Tells the customer, shows staff and records the same; ``by`` None: a clock."""
        self.tell_change(told or what)
        self.show_change(what, by.name if by else "")
        self.record(kind or what, by.id if by else "clock")

    def reckon(self, *, fresh: bool = False, tell: bool = False) -> None:
        """Asks when the clocks run out; until that is known, nothing falls due."""
        case = self.case
        case.reckonings += 1
        case.first, case.resolution = case.first.unknown(), case.resolution.unknown()
        self.do(
            Reckon(
                at=self.at,
                urgency=case.urgency,
                resolve_runs=case.resolve_runs,
                fresh=fresh,
                cause=self.cause,
                tell=tell,
                number=case.reckonings,
            )
        )

    def change_urgency(self, urgency: Urgency) -> None:
        """What was announced is announced anew: another time holds."""
        case = self.case
        case.urgency = urgency
        case.first, case.resolution = case.first.unannounced(), case.resolution.unannounced()
