"""Small localizations for tests that start at stage two."""

from faithsieve.records.localization import AuditWindow, Localization, Suspicion
from faithsieve.records.proof import Proof
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import Substep


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
            Suspicion(unit_id=u.unit_id, risk=risk, likely_wrong=risk > 0.6, should_formalise=True)
            for u in tree.units
        ),
        window=AuditWindow(
            focus=tree.units[0].unit_id,
            units=tuple(u.unit_id for u in tree.units),
            reason="suspicion",
        ),
    )
