"""Threads that read lines wait for a core without using it."""

import numpy as np

from agents.expenses.reader.text_lines import TextLines, Unspinning


def test_every_model_is_loaded_with_threads_that_do_not_spin() -> None:
    before = Unspinning.made
    lines = TextLines(2)
    assert lines.boxes(np.full((64, 64, 3), 255, dtype=np.uint8)) == []
    lines.texts([np.full((48, 96, 3), 255, dtype=np.uint8)])
    assert Unspinning.made >= before + 2, "the library makes its sessions in another way"
