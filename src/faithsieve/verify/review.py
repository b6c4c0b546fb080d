"""Local natural-language review of the scheduled units (paper §4.2, app. B.3).

One call covers the window, so that problem and proof are sent once; each unit is judged on its own.
A review is an opinion: it steers what is checked and may agree with formal evidence, but it never
makes a step incorrect by itself.
"""

from collections.abc import Sequence

from pydantic import Field

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import ConditionName, EdgeUnit, UnitId
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Standard
from faithsieve.records.state_tree import Condition, StateTree
from faithsieve.records.verification import (
    DisputedInference,
    LocalReview,
    ReviewVerdict,
    TranslationDifficulty,
)

PROMPT = "verify/review"
STANDARD = Standard()


class UnitReviewReply(Record):
    """The review of one unit, with the short names the model sees."""

    u: str
    """Unit id."""
    y: str
    """Reason; before the verdict, so that the verdict follows from it."""
    v: ReviewVerdict
    """Verdict."""
    s: float = Field(ge=0, le=1)
    """Suspicion."""
    e: str = ""
    """Kind of error."""
    q: str = ""
    """The wrong words of the unit, quoted."""
    p: tuple[str, ...] = ()
    """The premises of a wrong derivation, quoted."""
    x: str = ""
    """Values that show the error."""
    t: str = ""
    """Later words that take the claim back, quoted."""
    d: TranslationDifficulty = TranslationDifficulty.EASY
    """Translation difficulty."""


class ReviewReply(Record):
    """The reviews of one window."""

    reviews: tuple[UnitReviewReply, ...]
    """One a unit."""


class ReviewedUnits(Record):
    """What the reviewer said, and the call it said it in."""

    reviews: tuple[LocalReview, ...]
    """One a scheduled unit, in order; a unit the reply leaves out is uncertain."""
    notes: tuple[str, ...] = ()
    """What was missing or unknown in the reply."""
    artifacts: tuple[Digest, ...] = ()
    """The call behind it."""


def describe_units(units: Sequence[EdgeUnit], tree: StateTree) -> str:
    """Describe units to the reviewer; what stands above in the list is named and not said again."""
    listed = frozenset(unit.unit_id for unit in units)
    written: set[ConditionName] = set()
    return "\n".join(_describe(unit, tree, listed, written) for unit in units)


def _describe(
    unit: EdgeUnit, tree: StateTree, listed: frozenset[UnitId], written: set[ConditionName]
) -> str:
    """Describe one unit: what it uses, what it claims, where it stands.

    The problem stands above all units, and the scan's risk would only anchor the reviewer.
    ``written`` collects the givens that were written out.
    """
    used = set(unit.uses)
    known = [
        c
        for c in tree.context_of(unit)
        if c.introduced_by is not None and (c.name in used or c.is_assumption)
    ]
    said = [c for c in known if _stands_in(c, listed)]
    lines = [f"{unit.unit_id} (step {unit.original_step_idx}, {unit.pattern.word}): {unit.text}"]
    if said:
        lines.append(f"  from {', '.join(dict.fromkeys(str(c.introduced_by) for c in said))}")
    given = [c for c in known if c not in said]
    if again := [c.name for c in given if c.name in written]:
        lines.append(f"  given as above: {', '.join(again)}")
    lines += [f"  given {c.name}: {c.text}" for c in given if c.name not in written]
    written.update(c.name for c in given)
    lines += _claim_lines(unit, tree)
    lines += [f"  goal becomes: {g}" for g in unit.after_goals if g != unit.before_goal]
    lines += [f"  it {flag.in_words}" for flag in unit.risk_flags if flag.in_words]
    return "\n".join(lines)


def _claim_lines(unit: EdgeUnit, tree: StateTree) -> list[str]:
    """Name what a unit adds beyond its own words; the cases of a split are no claims each."""
    added = [tree.condition(name) for name in unit.new_conditions]
    cases = [c.text for c in added if c.is_assumption]
    lines = [
        f"  claims: {c.text}" for c in added if not c.is_assumption and c.text not in unit.text
    ]
    if any(case not in unit.text for case in cases):
        lines.append(f"  with the cases: {'; '.join(cases)}")
    return lines


def _say_everything(units: Sequence[EdgeUnit], proof: Proof) -> bool:
    """Return whether the units are the whole proof word for word: then it is shown once."""
    listed = "".join("".join(unit.text.split()) for unit in units)
    return listed == "".join("".join(step.text.split()) for step in proof.steps)


def _stands_in(condition: Condition, listed: frozenset[UnitId]) -> bool:
    """Return whether a listed unit states the condition; assumptions are always stated again."""
    is_own = not condition.is_assumption and not condition.name.endswith(".if")
    return is_own and condition.introduced_by in listed


def _undecided(unit: EdgeUnit, reason: str, *, has_failed: bool = True) -> LocalReview:
    """Build the default review: no opinion, so nothing can agree with it."""
    return LocalReview(
        unit_id=unit.unit_id,
        verdict=ReviewVerdict.UNCERTAIN,
        suspicion=0.5,
        reason=reason,
        is_default=True,
        has_failed=has_failed,
    )


def unreviewed(units: Sequence[EdgeUnit]) -> ReviewedUnits:
    """Build empty reviews of all units, for models whose opinion does not count."""
    return ReviewedUnits(
        reviews=tuple(_undecided(unit, "not reviewed", has_failed=False) for unit in units)
    )


def _review(unit: EdgeUnit, reply: UnitReviewReply) -> LocalReview:
    return LocalReview(
        unit_id=unit.unit_id,
        verdict=reply.v,
        suspicion=reply.s,
        error_type=reply.e,
        difficulty=reply.d,
        reason=reply.y,
        disputed=reply.q,
        inference=_inference(reply),
        counterexample=reply.x,
        taken_back=reply.t,
    )


def _inference(reply: UnitReviewReply) -> DisputedInference | None:
    premises = tuple(text for text in reply.p if text.strip())
    if reply.v is not ReviewVerdict.INCORRECT or not premises or not reply.q.strip():
        return None
    return DisputedInference(premises=premises, conclusion=reply.q)


def _match_up(units: Sequence[EdgeUnit], reply: ReviewReply) -> tuple[list[LocalReview], list[str]]:
    said: dict[str, UnitReviewReply] = {}
    for item in reply.reviews:
        # The first review counts; a second opinion on the same unit is dropped and noted.
        said.setdefault(item.u, item)
    known = {unit.unit_id for unit in units}
    notes = [f"the review names {item.u!r}, which is no scheduled unit" for item in reply.reviews
             if item.u not in known]  # fmt: skip
    reviews = []
    for unit in units:
        if unit.unit_id in said:
            reviews.append(_review(unit, said[unit.unit_id]))
        else:
            notes.append(f"the review leaves out {unit.unit_id}")
            reviews.append(_undecided(unit, "the reviewer said nothing about this unit"))
    return reviews, notes


async def review_units(
    units: Sequence[EdgeUnit],
    localization: Localization,
    *,
    model: ChatModel,
    decoding: Decoding,
    facts: Sequence[str] = (),
    sample_index: int = 0,
    standard: Standard = STANDARD,
) -> ReviewedUnits:
    """Review the scheduled units in one call; another sample is an independent review.

    An unreadable reply leaves every unit uncertain: a bad reply is not an opinion.
    """
    if not units:
        return ReviewedUnits(reviews=())
    prompt = render(
        PROMPT,
        problem=localization.proof.problem,
        proof=() if _say_everything(units, localization.proof) else localization.proof.steps,
        units=describe_units(units, localization.tree),
        facts="\n".join(facts),
        convention=standard.convention,
        rigour=standard.rigour,
    )
    try:
        answer = await ask(
            model,
            prompt,
            ReviewReply,
            stage="verify.review",
            decoding=decoding,
            sample_index=sample_index,
        )
    except ReplyFormatError as error:
        reason = f"the review could not be read: {error}"
        return ReviewedUnits(
            reviews=tuple(_undecided(unit, reason) for unit in units), notes=(reason,)
        )
    reviews, notes = _match_up(units, answer.record)
    return ReviewedUnits(reviews=tuple(reviews), notes=tuple(notes), artifacts=(answer.key,))
