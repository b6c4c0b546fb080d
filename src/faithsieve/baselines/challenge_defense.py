"""Natural-language decomposition with challenge and defence (paper app. F.8).

The proof is cut into pieces that remember their source step; at most four candidate first errors
are chosen; for each a challenger, a defender and a judge argue, and independent audits vote. Then
the candidates are weighed together, criticised, revised and turned into one label. No Lean, no
reward model, nothing of the pipeline. Every piece of a step that the decomposition loses is put
back whole by code; unreadable audits and arguments abstain; an unreadable choice of candidates,
judge or final answer is a parse failure.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from pydantic import Field

from faithsieve.baselines.opinions import (
    Deliberation,
    Judgement,
    Part,
    ask_each_or_fail,
    ask_side_by_side,
    parse_label,
    readable,
    show_judgements,
    show_label,
    verdict_of_label,
)
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask_text
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.proof import Label, Proof, StepIndex
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict

DECOMPOSE, CANDIDATES = "baselines/challenge_decompose", "baselines/challenge_candidates"
CHALLENGER, DEFENDER = "baselines/challenge_challenger", "baselines/challenge_defender"
JUDGE, AUDIT = "baselines/challenge_judge", "baselines/challenge_audit"
CONSISTENCY, CRITIQUE = "baselines/challenge_consistency", "baselines/challenge_critique"
REVISION, FINAL = "baselines/challenge_revision", "baselines/challenge_final"
PROMPTS = (
    *(DECOMPOSE, CANDIDATES, CHALLENGER, DEFENDER, JUDGE, AUDIT),
    *(CONSISTENCY, CRITIQUE, REVISION, FINAL),
)

OUTPUT_TOKENS = {
    "decompose": 3072,
    "candidates": 1536,
    "argument": 1024,
    "ruling": 768,
    "audit": 512,
    "overall": 1536,
    "final": 64,
}
"""The output limit of each stage; the paper says from 64 to 3072."""

_NOTHING_SAID = "(no readable argument)"


def _part(stage: str) -> Part:
    tokens = OUTPUT_TOKENS[stage]
    return f"challenge.{stage}", Decoding(temperature=0.1, max_output_tokens=tokens)


class Piece(Record):
    """One inference of the proof."""

    step: StepIndex
    """The original step it comes from."""
    text: str
    """What it says, in the proof's own words."""


class Pieces(Record):
    """A proof as a list of single inferences."""

    pieces: tuple[Piece, ...]
    """The inferences in order."""


class CandidateError(Record):
    """A step that may be the first wrong one."""

    step: StepIndex
    """The original step."""
    objection: str
    """What may be wrong with it."""


class CandidateErrors(Record):
    """The steps worth arguing about."""

    candidates: tuple[CandidateError, ...]
    """The most serious candidates in proof order; empty when no step looks wrong."""


class Argument(Record):
    """One side's case."""

    argument: str
    """The case, resting on the mathematics of the step."""


class Ruling(Record):
    """What the judge of one candidate decides."""

    reason: str
    """What decided it."""
    is_error: bool
    """Whether the step is mathematically wrong or unjustified."""
    confidence: float = Field(ge=0, le=1)
    """How sure, from 0 to 1."""


class AuditVote(StrEnum):
    """What one auditor says about a step."""

    ERROR = "error"
    SOUND = "sound"
    UNSURE = "unsure"


class Audit(Record):
    """One independent look at a candidate."""

    reason: str
    """What the auditor checked."""
    vote: AuditVote
    """`error`, `sound` or `unsure`."""


class Critique(Record):
    """What is weak in the overall assessment."""

    critique: str
    """Objections to the assessment: an earlier error missed, an objection that does not hold."""


class Hearing(NamedTuple):
    candidate: CandidateError
    challenge: str
    defence: str
    ruling: Ruling
    audits: Counter[str]


def whole_pieces(proof: Proof, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Order pieces by step, drop those of no step, and put back every step that has none."""
    known: dict[int, list[Piece]] = {step.index: [] for step in proof.steps}
    for piece in pieces:
        if piece.step in known and piece.text.strip():
            known[piece.step].append(piece)
    return tuple(
        piece
        for step in proof.steps
        for piece in known[step.index] or [Piece(step=step.index, text=step.text)]
    )


def choose_candidates(
    proof: Proof, candidates: Iterable[CandidateError], *, limit: int
) -> tuple[CandidateError, ...]:
    """Return the first ``limit`` distinct candidate steps, in proof order."""
    chosen: dict[int, CandidateError] = {}
    for candidate in candidates:
        if candidate.step <= len(proof.steps) and len(chosen) < limit:
            chosen.setdefault(candidate.step, candidate)
    return tuple(chosen[step] for step in sorted(chosen))


class Court(Deliberation):
    def __init__(self, proof: Proof, model: ChatModel) -> None:
        super().__init__(proof, model)
        self._pieces = ""

    async def judge(self, *, max_candidates: int, audits: int) -> Verdict:
        """Judge the proof by all stages of the baseline.

        Raises:
            ReplyFormatError: the candidates, a ruling or a later decision could not be read.
        """
        self._pieces = show_pieces(await self._decompose())
        candidates = await self._candidates(max_candidates)
        hearings = show_hearings(await self._hear(candidates, audits))
        shown: dict[str, Any] = {"pieces": self._pieces, "hearings": hearings}
        overall = _part("overall")
        first = await self.opinion(CONSISTENCY, overall, **shown)
        shown["assessment"] = show_judgements((first,), name="Assessment")
        critique = await self.ask(CRITIQUE, Critique, overall, **shown)
        revised = await self.opinion(REVISION, overall, critique=critique.critique, **shown)
        label = await self._conclude(revised)
        return verdict_of_label(
            label,
            rationale=f"{revised.reason} (final answer: {show_label(label)})",
            artifacts=self.artifacts,
        )

    async def _decompose(self) -> tuple[Piece, ...]:
        how = _part("decompose")
        asked = self.ask(DECOMPOSE, Pieces, how, steps=self.proof.steps)
        found = readable(await ask_side_by_side([asked]))
        return whole_pieces(self.proof, (piece for reply in found for piece in reply.pieces))

    async def _candidates(self, limit: int) -> tuple[CandidateError, ...]:
        how = _part("candidates")
        found = await self.ask(CANDIDATES, CandidateErrors, how, pieces=self._pieces, limit=limit)
        return choose_candidates(self.proof, found.candidates, limit=limit)

    async def _hear(self, candidates: Sequence[CandidateError], audits: int) -> tuple[Hearing, ...]:
        # Audits do not depend on the argument, so they share the challengers' round.
        spoken = await ask_side_by_side(
            [
                *(self._argue(CHALLENGER, candidate) for candidate in candidates),
                *(self._audit(c, index) for c in candidates for index in range(audits)),
            ]
        )
        count = len(candidates)
        challenges = [_words(outcome) for outcome in spoken[:count]]
        replies = await ask_side_by_side(
            self._argue(DEFENDER, candidate, challenge=challenge)
            for candidate, challenge in zip(candidates, challenges, strict=True)
        )
        defences = [_words(outcome) for outcome in replies]
        heard = list(zip(candidates, challenges, defences, strict=True))
        rulings = await ask_each_or_fail(self._rule(*case) for case in heard)
        votes = [spoken[at : at + audits] for at in range(count, len(spoken), audits or 1)]
        counted = [_count_audits(mine) for mine in votes] or [Counter()] * count
        return tuple(
            Hearing(*case, ruling, audited)
            for case, ruling, audited in zip(heard, rulings, counted, strict=True)
        )

    def _about(self, candidate: CandidateError) -> dict[str, Any]:
        return {
            "pieces": self._pieces,
            "step": candidate.step,
            "objection": candidate.objection,
        }

    async def _argue(self, prompt_id: str, candidate: CandidateError, **said: Any) -> Argument:
        how = _part("argument")
        return await self.ask(prompt_id, Argument, how, **self._about(candidate), **said)

    async def _audit(self, candidate: CandidateError, index: int) -> Audit:
        how = _part("audit")
        return await self.ask(AUDIT, Audit, how, sample_index=index, **self._about(candidate))

    async def _rule(self, candidate: CandidateError, challenge: str, defence: str) -> Ruling:
        return await self.ask(
            JUDGE,
            Ruling,
            _part("ruling"),
            pieces=self._pieces,
            step=candidate.step,
            challenge=challenge,
            defence=defence,
        )

    async def _conclude(self, revised: Judgement) -> Label:
        shown = show_judgements((revised,), name="Assessment")
        prompt = render(FINAL, problem=self.proof.problem, steps=self.proof.steps, revised=shown)
        place = self.reserve()
        stage, decoding = _part("final")
        answer = await ask_text(self.model, prompt, stage=stage, decoding=decoding)
        self.cite(place, answer.key)
        return parse_label(answer, self.proof, prompt_id=FINAL)


def _words(outcome: object) -> str:
    """Return one side's argument, or a note that the side said nothing readable."""
    return outcome.argument if isinstance(outcome, Argument) else _NOTHING_SAID


def _count_audits(votes: Iterable[object]) -> Counter[str]:
    return Counter(
        vote.vote.value if isinstance(vote, Audit) else "no readable answer" for vote in votes
    )


def show_pieces(pieces: Iterable[Piece]) -> str:
    """Write pieces as ``3.2: …`` lines, the number before the dot being the original step."""
    lines: list[str] = []
    counts: Counter[int] = Counter()
    for piece in pieces:
        counts[piece.step] += 1
        lines.append(f"{piece.step}.{counts[piece.step]}: {piece.text}")
    return "\n".join(lines)


def show_hearings(hearings: Iterable[Hearing]) -> str:
    shown = [
        f"Candidate step {hearing.candidate.step}: {hearing.candidate.objection}\n"
        f"Challenger: {hearing.challenge}\nDefender: {hearing.defence}\n"
        f"Judge: {'an error' if hearing.ruling.is_error else 'no error'} "
        f"(confidence {hearing.ruling.confidence:.2f}). {hearing.ruling.reason}\n"
        "Audits: "
        + (", ".join(f"{vote} {count}" for vote, count in sorted(hearing.audits.items())) or "none")
        for hearing in hearings
    ]
    return "\n\n".join(shown) or "No step was named as a candidate."


async def judge_by_challenge(proof: Proof, model: ChatModel, settings: Settings) -> Verdict:
    sizes = settings.baselines
    court = Court(proof, model)
    return await court.judge(max_candidates=sizes.max_candidates, audits=sizes.audits_per_candidate)
