"""``steward rates``: exchange rates for everybody's foreign expenses."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from agents.expenses.rates_file import ReferenceRate, rates_in
from agents.expenses.store.rates import PostgresRates
from agents.operator import Reach

DataFolder = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder with all data; default: the user-data folder."),
]
RatesFile = Annotated[Path, typer.Argument(help="eurofxref-hist.csv, or the XML, of the ECB.")]


def commands(reach: Reach) -> dict[str, typer.Typer]:
    app = typer.Typer(help="Exchange rates of foreign expenses.", no_args_is_help=True)

    @app.callback()
    def group() -> None:
        """Exchange rates of foreign expenses."""

    @app.command()
    def load(file: RatesFile, data_dir: DataFolder = None) -> None:
        """Take in a file of the European Central Bank's rates, as a whole or not at all."""
        asyncio.run(_load(reach, data_dir, file, rates_in(file)))

    return {"rates": app}


async def _load(
    reach: Reach, data_dir: Path | None, file: Path, rates: list[ReferenceRate]
) -> None:
    async with reach(data_dir) as operator:
        await PostgresRates(operator.database).load(rates)
    days = sorted({rate.day for rate in rates})
    typer.echo(f"{file.name}: {len(rates)} rates of {len(days)} days, {days[0]} to {days[-1]}")
