"""Obligations for tests, so that a test shows only the claim and its context."""

from faithsieve.records.edge_unit import ConditionName, UnitId
from faithsieve.records.obligation import Obligation, ObligationKind, Premise


def make_obligation(
    claim: str = "x = 2",
    *premises: str,
    kind: ObligationKind = ObligationKind.DERIVED_FACT,
    cited: tuple[str, ...] = (),
    assumed: bool = False,
    suspicion: float = 0.0,
    use_lean: bool = True,
    source: str | None = None,
) -> Obligation:
    """One obligation with premises ``h1``, ``h2``, …"""
    return Obligation(
        id="edge_1/1",
        unit_id=UnitId("edge_1"),
        step=1,
        kind=kind,
        claim=claim,
        statement=f"From the context it follows that: {claim}",
        premises=tuple(
            Premise(name=ConditionName(f"h{i}"), text=text, is_assumption=assumed)
            for i, text in enumerate(premises, start=1)
        ),
        cited=tuple(ConditionName(name) for name in cited),
        source=source if source is not None else f"So {claim}.",
        reason="a test",
        suspicion=suspicion,
        use_lean=use_lean,
    )
