"""Files of JSON lines, which operators give to be searched or triaged, and get back."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from domain.errors import ConfigurationError

Line = TypeVar("Line", bound=BaseModel)


def read_lines(source: Path, model: type[Line]) -> list[Line]:
    """Empty lines are skipped. Raises ``ConfigurationError``, which names the line."""
    try:
        text = source.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{source} cannot be read: {error}") from error
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found.append(model.model_validate_json(line))
        except ValidationError as error:
            where = ".".join(map(str, error.errors()[0]["loc"])) or "the line"
            fields = ", ".join(
                name if field.is_required() else f"{name}?"
                for name, field in model.model_fields.items()
            )
            raise ConfigurationError(
                f"{source}:{number}: {where} does not fit {{{fields}}}"
            ) from error
    return found


def write_lines(target: Path, lines: Sequence[str]) -> None:
    """All of it or nothing. Raises ``ConfigurationError``."""
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        beside.replace(target)
    except OSError as error:
        raise ConfigurationError(f"{target} cannot be written: {error.strerror}") from error
    finally:
        beside.unlink(missing_ok=True)
