"""The workflow of a request that waits for approval, as tools and its activity know it."""

from datetime import timedelta

from domain.activity_calls import ActivityCall, Retries
from domain.messages import Frozen

WORKFLOW = "purchase_approval"
LOOK_AGAIN = "look_again"
"""Name of its signal."""


def case_id(number: int) -> str:
    return f"{WORKFLOW}:{number}"


class ApprovalStart(Frozen):
    """Of the request with this number."""

    number: int


class LookAgain(Frozen):
    """Something happens to the request."""


class FollowRequest(Frozen):
    """``times`` counts the working days for which it waits."""

    number: int
    times: int = 0


class Followed(Frozen):
    """``over``: nothing more will be told of it. Else it is looked at again after ``wait``."""

    over: bool = False
    wait: timedelta = timedelta(days=1)


FOLLOW_REQUEST = ActivityCall(
    "follow_purchase_request", FollowRequest, Followed, retries=Retries.FOREVER
)
"""It never gives up: somebody waits for an answer."""
