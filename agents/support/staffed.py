"""The staff of support, for the process that holds the Telegram bot."""

from functools import partial

from adapters.postgres.pool import Database
from agents.staffed import Staffed
from agents.support.card import CARD
from agents.support.settings import SupportSettings
from agents.support.staff_posts import ListedTicket, StaffAction, TicketList
from agents.support.store.lists import ListOrder, listed
from agents.support.store.posts import PostgresStaffPosts
from agents.support.tickets import TicketType
from agents.support.words.staff import STAFF_WORDS
from domain.staff import StaffAnswer, StaffMember

TICKETS_LISTED = 20
COMMANDS = {
    action.value: action.value
    for action in (StaffAction.MERGE, StaffAction.DRAFT, StaffAction.INCIDENT, StaffAction.ALL)
}
"""``/merge TKT-…``, ``/draft``, ``/incident`` and ``/all …``."""


async def list_tickets(database: Database, wanted: str, member: StaffMember) -> StaffAnswer:
    """Those under way; ``wanted`` may name a team, ``mine``, ``late`` and what comes first."""
    words = wanted.casefold().split()
    rows = await listed(
        database,
        queue=next((team for team in TicketType if team in words), None),
        assignee=member.name if "mine" in words else None,
        overdue="late" in words,
        order=next((order for order in ListOrder if order in words), ListOrder.DUE),
        limit=TICKETS_LISTED,
    )
    content = TicketList(tickets=tuple(map(ListedTicket.model_validate, rows)))
    return StaffAnswer(applied=True, topic=content.topic, content=content.model_dump(mode="json"))


def staff_chat(settings: SupportSettings | None = None) -> int | None:
    """Raises ``ConfigurationError``."""
    return (settings or SupportSettings.load()).support_staff_chat


def bind(database: Database, settings: SupportSettings | None = None) -> Staffed | None:
    """None where no chat is set: staff have the command line. Raises ``ConfigurationError``."""
    own = settings or SupportSettings.load()
    if own.support_staff_chat is None:
        return None
    return Staffed(
        slug=CARD.slug,
        chat=own.support_staff_chat,
        members=own.support_staff,
        locale=own.support_working_language,
        posts=PostgresStaffPosts(database),
        words=STAFF_WORDS,
        commands=COMMANDS,
        lists={"tickets": partial(list_tickets, database)},
    )
