"""What the conversation says about a call of a tool that is no feature's."""

from agents.contract import CallReply, failure_of
from agents.expenses import replies
from agents.expenses.questions import button
from agents.expenses.spending import Insight
from agents.expenses.tools import (
    EXPLAIN_WORDS,
    SUMMARISE_SPENDING,
    UNDO_LATEST,
    ExpensesTakenBack,
    LatestCards,
    LatestExpenses,
    WordsToExplain,
)
from domain.tools import ToolCall, ToolResult
from domain.topics import NothingToUndo, PressAction

MAX_RESTORE_BUTTONS = 6
"""Below rows that were taken back together; of more, each is brought back by its number."""


def reply_with_figures(call: ToolCall, result: ToolResult) -> CallReply:
    del call
    if result.error is not None:
        return CallReply(failure_of(result.error))
    return CallReply(replies.Spending(insight=Insight.model_validate(result.value)))


def explain_words(call: ToolCall, result: ToolResult) -> CallReply:
    if result.error is not None:
        return CallReply(failure_of(result.error))
    asked = WordsToExplain.model_validate_json(call.arguments)
    if asked.hint is None:
        assert asked.notice is not None  # noqa: S101 - checked with the arguments
        return CallReply(replies.NoExpense(notice=asked.notice))
    cards = LatestCards.model_validate(result.value).cards
    return CallReply(replies.Hinted(hint=asked.hint, heard=asked.name, cards=cards))


def list_taken_back(call: ToolCall, result: ToolResult) -> CallReply:
    if result.error is not None:
        return CallReply(failure_of(result.error))
    wanted = LatestExpenses.model_validate_json(call.arguments).count
    gone = ExpensesTakenBack.model_validate(result.value).cards
    removed = tuple(card.task_id for card in gone)
    choices = [button(PressAction.RESTORE, task_id) for task_id in removed]
    if not gone:
        return CallReply(NothingToUndo())
    if len(gone) == wanted == 1:
        return CallReply(replies.Deleted(card=gone[0]), choices, removed=removed)
    numbered = [
        choice.model_copy(update={"label": f"#{card.number}"})
        for choice, card in zip(choices, gone, strict=True)
    ]
    return CallReply(
        replies.DeletedTogether(cards=gone, wanted=wanted),
        numbered if len(numbered) <= MAX_RESTORE_BUTTONS else [],
        removed=removed,
    )


REPLIES = {
    SUMMARISE_SPENDING.name: reply_with_figures,
    EXPLAIN_WORDS.name: explain_words,
    UNDO_LATEST.name: list_taken_back,
}
