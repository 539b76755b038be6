"""The staff of support, for the process that holds the Telegram bot."""

from adapters.postgres.pool import Database
from agents.staffed import Staffed
from agents.support.card import CARD
from agents.support.settings import SupportSettings
from agents.support.staff_posts import StaffAction
from agents.support.store.posts import PostgresStaffPosts
from agents.support.words.staff import STAFF_WORDS

COMMANDS = {StaffAction.MERGE.value: StaffAction.MERGE.value}
"""By their names: ``/merge TKT-…``."""


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
    )
