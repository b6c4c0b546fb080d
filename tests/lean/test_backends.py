"""Which Lean the settings mean, and what it is called in manifests and cache keys."""

import json
from pathlib import Path

import pytest

from faithsieve.errors import ConfigError
from faithsieve.lean.backends import (
    environment_of,
    external_toolchain,
    header_of,
    open_checker,
)
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain
from faithsieve.records.settings import LeanSettings


def no_embedded() -> EmbeddedToolchain:
    raise AssertionError("the embedded Lean is not asked for")


@pytest.mark.parametrize(
    ("choice", "environment", "first"),
    [
        (LeanSettings(), "library", "import Mathlib"),
        (LeanSettings(backend="repl"), "mathlib", "import Mathlib"),
        (LeanSettings(backend="native", header="bare"), "core", "import Lean"),
    ],
)
def test_backend_and_header_decide_what_statements_are_read_in(
    choice: LeanSettings, environment: str, first: str
) -> None:
    assert environment_of(choice) == environment
    assert header_of(choice).text.startswith(first)


@pytest.mark.parametrize("backend", ["kimina", "mcp"])
async def test_a_backend_without_its_address_is_refused(backend: str) -> None:
    with pytest.raises(ConfigError, match="--url"):
        async with open_checker(LeanSettings.model_validate({"backend": backend}), no_embedded):
            pass


def project(folder: Path, *, lean: str, mathlib: str) -> LeanSettings:
    folder.mkdir()
    (folder / "lean-toolchain").write_text(f"{lean}\n", encoding="utf-8")
    packages = [{"name": "mathlib", "rev": mathlib}, {"name": "aesop", "rev": "b" * 40}]
    (folder / "lake-manifest.json").write_text(json.dumps({"packages": packages}), "utf-8")
    return LeanSettings(backend="native", project=folder)


def test_the_pinned_lean_and_every_revision_are_part_of_the_name(tmp_path: Path) -> None:
    one = project(tmp_path / "a", lean="leanprover/lean4:v4.28.0", mathlib="a" * 40)
    other = project(tmp_path / "b", lean="leanprover/lean4:v4.28.0", mathlib="c" * 40)
    newer = project(tmp_path / "c", lean="leanprover/lean4:v4.29.0", mathlib="a" * 40)
    names = {external_toolchain(choice).fingerprint for choice in (one, other, newer)}
    assert len(names) == 3
    name = external_toolchain(one).fingerprint
    assert name.startswith(
        "native:leanprover/lean4:v4.28.0+aesop.bbbbbbbbbbbb+mathlib.aaaaaaaaaaaa"
    )


def test_the_header_and_the_driver_are_part_of_the_name(tmp_path: Path) -> None:
    mathlib = project(tmp_path / "a", lean="v4", mathlib="a" * 40)
    bare = LeanSettings(**(dict(mathlib) | {"header": "bare"}))
    text = LeanSettings(**(dict(mathlib) | {"backend": "repl"}))
    names = [external_toolchain(choice).fingerprint for choice in (mathlib, bare, text)]
    assert len(set(names)) == 3


def test_a_damaged_manifest_is_no_revision(tmp_path: Path) -> None:
    choice = project(tmp_path / "a", lean="v4", mathlib="a" * 40)
    (tmp_path / "a" / "lake-manifest.json").write_text('{"packages": [1]}', encoding="utf-8")
    with pytest.raises(ConfigError, match="not a Lake manifest"):
        _ = external_toolchain(choice).fingerprint
