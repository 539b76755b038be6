"""Metrics as Prometheus sees them."""

import asyncio
import re
import socket
from dataclasses import dataclass
from urllib.request import urlopen

_LINE = re.compile(r"^(?P<name>\w+)(\{(?P<labels>.*)\})? (?P<value>\S+)$")
_LABEL = re.compile(r'(\w+)="([^"]*)"')


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True)
class Sample:
    name: str
    labels: dict[str, str]
    value: float


@dataclass(frozen=True)
class Scraped:
    """One look at /metrics."""

    samples: tuple[Sample, ...]

    @property
    def names(self) -> set[str]:
        return {sample.name for sample in self.samples}

    def value(self, name: str, **labels: str) -> float:
        """The sum of all samples that have these labels; 0 when there are none."""
        return sum(
            s.value for s in self.samples if s.name == name and labels.items() <= s.labels.items()
        )

    def labels(self, name: str) -> list[dict[str, str]]:
        return [sample.labels for sample in self.samples if sample.name == name]


async def scrape(port: int) -> Scraped:
    return _parsed(await asyncio.to_thread(_fetched, port))


def _fetched(port: int) -> str:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        text: str = answer.read().decode()
        return text


def _parsed(text: str) -> Scraped:
    found = (_LINE.match(line) for line in text.splitlines() if not line.startswith("#"))
    return Scraped(
        tuple(
            Sample(m["name"], dict(_LABEL.findall(m["labels"] or "")), float(m["value"]))
            for m in found
            if m
        )
    )
