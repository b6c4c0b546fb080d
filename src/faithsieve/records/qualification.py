"""Whether a model may be a gate: how it did on the bundled pairs of obligation and statement."""

from faithsieve.records.base import Record
from faithsieve.records.digest import Digest

MOST_DRIFTED_ACCEPTED = 1
MOST_FAITHFUL_REJECTED = 3


class GateQualification(Record):
    """What one model said about the bundled pairs, asked with one version of the prompt."""

    prompt: str
    """The prompt, as ``id@version``."""
    pairs: Digest
    """The hash of the pairs."""
    faithful: int
    """How many statements say what the text says."""
    drifted: int
    """How many say something else."""
    faithful_rejected: tuple[str, ...] = ()
    """Faithful statements that the model rejected, or about which it gave no readable answer."""
    drifted_accepted: tuple[str, ...] = ()
    """Drifted statements that it accepted."""
    tokens: int = 0
    """What it took."""

    @property
    def is_qualified(self) -> bool:
        """Whether Lean's results about statements that the model accepts may decide."""
        return (
            len(self.drifted_accepted) <= MOST_DRIFTED_ACCEPTED
            and len(self.faithful_rejected) <= MOST_FAITHFUL_REJECTED
        )

    @property
    def words(self) -> str:
        """The counts in words."""
        accepted = f"{len(self.drifted_accepted)} of {self.drifted} drifted statements"
        kept = self.faithful - len(self.faithful_rejected)
        return f"accepted {kept} of {self.faithful} faithful and {accepted}"

    @property
    def caveat(self) -> str:
        """What a verdict has to say first; empty for a model that qualified."""
        if self.is_qualified:
            return ""
        return (
            f"the model is not qualified as a gate ({self.words}), so Lean's results decide nothing"
        )
