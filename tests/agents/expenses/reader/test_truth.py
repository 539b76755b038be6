"""Answers for the benchmarks of reading: what cannot be judged never ends a run."""

import json
from pathlib import Path

import pytest

from benchmarks.receipts import truths

GOOD = {"id": "a", "image": "a.jpg", "company": "Kopi", "date": "14/03/2026", "total": "24.80"}
BAD: list[tuple[object, str]] = [
    ({**GOOD, "id": "b", "total": "about ten"}, "row 2 (b) skipped: 'about ten' is not an amount"),
    ({**GOOD, "id": "c", "date": "next week"}, "row 3 (c) skipped: 'next week' is not a date"),
    ({**GOOD, "id": "d", "date_accept": ["?"]}, "row 4 (d) skipped: '?' is not a date"),
    ({**GOOD, "id": "e", "image": "lost.jpg"}, "row 5 (e) skipped: no picture 'lost.jpg'"),
    ({**GOOD, "id": "f", "company": None}, "row 6 (f) skipped: company: Input should be"),
    ({"id": "g"}, "row 7 (g) skipped: image: Field required; company: Field required"),
    (GOOD, "row 8 (a) skipped: an earlier row has this id"),
    ("Kopi 24.80", "row 9 (no row) skipped:"),
]


def test_rows_that_cannot_be_judged_are_named_before_anything_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jpg").touch()
    rows = [GOOD, *(row for row, _ in BAD), {**GOOD, "id": "z"}]
    (tmp_path / "truth.json").write_text(json.dumps(rows))

    assert [truth.id for truth in truths(tmp_path)] == ["a", "z"]
    said = capsys.readouterr().err.splitlines()
    assert len(said) == len(BAD)
    for (_, reason), line in zip(BAD, said, strict=True):
        assert reason in line


def test_answers_without_one_usable_row_end_the_run(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text(json.dumps([{**GOOD, "date": ""}]))

    with pytest.raises(SystemExit, match="no row can be judged"):
        truths(tmp_path)
