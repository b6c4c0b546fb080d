"""Z3 as a program: what it decides, and that nothing is said where it is missing or slow."""

import asyncio

import pytest

from faithsieve.lean import number_solver
from faithsieve.lean.number_solver import solve_script


@pytest.mark.network
@pytest.mark.parametrize(
    ("script", "answer"),
    [
        ("(declare-const x Real)(assert (< (* x x) 0))(check-sat)", "unsat"),
        ("(declare-const x Real)(assert (= (* x x) 2))(check-sat)", "sat"),
    ],
)
async def test_polynomials_are_decided(script: str, answer: str) -> None:
    assert await solve_script(script) == answer


@pytest.mark.network
async def test_text_that_is_no_script_decides_nothing() -> None:
    assert await solve_script("(assert") not in ("sat", "unsat")


async def test_without_the_program_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(number_solver, "solver_path", lambda: None)
    assert await solve_script("(check-sat)") == ""


async def test_a_program_that_does_not_stop_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = []

    class Slow:
        returncode: int | None = None

        async def communicate(self, _: bytes) -> tuple[bytes, bytes]:
            await asyncio.sleep(60)
            return b"sat", b""

        def kill(self) -> None:
            ended.append(True)
            self.returncode = -9

        async def wait(self) -> None: ...

    async def never(*args: object, **options: object) -> Slow:
        return Slow()

    monkeypatch.setattr(asyncio, "create_subprocess_exec", never)
    monkeypatch.setattr(number_solver, "_SECONDS", -0.99)
    assert await solve_script("(check-sat)") == ""
    assert ended
