"""Stage one: a proof in, a :class:`Localization` out (paper §3).

A reader cuts the proof into units, builds the tree of states and scores the units; code then
chooses the audit window. A reply that cannot be read costs structure, never the proof: the step
stays whole, the unit keeps a flag, the note says why.
"""

from collections.abc import Sequence

from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.audit_window import audit_window
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.reader import PlainReader, Reader
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings, Standard

_SETTINGS = LocalizeSettings()


def choose_reader(
    model: ChatModel,
    settings: LocalizeSettings,
    decoding: DecodingSettings,
    standard: Standard,
) -> Reader:
    """Return the reader that the settings ask for; the plain one never asks the model."""
    if settings.reader == "plain":
        return PlainReader()
    return ModelReader(model, settings=settings, decoding=decoding, standard=standard)


async def localize(
    proof: Proof,
    *,
    reader: Reader,
    settings: LocalizeSettings = _SETTINGS,
    facts: Sequence[str] = (),
) -> Localization:
    """Split a proof into units, build its tree of states, and choose what to audit.

    Args:
        proof: The problem and the numbered steps.
        reader: Reads the proof.
        settings: Threshold, look-back and budget of the window.
        facts: What code has already established about the proof, for the suspicion scan.

    Raises:
        ProviderError: the model could not be reached.
        BudgetExceededError: the token or money limit was reached.
    """
    read = await reader.read(proof, facts=facts)
    return Localization(
        proof=proof,
        substeps=read.substeps,
        tree=read.tree,
        suspicions=read.suspicions,
        window=audit_window(read.tree.units, read.suspicions, settings),
        notes=read.notes,
        artifacts=read.artifacts,
    )
