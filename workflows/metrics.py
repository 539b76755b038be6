"""What workflows measure. The SDK's meter is silent during replay, so nothing counts twice."""

from datetime import timedelta

from temporalio import workflow


def turn_answered(channel: str, took: timedelta) -> None:
    """From a message taken to the delivery of the first reply that it brought."""
    histogram = workflow.metric_meter().create_histogram_float(
        "agent_turn_seconds", "From a message to its first reply", "s"
    )
    histogram.record(took.total_seconds(), {"channel": channel})


def iterated(agent: str) -> None:
    """An agent looks at what it knows and decides once more."""
    counter = workflow.metric_meter().create_counter(
        "agent_iterations_total", "Rounds of an agent's loop"
    )
    counter.add(1, {"agent": agent})


def task_ended(agent: str, outcome: str, questions: int) -> None:
    """A task is over; those that only corrected a saved row do not count again."""
    meter = workflow.metric_meter()
    meter.create_histogram("agent_questions", "Questions put per task").record(
        questions, {"agent": agent}
    )
    meter.create_counter("receipts_total", "Tasks by how they ended").add(1, {"outcome": outcome})


def corrected(agent: str) -> None:
    """A saved row was changed because the person said so."""
    counter = workflow.metric_meter().create_counter(
        "agent_corrections_total", "Corrections of saved rows"
    )
    counter.add(1, {"agent": agent})
