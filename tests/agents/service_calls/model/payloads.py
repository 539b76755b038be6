"""Answers of a model in the shape of the schemas of service calls, for scripts."""

from collections.abc import Mapping

from tests.model_server.payloads import Payload


def deed(name: str, quote: str, task: str | None = None) -> Payload:
    return {"act": name, "quote": quote, "task": task}


def extracted(
    *acts: Payload, values: Mapping[str, str] | None = None, time: Payload | None = None
) -> Payload:
    """For ``ServiceExtractAnswer``."""
    fields = [{"field": field, "value": value} for field, value in (values or {}).items()]
    return {"values": fields, "acts": list(acts), "time": time}


def wished_time(
    day: str | None, since: str | None = None, until: str | None = None, *others: str
) -> Payload:
    return {"day": day, "other_days": [*others], "since": since, "until": until}
