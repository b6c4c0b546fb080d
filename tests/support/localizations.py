"""Small localizations for tests that start at stage two."""

from collections.abc import Sequence

from faithsieve.localize.state_tree import Move, unit_id
from faithsieve.records.localization import AuditWindow, Localization, Suspicion
from faithsieve.records.proof import Proof
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, Substep
from support.edge_units import grow, make_substeps, make_suspicions


def make_localization(tree: StateTree, *, risk: float = 0.8) -> Localization:
    """A localization of a one-step proof around a tree whose units all belong to that step."""
    texts = [unit.text for unit in tree.units]
    return Localization(
        proof=Proof.from_texts("Find x with x + 1 = 3.", [" ".join(texts)]),
        substeps=tuple(
            Substep(number=i, step=1, part=i, text=text) for i, text in enumerate(texts, start=1)
        ),
        tree=tree,
        suspicions=tuple(
            Suspicion(unit_id=u.unit_id, risk=risk, should_formalise=True) for u in tree.units
        ),
        window=AuditWindow(
            focus=tree.units[0].unit_id,
            units=tuple(u.unit_id for u in tree.units),
            reason="suspicion",
        ),
    )


def make_steps(
    texts: Sequence[str],
    *,
    window: Sequence[int],
    risks: Sequence[float] = (),
    statuses: dict[int, ClaimStatus] | None = None,
    moves: dict[int, Move] | None = None,
) -> Localization:
    """A localization of a proof with one unit a step, by default each resting on the one before."""
    return Localization(
        proof=Proof.from_texts("Show that p holds.", list(texts)),
        substeps=make_substeps(texts, statuses=statuses),
        tree=grow(texts, moves, statuses=statuses),
        suspicions=make_suspicions(risks or [0.1] * len(texts)),
        window=AuditWindow(
            focus=None, units=tuple(unit_id(number) for number in window), reason="sweep"
        ),
    )
