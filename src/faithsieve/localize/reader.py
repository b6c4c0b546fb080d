"""Who reads a proof for stage one: a :class:`Reader`, and the plain one that needs no model.

A reader cuts a proof into substeps, builds its tree of states and scores its units; the stage then
chooses the audit window. ``model_reader.py`` asks a language model. The plain reader knows nothing
about mathematics: every segment is a substep, the states form a chain, and no unit is suspicious.
"""

import asyncio
from typing import NamedTuple, Protocol

from faithsieve.localize.reading import chain_reply, read_reply
from faithsieve.localize.segments import split_proof
from faithsieve.localize.state_tree import build_state_tree
from faithsieve.records.digest import Digest
from faithsieve.records.localization import LocalizeNote, Suspicion
from faithsieve.records.proof import Proof
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import Substep


class ReadProof(NamedTuple):
    """The substeps, tree and suspicions that a reader returns for a proof."""

    substeps: tuple[Substep, ...]
    tree: StateTree
    suspicions: tuple[Suspicion, ...]
    """One for each unit of the tree, in the same order."""
    notes: tuple[LocalizeNote, ...] = ()
    artifacts: tuple[Digest, ...] = ()
    """Keys of the model calls behind it."""


class Reader(Protocol):
    """The interface of stage one's readers: a proof in, a ``ReadProof`` out."""

    async def read(self, proof: Proof) -> ReadProof:
        """Read a proof."""
        ...


class PlainReader:
    """A :class:`Reader` without a model: sentences in a chain, with default risks."""

    def __init__(self, risk: float = 0.1) -> None:
        self._risk = risk

    async def read(self, proof: Proof) -> ReadProof:
        """Read a proof without asking anybody, in a thread that holds up no other proof."""
        return await asyncio.to_thread(self._read, proof)

    def _read(self, proof: Proof) -> ReadProof:
        segments = split_proof(proof)
        read = read_reply(proof, segments, chain_reply(segments))
        tree = build_state_tree(proof, read.substeps, read.moves)
        suspicions = tuple(
            Suspicion(unit_id=unit.unit_id, risk=self._risk, should_formalise=False)
            for unit in tree.units
        )
        note = LocalizeNote(part="suspicion", detail="code read the proof; no risk is a judgement")
        return ReadProof(read.substeps, tree, suspicions, (note,))
