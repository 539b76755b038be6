from pathlib import Path

from local.logs import LogFile


def test_a_long_log_is_begun_again_while_its_writer_goes_on_and_a_short_one_left_alone(
    tmp_path: Path,
) -> None:
    log = LogFile(tmp_path / "logs" / "part.log")
    with log.open() as writer:
        writer.write(b"old line\n" * 100)
        writer.flush()
        log.trim(limit=1_000)
        assert log.path.read_bytes() == b"old line\n" * 100
        log.trim(limit=500)
        writer.write(b"new line\n")
        writer.flush()
    assert log.path.read_bytes() == b"new line\n"
    assert log.path.with_name("part.log.1").read_bytes() == b"old line\n" * 100


def test_the_reason_of_a_failure_is_the_last_line_with_words(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "part.log")
    assert log.last_line() == ""
    log.path.write_text("first\nlast words\n\n")
    assert log.last_line() == "last words"
