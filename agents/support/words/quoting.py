"""What people and models wrote, as data: without control characters, each line for itself."""

from bot.texts.formats import plain_line
from domain.messages import MAX_TEXT_LENGTH


def lines_of(text: str) -> str:
    lines = (plain_line(line, MAX_TEXT_LENGTH) for line in text.strip().splitlines())
    return "\n".join(line for line in lines if line)


def quoted(text: str) -> tuple[str, ...]:
    lines = lines_of(text)
    return (lines,) if lines else ()
