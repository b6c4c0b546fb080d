"""Stage one: a proof in, a :class:`Localization` out (paper §3).

A reader cuts the proof into units, builds the tree of states and scores the units; code then
chooses the audit window. A reply that cannot be read costs structure, never the proof: the step
stays whole, the unit keeps a flag, the note says why.
"""

from collections.abc import Callable

from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.audit_window import (
    AuditProgress,
    audit_window,
    material_findings,
    next_window,
    with_window,
)
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.reader import PlainReader, Reader
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.symbolic import LintReport

_SETTINGS = LocalizeSettings()
_NOTHING_FOUND = LintReport()

Reshape = Callable[[Localization], Localization]
"""What an ablation makes of the units before they are audited."""


def as_found(localization: Localization) -> Localization:
    return localization


def choose_reader(
    model: ChatModel, settings: LocalizeSettings, decoding: DecodingSettings
) -> Reader:
    """Return the reader that the settings ask for; the plain one never asks the model."""
    if settings.reader == "plain":
        return PlainReader()
    return ModelReader(model, settings=settings, decoding=decoding)


async def localize(
    proof: Proof,
    *,
    reader: Reader,
    settings: LocalizeSettings = _SETTINGS,
    lint: LintReport = _NOTHING_FOUND,
    reshape: Reshape = as_found,
) -> Localization:
    """Split a proof into units, build its tree of states, and choose the first audit window.

    Args:
        lint: What code has already established about the proof.
        reshape: What an ablation makes of the units before they are audited.

    Raises:
        ProviderError: the model could not be reached.
        BudgetExceededError: the token or money limit was reached.
    """
    read = await reader.read(proof)
    found = reshape(
        Localization(
            proof=proof,
            substeps=read.substeps,
            tree=read.tree,
            suspicions=read.suspicions,
            window=audit_window(read.tree.units, read.suspicions, settings),
            notes=read.notes,
            artifacts=read.artifacts,
        )
    )
    # A refuted claim that the text takes back is no error, so it does not hide what comes after.
    refuted = material_findings(found, lint.refuted)
    progress = AuditProgress(error=min((finding.step for finding in refuted), default=None))
    return with_window(found, next_window(found.units, found.suspicions, settings, progress))
