"""Whether the proof rests on what is refuted: one question before a refutation names an error.

Lean takes every sentence literally, a grader asks whether the proof breaks. A model that sees the
proof and the refuted claims says which step uses each, or why none does, and quotes the words that
show it. Code finds the quotation in the proof; without it the claim counts as material, so that no
bare opinion removes a refutation. The error stands where the text first asserts the claim, if the
model quotes an earlier step for that. False arithmetic is set aside only where the quoted words
show that the number was not claimed: tried, supposed or taken back. Nothing takes back itself: the
refuted claim's own words show neither.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from faithsieve.errors import OutOfBudgetError, ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import ClaimUse, Refuted, Ruling
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import Rigour, Settings
from faithsieve.records.verification import VerifiedUnit
from faithsieve.records.wording import one_line
from faithsieve.synthesize.fusion import Basis, deciding_claims, may_be_gap

PROMPT = "synthesize/materiality"
MOST_STEPS = 4
"""The earliest steps with a refuted claim that one question is about."""
_LEAST_QUOTED = 6
"""Characters of a quotation without its spaces; a shorter one stands everywhere."""
_LONGEST_WORDS = 1000
"""Characters of a claim, or of what was found against it; few are longer."""


_INSIDE = re.compile(r"(?<=[^\W_])(?=[^\W_])|(?<=\d[.,])(?=\d)|(?<=\d)(?=[.,]\d)")
"""A place inside a word or a number."""
_NOT_CLAIMED = frozenset({ClaimUse.MENDED, ClaimUse.TRIAL})


class UseReply(Record):
    """What the model says about one refuted claim: the verdict follows from the reason."""

    n: int
    """The number of the claim."""
    reason: str
    """Which step uses the claim, or why none does."""
    quote: str = ""
    """The words of the proof that show it."""
    use: ClaimUse
    """The use, in one word."""
    first: str = ""
    """The words of an earlier step that assert the same claim already."""


class MaterialityReply(Record):
    """What the model says about all claims it was asked about."""

    claims: tuple[UseReply, ...]
    """One each."""


class RefutedClaim(NamedTuple):
    """A refutation that names an error unless the proof does not rest on the claim."""

    unit: VerifiedUnit
    result: Refuted

    @property
    def is_proved(self) -> bool:
        """Whether only the reason is refuted, and the claim itself is proved from the givens."""
        return may_be_gap(self.result, self.unit)

    @property
    def claim(self) -> str:
        """The refuted claim; empty for a finding of code, whose summary says all."""
        claims = (o.claim for o in self.unit.obligations if o.id == self.result.obligation_id)
        return next(claims, "")

    @property
    def words(self) -> str:
        """The claim, and what was found against it."""
        said = f"“{one_line(self.claim, _LONGEST_WORDS)}”. " if self.claim else ""
        at = f" Counterexample: {self.result.counterexample}." if self.result.counterexample else ""
        proved = " The claim itself is proved from the givens." if self.is_proved else ""
        found = one_line(self.result.summary, _LONGEST_WORDS)
        return f"step {self.unit.step}: {said}{found}.{at}{proved}"


def claims_to_weigh(units: Iterable[VerifiedUnit], basis: Basis) -> tuple[RefutedClaim, ...]:
    """Return the refuted claims of the earliest steps that nobody was asked about yet."""
    open_claims = [
        RefutedClaim(unit, result)
        for unit, result in deciding_claims(units, basis)
        if basis.ruling_on(unit, result) is None
    ]
    steps = sorted({claim.unit.step for claim in open_claims})[:MOST_STEPS]
    chosen = (claim for claim in open_claims if claim.unit.step in steps)
    return tuple(sorted(chosen, key=_place))


def _place(claim: RefutedClaim) -> tuple[StepIndex, str, str, str]:
    return claim.unit.step, claim.unit.unit_id, claim.result.obligation_id, claim.result.summary


async def weigh_claims(
    proof: Proof, claims: Sequence[RefutedClaim], *, model: ChatModel, settings: Settings
) -> tuple[Ruling, ...]:
    """Ask once whether the proof rests on these claims; without a readable answer it does.

    Args:
        claims: The refuted claims of the earliest steps.
    """
    prompt = render(
        PROMPT,
        problem=proof.problem,
        proof=proof.steps,
        claims="\n".join(f"{n}. {claim.words}" for n, claim in enumerate(claims, start=1)),
        **dict(settings.standard),
    )
    decoding, stage = settings.decoding.synthesis, "synthesize.materiality"
    try:
        answer = await ask(model, prompt, MaterialityReply, stage=stage, decoding=decoding)
    except (ReplyFormatError, OutOfBudgetError):
        return ()
    said = {entry.n: entry for entry in reversed(answer.record.claims)}
    return tuple(
        _ruling(proof, claim, entry, answer.key, settings.rigour)
        for n, claim in enumerate(claims, start=1)
        if (entry := said.get(n)) is not None
    )


def _ruling(
    proof: Proof, claim: RefutedClaim, answer: UseReply, key: Digest, rigour: Rigour
) -> Ruling:
    where = quoted_step(proof, answer.quote, _steps_to_quote(proof, claim.unit.step, answer.use))
    if answer.use in _NOT_CLAIMED and _has(claim.claim or claim.result.summary, answer.quote):
        where = None
    return Ruling(
        unit_id=claim.unit.unit_id,
        obligation_id=claim.result.obligation_id,
        use=answer.use,
        reason=answer.reason,
        quote=" ".join(answer.quote.split()) if where is not None else "",
        quoted_step=where,
        asserted_step=quoted_step(proof, answer.first, range(1, claim.unit.step)),
        is_material=where is None or not _may_excuse(claim, answer.use, rigour),
        artifact=key,
    )


def _may_excuse(claim: RefutedClaim, use: ClaimUse, rigour: Rigour) -> bool:
    """Return whether a use excuses a claim once it is quoted."""
    match use:
        case ClaimUse.USED | ClaimUse.CONCLUSION:
            return False
        case ClaimUse.MENDED | ClaimUse.TRIAL:
            return True
        case ClaimUse.REMARK | ClaimUse.WORDING:
            return not claim.result.is_arithmetic
        case ClaimUse.GAP:
            return rigour != "textbook" and claim.is_proved


def _steps_to_quote(proof: Proof, step: StepIndex, use: ClaimUse) -> range:
    """Return the steps in which words that show a use may stand, nearest first where it matters."""
    match use:
        case ClaimUse.REMARK | ClaimUse.WORDING | ClaimUse.GAP:
            return range(step, step + 1)
        case ClaimUse.TRIAL:
            return range(1, len(proof.steps) + 1)
        case ClaimUse.USED | ClaimUse.CONCLUSION | ClaimUse.MENDED:
            return range(step, len(proof.steps) + 1)


def quoted_step(proof: Proof, quote: str, steps: Iterable[StepIndex]) -> StepIndex | None:
    """Return the first of these steps that has the quotation, however it is spaced."""
    return next((s for s in steps if _has(proof.steps[s - 1].text, quote)), None)


def _has(text: str, quote: str) -> bool:
    """Return whether a text has these words, no word and no number cut."""
    text, wanted = _plain(text), "".join(_plain(quote).split())
    if len(wanted) < _LEAST_QUOTED:
        return False
    places = [n for n, character in enumerate(text) if not character.isspace()]
    squeezed = "".join(text[n] for n in places)
    start = squeezed.find(wanted)
    while start >= 0:
        edges = places[start], places[start + len(wanted) - 1] + 1
        if not any(_INSIDE.match(text, edge) for edge in edges):
            return True
        start = squeezed.find(wanted, start + 1)
    return False


def _plain(text: str) -> str:
    # Composed: of two equivalent characters a model may write the other.
    return unicodedata.normalize("NFC", text).replace("$", "")
