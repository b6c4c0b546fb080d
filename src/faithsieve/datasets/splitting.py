"""``data split``: seeded parts with the same mix of labels and groups, no problem cut apart.

Rows that share a problem stay together, or the parts would leak into each other. Clusters are dealt
out in a seeded order, the large ones first, each to the part that lacks its kind of rows most. With
one row a problem the sizes come out exact; with clusters they come as near as the clusters allow.
"""

import random
from collections import Counter
from collections.abc import Sequence

from pydantic import Field

from faithsieve.datasets.validation import problem_key
from faithsieve.errors import InputError
from faithsieve.records.base import Record
from faithsieve.records.proof import LabelledProof

Trait = tuple[str, object]
"""Something parts should have equal shares of: a label class, a group, or the two together."""


class PartSize(Record):
    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")
    """The part's name, which becomes a file name."""
    rows: int | None = Field(default=None, ge=1)
    """A number of rows, or None where a fraction is given."""
    fraction: float | None = Field(default=None, gt=0, le=1)
    """A share of all rows, or None where a number is given."""


class Part(Record):
    name: str
    """The part's name."""
    wanted: int
    """How many rows were asked for."""
    positions: tuple[int, ...]
    """Positions in the given sequence, rising."""


def split_dataset(
    proofs: Sequence[LabelledProof], sizes: Sequence[PartSize], *, seed: int
) -> tuple[Part, ...]:
    """Split the rows into the named parts; rows beyond the sizes go to no part.

    Raises:
        InputError: When the sizes need more rows than there are.
    """
    wanted = _targets(len(proofs), sizes)
    # The rows left over are one more part while dealing, so that they are a fair mix as well.
    left_over = len(proofs) - sum(wanted)
    room = [*wanted, left_over] if left_over else wanted
    traits = [_traits(proof) for proof in proofs]
    members = _deal(_clusters(proofs, seed), traits, room)
    return tuple(
        Part(name=size.name, wanted=target, positions=tuple(sorted(positions)))
        for size, target, positions in zip(sizes, wanted, members, strict=False)
    )


def _targets(total: int, sizes: Sequence[PartSize]) -> list[int]:
    """Turn the sizes of parts into row counts; fractions that sum to 1 cover all rows."""
    names = [size.name.casefold() for size in sizes]
    if len(set(names)) < len(names):
        raise InputError(f"two parts have the same name among {[size.name for size in sizes]}")
    ends, covered, targets = 0.0, 0, []
    for size in sizes:
        if size.fraction is None:
            targets.append(size.rows or 0)
            continue
        # Rounding the running sum, not each share, keeps 0.5 + 0.5 of an odd number whole.
        ends += size.fraction
        share = round(ends * total) - covered
        covered += share
        targets.append(share)
    if sum(targets) > total:
        raise InputError(f"the parts want {sum(targets)} rows, but there are only {total}")
    return targets


def _traits(proof: LabelledProof) -> tuple[Trait, ...]:
    label = None if proof.gold is None else proof.gold == "correct"
    # Label and group also count alone: with many small groups, the joint cells round too coarsely.
    return (("both", (label, proof.group)), ("label", label), ("group", proof.group))


def _clusters(proofs: Sequence[LabelledProof], seed: int) -> list[list[int]]:
    """Group positions by problem, in a seeded order, large clusters first."""
    by_problem: dict[str, list[int]] = {}
    for position, proof in enumerate(proofs):
        by_problem.setdefault(problem_key(proof), []).append(position)
    # Sorted first, so that the split does not depend on the order of rows in the file.
    clusters = [by_problem[key] for key in sorted(by_problem)]
    random.Random(seed).shuffle(clusters)
    return sorted(clusters, key=len, reverse=True)


def _deal(
    clusters: list[list[int]], traits: Sequence[tuple[Trait, ...]], room: Sequence[int]
) -> list[list[int]]:
    """Assign each cluster to the part that lacks its traits most and has room for it."""
    overall = Counter(trait for row in traits for trait in row)
    total = max(1, len(traits))
    lack = [{trait: count * part / total for trait, count in overall.items()} for part in room]
    left, members = list(room), [list[int]() for _ in room]
    for cluster in clusters:
        has = Counter(trait for position in cluster for trait in traits[position])
        needs = [sum(part[trait] * count for trait, count in has.items()) for part in lack]
        fits = [space >= len(cluster) for space in left]
        chosen = max(range(len(room)), key=list(zip(fits, needs, left, strict=True)).__getitem__)
        members[chosen].extend(cluster)
        left[chosen] -= len(cluster)
        for trait, count in has.items():
            lack[chosen][trait] -= count
    return members
