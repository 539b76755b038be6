"""The agent's own settings; names and defaults are listed in ``.env.example``."""

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from agents.service_calls.state import ServiceLimits
from settings.own import OwnSettings

_SHIPPED = Path(__file__).parent / "graphs" / "home_services.json"


_REGION = re.compile(r"[A-Z]{2}")


def _json(file: Path) -> Path:
    if file.suffix != ".json":
        raise ValueError("must be the path of a file whose name ends with .json")
    return file


def _region(code: str) -> str:
    if not _REGION.fullmatch(code):
        raise ValueError("must be the code of a country, such as US")
    return code


class ServiceCallSettings(OwnSettings):
    service_graph_file: Annotated[Path, AfterValidator(_json)] | None = None
    """JSON with the nodes that a call goes through; None: the one that is shipped."""
    service_call_max_nodes_per_turn: Annotated[int, Field(ge=1, le=200)] = 16
    """Nodes that are run until the customer is heard again; beyond, the call waits."""
    service_call_max_nodes_per_call: Annotated[int, Field(ge=1, le=1_000)] = 100
    """Nodes of a whole call; beyond, it ends."""
    service_call_tools_later_hours: Annotated[int, Field(ge=0, le=168)] = 24
    """How long after a call its failed tools are tried again."""
    service_phone_region: Annotated[str, AfterValidator(_region)] = "US"
    """ISO 3166 code of the country in which a number without a country code is one."""
    llm_log: Literal["off", "metadata", "full"] = "metadata"
    """What is kept of calls, step by step; ``full`` with prompts, words and values."""
    llm_log_retention_days: Annotated[int, Field(ge=1, le=365)] = 7

    @property
    def graph_file(self) -> Path:
        return self.service_graph_file or _SHIPPED

    @property
    def limits(self) -> ServiceLimits:
        """What calls decide by."""
        return ServiceLimits(
            log=self.llm_log,
            nodes_per_turn=self.service_call_max_nodes_per_turn,
            nodes_per_call=self.service_call_max_nodes_per_call,
            tools_later_hours=self.service_call_tools_later_hours,
            region=self.service_phone_region,
        )
