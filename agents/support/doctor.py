"""What ``steward doctor`` asks of this agent."""

from agents.support.policy import load_policy
from agents.support.settings import SupportSettings
from domain.errors import ConfigurationError
from domain.health import Finding, degraded, ok
from settings import load_settings

_STAFF, _POLICY = "support staff", "support policy"


async def check_staff() -> Finding:
    """Where people hear of tickets."""
    if SupportSettings.load().support_staff_chat is None:
        return ok(_STAFF, "no SUPPORT_STAFF_CHAT: people look at `steward tickets list`")
    return ok(_STAFF, "a chat is set")


async def check_policy() -> Finding:
    """Whether business hours and targets can be read."""
    own = SupportSettings.load()
    try:
        load_policy(own.policy_file, load_settings().default_timezone)
    except ConfigurationError as error:
        return degraded(_POLICY, str(error), "mend the file that SUPPORT_POLICY names")
    where = "of the file" if own.policy_file.exists() else "as usual, 9 to 18"
    return ok(_POLICY, f"business hours {where}")


CHECKS = {_STAFF: check_staff, _POLICY: check_policy}
"""By the name of what is checked."""
