"""Edge units and suspicion for tests: a plain chain where only the named bits matter."""

from collections.abc import Sequence

from faithsieve.localize.scopes import Span
from faithsieve.localize.state_tree import Move, build_state_tree
from faithsieve.records.edge_unit import EdgeUnit, UnitId
from faithsieve.records.localization import Suspicion
from faithsieve.records.proof import Proof
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, Substep


def make_substeps(
    texts: Sequence[str], *, statuses: dict[int, ClaimStatus] | None = None
) -> tuple[Substep, ...]:
    given = statuses or {}
    return tuple(
        Substep(number=n, step=n, part=1, text=text, start=0,
                status=given.get(n, ClaimStatus.ASSERTED))
        for n, text in enumerate(texts, start=1)
    )  # fmt: skip


def grow(
    texts: Sequence[str],
    moves: dict[int, Move] | None = None,
    *,
    spans: Sequence[Span] = (),
    problem: str = "Show that p holds.",
    goal: str = "",
    statuses: dict[int, ClaimStatus] | None = None,
) -> StateTree:
    """The tree of a proof with one substep a step; units without a move are a plain chain."""
    given = moves or {}
    full = {n: given.get(n, Move(on=(n - 1,))) for n in range(1, len(texts) + 1)}
    proof = Proof.from_texts(problem, list(texts))
    return build_state_tree(proof, make_substeps(texts, statuses=statuses), full, spans, goal)


def make_units(
    count: int, *, special: Sequence[int] = (), statuses: dict[int, ClaimStatus] | None = None
) -> tuple[EdgeUnit, ...]:
    """A chain of units, the named ones with a special transition."""
    moves = {n: Move("specialise", on=(n - 1,)) for n in special}
    texts = [f"fact {n}" for n in range(1, count + 1)]
    return grow(texts, moves, statuses=statuses).units


def make_suspicions(risks: Sequence[float]) -> tuple[Suspicion, ...]:
    return tuple(
        Suspicion(unit_id=UnitId(f"edge_{n}"), risk=risk, should_formalise=True)
        for n, risk in enumerate(risks, start=1)
    )
