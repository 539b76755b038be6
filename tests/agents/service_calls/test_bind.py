"""What a worker gets of the agent: every activity that a call runs, on its queue; a right graph."""

import inspect
from pathlib import Path

import pytest
from temporalio import activity

from activities.patience import Patience
from adapters.model.gateway import ModelGateway
from adapters.model.recording import CallRecorders
from adapters.postgres.pool import Database
from agents.parts import AgentParts, Lent
from agents.service_calls import calls
from agents.service_calls.bind import bind
from agents.service_calls.errors import GraphErrors
from agents.service_calls.servers import OURS
from agents.service_calls.settings import ServiceCallSettings
from agents.service_calls.state import ServiceLimits
from domain.calls import MAIN_QUEUE, Call
from domain.conversation import Limits
from tests.activities.doubles import OwnedAttachments
from tests.fakes.cases import NoCases

CALLS = [call for call in vars(calls).values() if isinstance(call, Call)]


def bound(**given: object) -> tuple[AgentParts, Lent]:
    lent = Lent(
        database=Database("postgresql://steward@127.0.0.1:1/none"),
        attachments=OwnedAttachments(),
        gateway=ModelGateway((), CallRecorders(())),
        patience=Patience(),
        cases=NoCases(),
    )
    return bind(lent, ServiceCallSettings.model_validate(given)), lent


def test_every_call_has_its_activity_and_settings_are_limits() -> None:
    parts, lent = bound(llm_log="full", service_call_max_nodes_per_turn=9)
    found = {
        (queue, _name(done)): inspect.signature(done)
        for queue, some in parts.activities.items()
        for done in some
    }
    assert {(MAIN_QUEUE if call.local else call.queue, call.name) for call in CALLS} == {*found}
    for call in CALLS:
        signature = found[MAIN_QUEUE if call.local else call.queue, call.name]
        (request,) = signature.parameters.values()
        assert request.annotation is call.request
        assert (signature.return_annotation or type(None)) is call.result
    limits = Limits(agents={parts.slug: parts.limits}).of(parts.slug, ServiceLimits)
    assert limits == ServiceLimits(log="full", nodes_per_turn=9)
    assert lent.sessions.names == (OURS,)
    assert lent.sessions.for_models == (), "nobody waits for it when a worker starts"


@pytest.mark.shows("calls D1")
def test_a_worker_does_not_start_with_a_graph_that_is_not_right(tmp_path: Path) -> None:
    shipped = ServiceCallSettings().graph_file.read_text("utf-8")
    broken = tmp_path / "broken.json"
    broken.write_text(
        shipped.replace('"default_next_node": "Empathize"', '"default_next_node": "Emphasize"', 1)
        .replace('"waits": true', '"waits": "yes"', 1),
        "utf-8",
    )  # fmt: skip
    with pytest.raises(GraphErrors, match=r"broken\.json") as refused:
        bound(service_graph_file=broken)
    assert len(refused.value.errors) >= 2, "all at once"
    assert refused.value.exit_code == 2


def _name(done: object) -> str:
    name = activity._Definition.must_from_callable(done).name  # type: ignore[arg-type]
    assert name is not None
    return name
