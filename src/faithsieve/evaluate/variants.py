"""The rows of the paper's ablation table, and which components each keeps (§5, app. F.5)."""

from enum import StrEnum
from typing import NamedTuple


class VariantName(StrEnum):
    FULL = "full"
    DIRECT = "direct"
    STATE_GRAPH = "state-graph"
    EDGE_UNITS_NL = "edge-units-nl"
    NO_EDGE_UNITS = "no-edge-units"
    NO_GATE = "no-gate"


class Components(NamedTuple):
    """What a variant keeps, in the words of the paper's table."""

    title: str
    graph: str = "yes"
    edge_units: str = "yes"
    review: str = "yes"
    evidence: str = "yes"
    gate: str = "yes"
    fusion: str = "yes"


COMPONENTS: dict[VariantName, Components] = {
    VariantName.FULL: Components("Full FaithSieve"),
    VariantName.DIRECT: Components("Direct judge", "no", "no", "no", "no", "no", "no"),
    VariantName.STATE_GRAPH: Components(
        "State-graph judge", "yes", "graph only", "no", "no", "no", "no"
    ),
    VariantName.EDGE_UNITS_NL: Components(
        "EdgeUnit + NL only", "yes", "yes", "yes", "no", "no formal gate", "yes"
    ),
    VariantName.NO_EDGE_UNITS: Components("w/o local EdgeUnits", "yes", "coarse steps"),
    VariantName.NO_GATE: Components("w/o semantic gate", gate="disabled"),
}

PREFIX = "ablation:"


def method_of(name: VariantName) -> str:
    """The method a variant's manifest names; the direct judge is itself in every table."""
    return "direct" if name is VariantName.DIRECT else f"{PREFIX}{name}"


def variant_of(method: str) -> VariantName | None:
    """The row a run belongs to, or None for a run that is no row of the table."""
    if method == "faithsieve":
        return VariantName.FULL
    known = {method_of(name): name for name in VariantName}
    return known.get(method)
