"""What the conversation says about a call of this feature."""

from typing import ClassVar

from agents.contract import CallReply, failure_of
from agents.expenses.features.rates.tools import (
    CONVERT_AMOUNT,
    SET_RATE,
    TOOLS,
    ConvertedAmount,
    RateProblem,
    RateSet,
    RatesFound,
)
from agents.expenses.replies import Aside
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult


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
    problem: RateProblem
    currency: str = ""


UNCLEAR = {"rate": RateRefused(problem=RateProblem.UNCLEAR)}
CONTENTS = (RateWasSet, AmountWasConverted, RatesShown, RateRefused)


def reply(call: ToolCall, result: ToolResult) -> CallReply:
    """What the person sees of a call of one of this feature's tools."""
    if result.error is not None:
        return CallReply(_refused(result.error))
    if call.name == SET_RATE.name:
        return CallReply(RateWasSet(done=RateSet.model_validate(result.value)))
    if call.name == CONVERT_AMOUNT.name:
        return CallReply(AmountWasConverted(found=ConvertedAmount.model_validate(result.value)))
    return CallReply(RatesShown(found=RatesFound.model_validate(result.value)))


def _refused(error: ToolError) -> Content:
    if error.code is not ErrorCode.INVALID_ARGUMENTS:
        return failure_of(error)
    problem = RateProblem(str(error.facts.get("problem", RateProblem.UNCLEAR)))
    return RateRefused(problem=problem, currency=str(error.facts.get("currency", "")))


REPLIES = dict.fromkeys((tool.name for tool in TOOLS), reply)
