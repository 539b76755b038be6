"""``steward models check``: what a model is worth here, before anybody relies on it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from statistics import median

from rich.console import Console
from rich.table import Table

from adapters.model.gateway import ModelGateway
from adapters.model.provider import Provider
from adapters.model.understanding import Understanding
from adapters.model.which_agent import Rules
from agents.parts import ModelTrial
from domain.errors import AppError
from domain.understanding import RULES_ENGINE
from domain.usage import ModelCall
from domain.waiting import Wait

_MS = 1_000


@dataclass
class TrialReport:
    """How one provider did. Latencies in milliseconds, tokens of all calls together."""

    provider: str
    examples: int = 0
    right: int = 0
    unheard: int = 0
    """Examples that rules answered, because the model did not in time or not usably."""
    latencies: list[int] = field(default_factory=list)
    calls: list[ModelCall] = field(default_factory=list)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    """What was said, and what should have come of it."""

    async def record(self, call: ModelCall) -> None:
        self.calls.append(call)

    @property
    def cost(self) -> Decimal | None:
        """US dollars of all calls; None where a price is not known."""
        costs = [call.cost for call in self.calls]
        known = [cost for cost in costs if cost is not None]
        return sum(known, Decimal(0)) if len(known) == len(costs) else None


async def try_provider(
    provider: Provider, trials: Sequence[ModelTrial], within: timedelta
) -> TrialReport:
    """Asks a provider what each message means, one after the other; nothing is saved.

    ``within`` is how long a person waits for one.
    """
    report, wait = TrialReport(provider.name), Wait(within=within)
    gateway = ModelGateway([provider], report)
    try:
        for trial in trials:
            fragments = {trial.slug: trial.fragment}
            understanding = Understanding(gateway, Rules({trial.slug: trial.rules}), fragments)
            for example in trial.examples:
                started = time.monotonic()
                try:
                    understood = await understanding.understand(example.request, wait=wait)
                except AppError:
                    understood = None
                report.examples += 1
                report.latencies.append(round((time.monotonic() - started) * _MS))
                if understood is None or understood.engine == RULES_ENGINE:
                    report.unheard += 1
                elif example.is_right(understood):
                    report.right += 1
                    continue
                report.wrong.append((example.request.said[-1].text, ", ".join(example.wanted)))
    finally:
        await gateway.aclose()
    return report


def show_trial(reports: Sequence[TrialReport], console: Console) -> None:
    """Writes a line for each provider, then what each did not understand."""
    table = Table(box=None, pad_edge=False)
    headings = ("provider", "right", "not heard", "p50 ms", "most ms", "calls", "tokens in", "out")
    for heading in (*headings, "US$"):
        table.add_column(heading)
    for report in reports:
        table.add_row(
            report.provider,
            f"{report.right} of {report.examples}",
            str(report.unheard),
            f"{median(report.latencies):.0f}",
            str(max(report.latencies)),
            str(len(report.calls)),
            str(sum(call.input_tokens or 0 for call in report.calls)),
            str(sum(call.output_tokens or 0 for call in report.calls)),
            "?" if report.cost is None else f"{report.cost:.4f}",
        )
    console.print(table)
    for report in reports:
        for said, wanted in report.wrong:
            console.print(f"{report.provider}: “{said}” → {wanted}", soft_wrap=True, markup=False)
