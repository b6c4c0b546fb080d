from pathlib import Path

import pytest

from support.stand_in_lean import MakeWorker, worker_maker


@pytest.fixture
def make_worker(tmp_path: Path) -> MakeWorker:
    return worker_maker(tmp_path)
