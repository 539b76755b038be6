"""The context of a call: merged, never emptied, filed when a further matter begins."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from agents.service_calls.graph.shapes import MANDATORY, Graph

Context = dict[str, JsonValue]

NOT_SET = "(not set)"
"""How prompts show a mandatory field that is empty; never a value."""

FLAGS = "flags"
PATH = "node_traversal_path"
EXCHANGES = "summary_of_conversation_on_each_step_until_now"
COURSE = "next_course_of_action"
NEXT = "next_node_to_go_to"
ASK = "customers_main_ask"
PHONE = "customer_phone_number"
NAME = "customer_name"
EMAIL = "customer_email"
ADDRESS = "visit_address"
SERVICE = "matching_service_catalog_to_solve_customers_issue"

OF_AN_ISSUE = (
    ASK, SERVICE, "related_entities_for_customers_ask", "task_id", "task_name", "task_number",
    "project_id", "assigned_employee_id", "assigned_employee_name", "appointment_details",
)  # fmt: skip
"""Filed with a matter when a further one begins; what is left is the customer's."""


def meaningful(value: JsonValue) -> bool:
    """Whether a value says something: it is there, not empty and not ``(not set)``."""
    if value is None:
        return False
    if isinstance(value, str):
        return value.strip() not in {"", NOT_SET}
    return not (isinstance(value, list | dict) and not value)


def merged(context: Mapping[str, JsonValue], updates: Mapping[str, JsonValue]) -> Context:
    """The context with updates: lists are appended to, flags merged, everything else changes only
    to what is meaningful. Nothing is removed.
    """
    new = dict(context)
    for field, value in updates.items():
        if not meaningful(value):
            continue
        known = new.get(field)
        if isinstance(known, list):
            more = value if isinstance(value, list) else [value]
            once = [each for each in more if each not in known] if field != EXCHANGES else more
            new[field] = [*known, *once]
        elif field == FLAGS and isinstance(known, dict) and isinstance(value, dict):
            new[field] = {**known, **value}
        else:
            new[field] = value
    return new


def changed(before: Mapping[str, JsonValue], after: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """Names of the fields that say something else now."""
    return tuple(field for field, value in after.items() if before.get(field) != value)


def missing(context: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """The mandatory fields that are not set (``validateMandatoryFields``): an error each."""
    return tuple(field for field in MANDATORY if not meaningful(context.get(field)))


def filed(context: Mapping[str, JsonValue], graph: Graph) -> tuple[Context, Context]:
    """What is known of the matter so far, and the context with which the next one begins."""
    template = graph.initial_context_template.template
    matter = {f: context[f] for f in OF_AN_ISSUE if meaningful(context.get(f))}
    fresh = {f: template.get(f, "") for f in OF_AN_ISSUE if f in context}
    return matter, {**context, **fresh}


def begun(graph: Graph, session_id: str) -> Context:
    """What a call starts with."""
    return {
        **graph.initial_context_template.template,
        "agent_session_id": session_id,
        NEXT: graph.start,
    }


def text(context: Mapping[str, JsonValue], field: str) -> str:
    value = context.get(field)
    return value.strip() if isinstance(value, str) and meaningful(value) else ""


def active(
    context: Mapping[str, JsonValue], without: Iterable[str] = (EXCHANGES, PATH, FLAGS, NEXT)
) -> Context:
    """The fields that say something, as prompts show them; what is mandatory and empty is said."""
    left_out = frozenset(without)
    known = {f: v for f, v in context.items() if f not in left_out and meaningful(v)}
    return known | dict.fromkeys(missing(context), NOT_SET)


def path(context: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """The nodes that were run, in the order of their first run."""
    run = context.get(PATH)
    return tuple(map(str, run)) if isinstance(run, list) else ()


def exchanges(context: Mapping[str, JsonValue], last: int) -> Sequence[JsonValue]:
    """The last exchanges, oldest first."""
    said = context.get(EXCHANGES)
    return said[-last:] if isinstance(said, list) else ()
