from pathlib import Path

import pytest

from local.errors import StackBusyError
from local.record import StackRecord, StackState, hold, is_held, read_record, write_record


def test_a_record_cut_short_counts_as_none(tmp_path: Path) -> None:
    write_record(tmp_path, StackRecord(state=StackState.READY, temporal_port=7233))
    assert read_record(tmp_path).temporal_port == 7233
    record = tmp_path / "stack.json"
    record.write_text(record.read_text()[:20])
    assert read_record(tmp_path) == StackRecord()


def test_a_record_can_be_read_by_its_owner_alone_whatever_was_there(tmp_path: Path) -> None:
    left = tmp_path / "stack.json.part"
    left.touch(mode=0o644)
    (tmp_path / "stack.json").touch(mode=0o644)
    write_record(tmp_path, StackRecord(temporal_port=7233))
    assert (tmp_path / "stack.json").stat().st_mode & 0o777 == 0o600
    assert read_record(tmp_path).temporal_port == 7233
    assert not left.exists()


def test_a_folder_is_held_by_one_at_a_time_and_free_afterwards(tmp_path: Path) -> None:
    assert not is_held(tmp_path)
    with hold(tmp_path):
        assert is_held(tmp_path)
        with pytest.raises(StackBusyError), hold(tmp_path):
            pass
    assert not is_held(tmp_path)


def test_a_new_data_folder_is_closed_to_other_accounts(tmp_path: Path) -> None:
    with hold(tmp_path / "data"):
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
