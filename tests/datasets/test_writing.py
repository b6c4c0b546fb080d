import os
from pathlib import Path

from faithsieve.datasets.writing import write_whole


def test_a_device_is_written_to_and_never_replaced_by_a_file() -> None:
    master, slave = os.openpty()
    try:
        terminal = Path(os.ttyname(slave))
        write_whole(terminal, ["scores\n"], force=True)
        assert terminal.is_char_device()
        assert os.read(master, 100) == b"scores\r\n"
    finally:
        os.close(master)
        os.close(slave)
