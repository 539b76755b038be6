"""What workflows measure. The SDK's meter is silent during replay, so nothing counts twice."""

from datetime import timedelta

from temporalio import workflow


def turn_answered(channel: str, agent: str, took: timedelta) -> None:
    """From a message taken to the delivery of the first reply that it brought, of this agent."""
    histogram = workflow.metric_meter().create_histogram_float(
        "agent_turn_seconds", "From a message to its first reply", "s"
    )
    histogram.record(took.total_seconds(), {"channel": channel, "agent": agent})


def conversation_ended(channel: str, turns: int, lasted: timedelta) -> None:
    """A conversation is over, with so many messages of the person, from the first to the last."""
    meter = workflow.metric_meter()
    labels = {"channel": channel}
    meter.create_histogram("conversation_turns", "Messages of a conversation").record(turns, labels)
    meter.create_histogram_float(
        "conversation_seconds", "From a conversation's beginning to its last message", "s"
    ).record(max(lasted.total_seconds(), 0), labels)


def task_ended(agent: str, outcome: str, questions: int) -> None:
    """A task is over; those that only corrected what was done do not count again."""
    meter = workflow.metric_meter()
    meter.create_histogram("agent_questions", "Questions put per task").record(
        questions, {"agent": agent}
    )
    meter.create_counter("agent_tasks_total", "Tasks by how they ended").add(
        1, {"agent": agent, "outcome": outcome}
    )


def transcript_let_go(count: int) -> None:
    """Messages or replies that waited for the database too long to be kept for it."""
    counter = workflow.metric_meter().create_counter(
        "transcript_let_go_total", "Messages and replies that never reached the transcript"
    )
    counter.add(count)


def defect(where: str) -> None:
    """An unexpected error in Steward's own code ended a task, a handler or a reply."""
    counter = workflow.metric_meter().create_counter(
        "agent_defects_total", "Unexpected errors by where they happened"
    )
    counter.add(1, {"where": where})


def tool_turn_ended(agent: str, reason: str, rounds: int) -> None:
    """A turn of the tool loop is over; ``rounds`` are those in which an engine was asked."""
    meter = workflow.metric_meter()
    meter.create_histogram("agent_turn_rounds", "Rounds of a turn of the tool loop").record(
        rounds, {"agent": agent}
    )
    meter.create_counter("agent_turns_total", "Turns of the tool loop by how they ended").add(
        1, {"agent": agent, "reason": reason}
    )


def repeated_call() -> None:
    """An engine called what it had called before, so that nothing ran."""
    counter = workflow.metric_meter().create_counter(
        "agent_repeated_calls_total", "Calls of tools that only repeated an earlier one"
    )
    counter.add(1)
