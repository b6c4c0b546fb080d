"""Many processes on one store: nothing lost, nothing doubled, nothing asked twice, no deadlock."""

from pathlib import Path

import pytest
from bench.store_load import PROCESSES, QUESTIONS, load_store

pytestmark = [pytest.mark.network, pytest.mark.timeout(600)]


def test_thirty_two_processes_lose_double_and_repeat_nothing(place: str, tmp_path: Path) -> None:
    load = load_store(place, tmp_path / "work")
    assert PROCESSES == 32
    assert (load.asked, load.lost, load.unequal) == (QUESTIONS, 0, 0)
    assert load.sound
