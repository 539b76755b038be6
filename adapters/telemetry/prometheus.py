"""The SDK's own Prometheus endpoint, which also serves what Steward measures."""

from collections.abc import Mapping, Sequence

from temporalio.runtime import PrometheusConfig, Runtime

from adapters.temporal_logs import forwarding
from domain.errors import ConfigurationError

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300)

BUCKETS: Mapping[str, Sequence[float]] = {
    # 30 s is the limit of the alert, so the ranges around it are narrow.
    "agent_turn_seconds": (0.1, 0.25, 0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 25, 30, 40, 60, 120, 600),
    "agent_tool_duration_seconds": _SECONDS,
    "llm_response_time_seconds": (0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 7.5, 10, 15, 20, 30, 60),
    "llm_cost_usd": (0.00001, 0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5),
    "conversation_seconds": (1, 10, 60, 300, 900, 3600, 14_400, 43_200, 86_400, 604_800),
    "conversation_turns": (1, 2, 3, 5, 8, 13, 20, 50, 100),
    "agent_questions": (0, 1, 2, 3, 4, 5, 8),
    "agent_turn_rounds": (1, 2, 3, 4, 5, 7, 10),
    "http_request_seconds": _SECONDS,
    "voice_turn_seconds": (0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10, 20),
}
"""Seconds, US dollars, questions and rounds. The SDK's own metrics keep its ranges."""


def runtime_serving(address: str, setting: str) -> Runtime:
    """A runtime whose metrics are served at ``address``.

    Raises ``ConfigurationError`` naming ``setting`` when nothing can listen there.
    """
    prometheus = PrometheusConfig(
        bind_address=address,
        durations_as_seconds=True,
        histogram_bucket_overrides={name: list(edges) for name, edges in BUCKETS.items()},
    )
    try:
        return Runtime(telemetry=forwarding(prometheus))
    except ValueError as error:  # the SDK has no narrower class for this
        reason = str(error).rpartition(": ")[2]
        raise ConfigurationError(
            f"metrics cannot be served at {setting}={address} ({reason}): choose a free port"
        ) from error
