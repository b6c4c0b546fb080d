"""Building a dataset: candidate proofs from problems, then expert labels (paper app. C.2).

A model writes each proof as well as it can, in numbered steps; its errors are natural ones. A
reply that is not cleanly numbered is a failure, never cut up by guess. Two annotators label the
candidates; a label enters the dataset when they agree or when an adjudicator has decided.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import Field

from faithsieve.datasets.shapes import content_id
from faithsieve.documents.blocks import plain_blocks
from faithsieve.documents.steps import Split, find_proofs
from faithsieve.errors import InputError, PendingReplyError, ReplyFormatError
from faithsieve.evaluate.record_files import read_records
from faithsieve.evaluate.statistics import cohen_kappa
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask_text
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.proof import Label, LabelledProof, NonEmptyText, Proof

PROMPT = "evaluate/generate_proof"


class ProblemRow(Record):
    problem: NonEmptyText
    """The problem statement."""
    id: str | None = None
    """Its id; made from its text where there is none."""
    group: str | None = None
    """A subject to report separately."""

    @property
    def name(self) -> str:
        return self.id or content_id("problem", self.problem)


class GeneratedProof(Record):
    row: LabelledProof
    """The proof, without a label."""
    key: Digest
    """The call that wrote it."""
    model: str
    """The model that says it answered."""


class FailedGeneration(Record):
    """A reply that is no numbered proof."""

    id: str
    """The row it would have been."""
    reason: str
    """Why it is not used."""


async def generate_candidate(
    problem: ProblemRow, *, model: ChatModel, decoding: Decoding, sample: int
) -> GeneratedProof | FailedGeneration:
    """Ask for one proof of one problem.

    Raises:
        LLMError: the model could not be asked; nothing is said about the problem.
    """
    row_id = problem.name if sample == 0 else f"{problem.name}-{sample + 1}"
    prompt = render(PROMPT, problem=problem.problem)
    try:
        answer = await ask_text(
            model, prompt, stage="generate", decoding=decoding, sample_index=sample
        )
        blocks = plain_blocks(answer.record)
        (read,) = find_proofs(blocks, split=Split.NUMBERED, name="reply", problem=problem.problem)
    except PendingReplyError:
        raise
    except (ReplyFormatError, InputError) as refusal:
        return FailedGeneration(id=row_id, reason=str(refusal))
    proof = Proof.from_texts(problem.problem, [step.text for step in read.steps])
    row = LabelledProof(id=row_id, proof=proof, group=problem.group, source="generated")
    return GeneratedProof(row=row, key=answer.key, model=answer.reply.model)


class ProofLabel(Record):
    """One annotator's label of one candidate."""

    id: str
    """The candidate."""
    label: Label
    """``correct`` or the first erroneous step."""
    note: str = ""
    """The reason."""


class Labelling(Record):
    """Candidates with their labels, and how the labels came about."""

    rows: tuple[LabelledProof, ...]
    """Candidates that have a label now."""
    agreed: int = Field(ge=0)
    """Rows both annotators label alike."""
    adjudicated: int = Field(ge=0)
    """Rows an adjudicator decided."""
    open: tuple[str, ...]
    """Rows without a label: one annotator is missing, or nobody adjudicated."""
    kappa: float | None
    """Cohen's kappa on the rows both labelled; None where they gave one answer throughout."""


def label_candidates(
    candidates: Sequence[LabelledProof], first: Path, second: Path, adjudicated: Path | None
) -> Labelling:
    """Give candidates the labels two annotators agree on, or an adjudicator decided.

    Raises:
        InputError: a label file cannot be read, or labels a step its proof does not have.
        MissingToolError: statsmodels is not installed.
    """
    known = {row.id: row for row in candidates}
    ours, theirs = _labels(first, known), _labels(second, known)
    settled = _labels(adjudicated, known) if adjudicated else {}
    both = [row_id for row_id in known if row_id in ours and row_id in theirs]
    final = {i: ours[i] for i in both if ours[i] == theirs[i]} | settled
    return Labelling(
        rows=tuple(row.changed(gold=final[row.id]) for row in candidates if row.id in final),
        agreed=sum(ours[i] == theirs[i] for i in both if i not in settled),
        adjudicated=len(settled),
        open=tuple(row_id for row_id in known if row_id not in final),
        kappa=cohen_kappa([ours[i] for i in both], [theirs[i] for i in both]) if both else None,
    )


def _labels(path: Path, known: Mapping[str, LabelledProof]) -> dict[str, Label]:
    labels = read_records(path, ProofLabel, key=lambda label: label.id)
    for label in labels:
        if label.id not in known:
            raise InputError(f"{path}: {label.id!r} is none of the candidates")
        if not known[label.id].proof.has_label(label.label):
            raise InputError(f"{path}: {label.id!r} has no step {label.label}")
    return {label.id: label.label for label in labels}
