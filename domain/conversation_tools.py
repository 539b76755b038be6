"""Tools that the conversation itself carries out: the platform's own, and what the others give.

Words and commands do the same without a tool call; programs call these by name.
"""

from pydantic import Field, JsonValue

from domain.commands import Command
from domain.messages import Frozen
from domain.preferences import PreferenceField
from domain.tools import Arguments, Effect, NoArguments, Tool

_MAX_VALUE = 100


class CallOutcome(Frozen):
    """What a call has begun. What becomes of it later, the replies of the conversation say."""

    task_id: str = ""
    """The task that it opened or changed; empty where it concerns none."""
    number: int = 0
    """What the person calls the task: 3 for "#3"; 0 where it has no number."""
    known: JsonValue = None
    """What is known of the task so far, as its agent names it."""
    missing: tuple[str, ...] = ()
    """What the person is still asked for."""


class TaskSelection(Arguments):
    number: int | None = Field(
        None, ge=1, le=1_000_000, description="12 for #12; null for the last one"
    )


class PreferenceSetting(Arguments):
    field: PreferenceField
    value: str = Field(
        min_length=1,
        max_length=_MAX_VALUE,
        description="ISO 4217 code, name of a language, or IANA zone",
    )


def _tool(
    name: str, purpose: str, arguments: type[Arguments], effect: Effect = Effect.WRITE
) -> Tool:
    return Tool(name, purpose, arguments, CallOutcome, effect, by_conversation=True)


UNDO = _tool("undo", "Takes back the last change, of the task with that number.", TaskSelection)
RESTORE = _tool("restore", "Brings back what was taken back.", TaskSelection)
RESUME = _tool("resume_draft", "Goes on with a draft that was kept.", TaskSelection)
CANCEL = _tool(
    "cancel", "Drops the task with that number; without one, all that goes on.", TaskSelection
)
SET_PREFERENCE = _tool(
    "set_preference", "Sets the person's currency, language or time zone.", PreferenceSetting
)
SHOW_STATUS = _tool(
    "show_status", "Tells what goes on, what is asked and which drafts are kept.", NoArguments,
    Effect.READ,
)  # fmt: skip
SHOW_USAGE = _tool(
    "show_usage", "Tells what models cost this person today.", NoArguments, Effect.READ
)

PLATFORM_TOOLS = (UNDO, RESTORE, RESUME, CANCEL, SET_PREFERENCE, SHOW_STATUS, SHOW_USAGE)

_COMMANDS = {
    UNDO.name: Command.UNDO,
    RESTORE.name: Command.RESTORE,
    RESUME.name: Command.RESUME,
    CANCEL.name: Command.CANCEL,
    SHOW_STATUS.name: Command.STATUS,
    SHOW_USAGE.name: Command.USAGE,
}


def command_for(tool: Tool, arguments: Arguments) -> tuple[str, str]:
    """The command that does what a call of one of ``PLATFORM_TOOLS`` asks for, and its text."""
    if isinstance(arguments, PreferenceSetting):
        return arguments.field.value, f"/{arguments.field.value} {arguments.value}"
    command = _COMMANDS[tool.name].value
    number = arguments.number if isinstance(arguments, TaskSelection) else None
    return command, f"/{command} #{number}" if number else f"/{command}"
