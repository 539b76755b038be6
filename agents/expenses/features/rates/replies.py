"""What the conversation says about a call of this feature."""

from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.features.rates.tools import (
    TOOLS,
    ConvertedAmount,
    RateProblem,
    RateSet,
    RatesFound,
)
from agents.expenses.replies import Aside
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError


class RateWasSet(Aside):
    topic: ClassVar[str] = "expenses.rate.set"
    done: RateSet


class AmountWasConverted(Aside):
    topic: ClassVar[str] = "expenses.rate.converted"
    found: ConvertedAmount


class RatesShown(Aside):
    topic: ClassVar[str] = "expenses.rate"
    found: RatesFound


class RateRefused(Aside):
    """``currency``: the one that both are, where they are the same."""

    topic: ClassVar[str] = "expenses.rate.refused"
    problem: RateProblem = RateProblem.UNCLEAR
    currency: str = ""


UNCLEAR = {"rate": RateRefused()}
CONTENTS = (RateWasSet, AmountWasConverted, RatesShown, RateRefused)


def _tell(_call: ToolCall, found: RateSet | ConvertedAmount | RatesFound) -> CallReply:
    match found:
        case RateSet():
            return CallReply(RateWasSet(done=found))
        case ConvertedAmount():
            return CallReply(AmountWasConverted(found=found))
        case RatesFound():
            return CallReply(RatesShown(found=found))


def _refuse(_call: ToolCall, error: ToolError) -> Content | None:
    unclear = error.code is ErrorCode.INVALID_ARGUMENTS
    return RateRefused.model_validate(error.facts) if unclear else None


REPLIES = replies_of(TOOLS, _tell, _refuse)
