"""What is told beside the chat, on a terminal and through a pipe."""

import io

from local.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO) -> list[str]:
    """The lines as they stand there in the end."""
    return [line.rpartition("\r\x1b[K")[2] for line in stream.getvalue().split("\n")]


def told(stream: io.StringIO, *, verbose: bool = False) -> list[str]:
    progress = Progress(verbose, lambda: stream)
    progress.step("Starting …")
    progress.detail("a sample catalog")
    progress.step("Nearly there …")
    progress.tell("the worker is back")
    progress.step("Stopping …")
    progress.clear()
    return shown(stream)


def test_on_a_terminal_steps_share_one_line_and_leave_nothing() -> None:
    assert told(Terminal()) == ["the worker is back", ""]


def test_through_a_pipe_the_first_step_is_told() -> None:
    assert told(io.StringIO()) == ["Starting …", "the worker is back", ""]


def test_who_asks_for_it_is_told_each_thing_on_a_line() -> None:
    everything = [
        *("Starting …", "a sample catalog", "Nearly there …", "the worker is back", "Stopping …"),
        "",
    ]
    assert told(Terminal(), verbose=True) == everything
    assert told(io.StringIO(), verbose=True) == everything


def test_a_terminal_that_is_gone_is_no_trouble() -> None:
    class Gone(Terminal):
        def write(self, _: str) -> int:
            raise OSError(5, "Input/output error")

    Progress(stream=Gone).tell("the worker is back")
