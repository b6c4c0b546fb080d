"""Typed obligation discovery: from a transition to what it must answer for (paper app. B.4).

Deterministic: the type of a transition is inferred in the paper's order, and each type has a bundle
of obligations with a sentence template each. The key rule is enforced by construction: a fact that
a unit introduces is a premise of nothing until an obligation of its own is listed before.
"""

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from faithsieve.records.edge_unit import PROBLEM, ConditionName, EdgeUnit, GoalRelation, Pattern
from faithsieve.records.localization import Suspicion
from faithsieve.records.obligation import MOST_SHOWN, Obligation, ObligationKind, Premise
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, ScopeKind
from faithsieve.records.verification import LocalReview, ReviewVerdict, TranslationDifficulty
from faithsieve.symbolic.tokens import cue

Formalise = Literal["contested", "easy", "all"]
"""Which obligations a model may be asked to state."""


class TransitionType(StrEnum):
    """What a transition does, in the order in which the paper infers it."""

    CASE_SPLIT = "case_split"
    WITNESS = "witness"
    FACT_PLUS_REDUCTION = "fact_plus_reduction"
    GOAL_REDUCTION = "goal_reduction"
    REWRITE = "rewrite"
    DERIVED_FACT = "derived_fact"


_REWRITE_WORDS = cue("unit_rewrites")
_PARTITION_WORDS = cue("partitions")
_REASON_WORDS = cue("gives_reason")
_BARE_WORDS = cue("bare_assertion")

_SPLIT_PATTERNS = frozenset({Pattern.CASE_SPLIT_2, Pattern.CASE_SPLIT_3_PLUS})
# What such a unit supposes, fixes or names needs no proof; one that also claims has another label.
_NAMING_PATTERNS = frozenset(
    {Pattern.CONTRADICTION, Pattern.UNIVERSAL_INTRODUCTION, Pattern.DEFINITION, Pattern.TRIAL}
)
# What the text takes back, gives up or only tries is no context, unless the unit builds on it.
_STANDING = frozenset({ClaimStatus.ASSERTED, ClaimStatus.ASSUMED, ClaimStatus.RECALLED})
# Fewer letters are found in every text.
_LEAST_QUOTED = 3
DOUBT = 0.5
"""From this suspicion on a unit is contested although the reviewer lets it pass, and a claim is
refuted before it is proved."""
_CONFIDENCE = {
    TranslationDifficulty.EASY: 0.9,
    TranslationDifficulty.MEDIUM: 0.6,
    TranslationDifficulty.HARD: 0.3,
    TranslationDifficulty.NOTHING: 0.0,
}


def infer_transition(unit: EdgeUnit, tree: StateTree) -> TransitionType:
    """Type a transition by the paper's rules, in its order, from its labels and scopes."""
    # A scope has its own goal, which reduces nothing; only a unit that says so does.
    reduces = unit.goal_relation is GoalRelation.GOAL_REDUCTION
    goal_changes = reduces and any(goal != unit.before_goal for goal in unit.after_goals)
    is_split = unit.pattern in _SPLIT_PATTERNS or unit.goal_relation is GoalRelation.CASE_SPLIT
    rules = (
        (TransitionType.CASE_SPLIT, is_split),
        (TransitionType.WITNESS, _produces_witness(unit, tree)),
        (TransitionType.FACT_PLUS_REDUCTION, goal_changes and bool(unit.new_conditions)),
        (TransitionType.GOAL_REDUCTION, goal_changes),
        (TransitionType.REWRITE, bool(_REWRITE_WORDS.search(unit.text))),
    )
    return next((kind for kind, holds in rules if holds), TransitionType.DERIVED_FACT)


def _produces_witness(unit: EdgeUnit, tree: StateTree) -> bool:
    """Return whether an object is produced for an existence claim.

    Where the object has a scope of its own, what is said inside are facts about it, and the unit
    that closes the scope claims that such an object exists.
    """
    if ScopeKind.WITNESS in _kinds(tree, unit, "first"):
        return ScopeKind.WITNESS in _kinds(tree, unit, "last")
    closes = ScopeKind.WITNESS in _kinds(tree, unit, "last")
    return closes or unit.pattern is Pattern.EXISTENTIAL_INSTANTIATION


def _kinds(tree: StateTree, unit: EdgeUnit, end: Literal["first", "last"]) -> set[ScopeKind]:
    """Return the kinds of the scopes that a unit is the first or the last of."""
    return {scope.kind for scope in tree.scopes if getattr(scope, end) == unit.unit_id}


def _ends_contradiction(tree: StateTree, unit: EdgeUnit) -> bool:
    """Return whether a unit makes the last claim of a scope that is led to a contradiction."""
    places = {u.unit_id: u.edge_index for u in tree.units}
    for scope in tree.scopes:
        if scope.kind is ScopeKind.CONTRADICTION:
            inside = tree.units[places[scope.first] - 1 : places[scope.last]]
            if [u.unit_id for u in inside if u.makes_claim][-1:] == [unit.unit_id]:
                return True
    return False


# The words before the claim of each kind of obligation, and why it has to be asked.
_WORDINGS = {
    ObligationKind.DERIVED_FACT: ("From the context it follows that", ""),
    ObligationKind.REWRITE: ("By a valid rewrite or calculation from the context", ""),
    ObligationKind.ENTAILMENT: ("The context alone entails, without further facts", ""),
    ObligationKind.CONTESTED_CLAIM: ("In this context the following claim is true", ""),
    ObligationKind.GOAL_REDUCTION: (
        "In the context it is enough to prove the new goal",
        "the goal changes, so the new goal must be sufficient for the old one",
    ),
    ObligationKind.FACT_PLUS_REDUCTION: (
        "In the context it is enough to prove the new goal",
        "the goal changes, so the new goal must be sufficient for the old one",
    ),
    ObligationKind.WITNESS: (
        "The object introduced exists in this context and satisfies",
        "an object is named, so it must have the property it is used for",
    ),
    ObligationKind.BRANCH_ELIMINATION: (
        "The assumptions of the current branch lead to a contradiction",
        "a branch is discarded, so its assumptions must be impossible together",
    ),
    ObligationKind.CASE_SPLIT: (
        "In the context at least one of the cases holds",
        "the proof goes on by cases, so the cases must cover everything",
    ),
    ObligationKind.JUSTIFICATION_FAITHFULNESS: (
        "The reason given really yields the cases",
        "the split is justified by a stated reason",
    ),
    ObligationKind.OVERLAP_PARTITION: (
        "No two of these cases can hold at once",
        "the text says that the cases exclude each other",
    ),
}


class _Bundle:
    """Collects the obligations of one unit and numbers them."""

    def __init__(
        self,
        unit: EdgeUnit,
        tree: StateTree,
        review: LocalReview | None,
        prior: Suspicion | None,
        formalise: Formalise,
    ) -> None:
        self.unit = unit
        # The problem stands for its givens.
        self.context = tuple(
            Premise(
                name=c.name,
                text=c.text,
                is_assumption=c.is_assumption,
                is_definition=c.status is ClaimStatus.RECALLED,
            )
            for c in tree.context_of(unit)
            if (c.status in _STANDING or c.name in unit.uses)
            and (c.introduced_by is not None or c.name == PROBLEM)
        )
        following = [u.text for u in tree.units[unit.edge_index : unit.edge_index + 1]]
        self.surroundings = "\n\n".join([unit.original_step_text, *following])
        self.earlier = tuple(u.text for u in tree.units[: unit.edge_index - 1])
        self.new = tuple(tree.condition(name) for name in unit.new_conditions)
        self.ends_contradiction = _ends_contradiction(tree, unit)
        self.review = review
        self.prior = prior
        self.formalise = formalise
        self.found: list[Obligation] = []

    @property
    def claims(self) -> list[str]:
        """New facts that are asserted; assumptions of a branch are supposed, not claimed.

        What a split says as a whole is answered for by its covering cases.
        """
        own = self.unit.text if self.unit.pattern in _SPLIT_PATTERNS else None
        return [c.text for c in self.new if not c.is_assumption and c.text != own]

    @property
    def assumptions(self) -> list[str]:
        return [condition.text for condition in self.new if condition.is_assumption]

    def disputed_link(self, claim: str) -> str:
        """Return the link of a chain that the reviewer quotes; else empty."""
        quoted = self.review.disputed if self.review and self.is_objected else ""
        links, whole = len(_RELATION.findall(quoted)), len(_RELATION.findall(claim))
        return quoted if is_quoted(quoted, claim) and 0 < links < whole else ""

    @property
    def is_objected(self) -> bool:
        return self.review is not None and self.review.verdict is ReviewVerdict.INCORRECT

    @property
    def is_contested(self) -> bool:
        """Whether anybody doubts the unit; without a review the scan's word counts."""
        if self.review is None:
            return self.prior is None or self.prior.should_formalise
        return self.review.verdict is not ReviewVerdict.CORRECT or self._suspicion() >= DOUBT

    def add(
        self,
        kind: ObligationKind,
        claim: str,
        *,
        reason: str = "",
        with_facts: Sequence[Obligation] = (),
    ) -> Obligation:
        """Add one obligation; new facts are premises only behind their own obligations."""
        words, usual_reason = _WORDINGS[kind]
        facts = tuple(
            Premise(name=ConditionName(fact.id), text=fact.claim)
            for fact in with_facts
            # The sentence under test is never its own context; only a fact taken out of it may be.
            if fact.claim != self.unit.text
        )
        obligation = Obligation(
            id=f"{self.unit.unit_id}/{len(self.found) + 1}",
            unit_id=self.unit.unit_id,
            step=self.unit.original_step_idx,
            kind=kind,
            claim=claim,
            statement=f"{words}: {claim}",
            premises=(*self._context_for(kind), *facts),
            depends_on=tuple(fact.id for fact in with_facts),
            cited=tuple(name for name in self.unit.uses if name in self.unit.before_conditions),
            source=self.unit.text,
            surroundings=self.surroundings,
            reason=reason or usual_reason,
            use_lean=self._use_lean(),
            is_contested=self.is_contested,
            objection=self._objection(claim),
            counterexample=self.review.counterexample if self.review else "",
            lean_priority=self._priority(),
            suspicion=self._suspicion(),
        )
        if self._says_nothing and may_claim_nothing(obligation):
            obligation = obligation.changed(claims_nothing=True)
        self.found.append(obligation)
        return obligation

    def _context_for(self, kind: ObligationKind) -> tuple[Premise, ...]:
        """Return the context; that the cases cover everything is not shown by one of them."""
        if kind is not ObligationKind.CASE_SPLIT:
            return self.context
        return tuple(p for p in self.context if p.name not in self.unit.new_conditions)

    def _use_lean(self) -> bool:
        if self.formalise == "all" or self.is_contested:
            return True
        if self.formalise == "contested" or self.review is None:
            return False
        return self.review.difficulty is not TranslationDifficulty.HARD

    def _objection(self, claim: str) -> str:
        """Return the reviewer's reason for claims that overlap its quotation; else empty."""
        review = self.review
        if review is None or review.verdict is ReviewVerdict.CORRECT or review.is_default:
            return ""
        quoted = _letters(review.disputed)
        is_told = any(_overlap(quoted, _letters(own)) for own in self.claims)
        is_other = is_told and not _overlap(quoted, _letters(claim))
        return "" if is_other else review.reason

    @property
    def _says_nothing(self) -> bool:
        """Whether the reviewer finds nothing in the unit that could be false."""
        review = self.review
        return (
            review is not None
            and review.verdict is ReviewVerdict.CORRECT
            and review.difficulty is TranslationDifficulty.NOTHING
        )

    def _suspicion(self) -> float:
        said = self.review.suspicion if self.review else 0.0
        return max(said, self.prior.risk if self.prior else 0.0)

    def _priority(self) -> float:
        confidence = _CONFIDENCE[self.review.difficulty] if self.review else 0.6
        return round(0.5 * self._suspicion() + 0.5 * confidence, 6)


def assumes_claim(premise: Premise, claim: str) -> bool:
    """Return whether a premise assumes the claim itself: a proof from it shows no inference.

    An earlier claim in the same words is none: it has obligations of its own. The premise stays in
    the context all the same, for without it a plain repetition would look refutable.
    """
    # "Suppose x = 2" ends with the claim; what is only a part of a longer supposition does not.
    return premise.is_assumption and _letters(premise.text).endswith(_letters(claim))


def _letters(text: str) -> str:
    # Composed: of two equivalent characters a model may write the other.
    return re.sub(r"[\s$.,;:]|\\[()\[\]]", "", unicodedata.normalize("NFC", text))


def _overlap(quoted: str, text: str) -> bool:
    return bool(quoted and text) and (quoted in text or text in quoted)


def _fact_kind(bundle: _Bundle, transition: TransitionType) -> ObligationKind:
    if bundle.is_objected:
        return ObligationKind.CONTESTED_CLAIM
    if bundle.ends_contradiction:
        return ObligationKind.BRANCH_ELIMINATION
    if transition is TransitionType.REWRITE:
        return ObligationKind.REWRITE
    if _BARE_WORDS.search(bundle.unit.text):
        return ObligationKind.ENTAILMENT
    return ObligationKind.DERIVED_FACT


def _facts(bundle: _Bundle, transition: TransitionType) -> list[Obligation]:
    """Add one obligation for each new claim, or for the unit's text if the tree names none."""
    claims = bundle.claims
    if not claims and not bundle.assumptions:
        claims = [bundle.unit.text]
    kind = _fact_kind(bundle, transition)
    # Of a sentence that ends a contradiction only the last fact is absurd; the others lead to it.
    is_end = kind is ObligationKind.BRANCH_ELIMINATION
    early = ObligationKind.DERIVED_FACT if is_end else kind
    reason = f"the {transition.value.replace('_', ' ')} introduces this claim"
    links = [link for claim in claims if (link := bundle.disputed_link(claim))]
    stated = [*links, *claims]
    return [
        bundle.add(kind if n == len(stated) else early, claim, reason=reason)
        for n, claim in enumerate(stated, start=1)
    ]


def _reduction(
    bundle: _Bundle, kind: ObligationKind, with_facts: Sequence[Obligation] = ()
) -> None:
    unit = bundle.unit
    goals = [goal for goal in unit.after_goals if goal != unit.before_goal]
    claim = f"If {'; and '.join(goals)}, then {unit.before_goal}"
    bundle.add(kind, claim, with_facts=with_facts)


def _case_split(bundle: _Bundle) -> None:
    """Choose among the four obligations of a case analysis by what the text does with the cases."""
    text = bundle.unit.text
    cases = bundle.assumptions or [text]
    bundle.add(ObligationKind.CASE_SPLIT, " or ".join(f"({case})" for case in cases))
    # A sentence that stands in its first case already gives a reason for what it claims there.
    is_inside = any(premise.name in bundle.unit.new_conditions for premise in bundle.context)
    if bundle.claims and not is_inside and _REASON_WORDS.search(text):
        bundle.add(ObligationKind.JUSTIFICATION_FAITHFULNESS, text)
    if _PARTITION_WORDS.search(text):
        bundle.add(ObligationKind.OVERLAP_PARTITION, "; ".join(cases))
    if bundle.claims:
        _facts(bundle, TransitionType.DERIVED_FACT)


def _disputed_inference(bundle: _Bundle) -> Obligation | None:
    """Build the obligation that the disputed conclusion follows from the author's premises alone.

    The reviewer names both and code finds them in the text: a premise that nobody wrote, or a
    conclusion that the unit does not draw, would be the reviewer's own inference.
    """
    disputed = bundle.review.inference if bundle.review and bundle.is_objected else None
    if disputed is None or not is_quoted(disputed.conclusion, bundle.unit.text):
        return None
    used = [_quoted_premise(bundle, text, n) for n, text in enumerate(disputed.premises, start=1)]
    found = [premise for premise in used if premise is not None]
    if len(found) < len(used) or _letters(disputed.conclusion) in map(_letters, disputed.premises):
        return None
    listed = " ".join(f"({n}) {text}" for n, text in enumerate(disputed.premises, start=1))
    asked = bundle.add(ObligationKind.JUSTIFICATION_FAITHFULNESS, disputed.conclusion)
    bundle.found.remove(asked)
    standing = [p for p in bundle.context if p.name == PROBLEM or p.stands_throughout]
    return asked.changed(
        statement=f"The text concludes: {asked.claim}. It follows from these alone: {listed}",
        reason="the reviewer disputes that this follows from what the author uses",
        premises=tuple({p.name: p for p in (*standing, *found)}.values()),
        cited=tuple(dict.fromkeys(premise.name for premise in found)),
        is_inference=True,
    )


def is_quoted(quoted: str, text: str, least: int = _LEAST_QUOTED) -> bool:
    """Return whether a text has a quote of at least so many characters, ignoring spaces."""
    letters = _letters(quoted)
    return len(letters) >= least and letters in _letters(text)


def _quoted_premise(bundle: _Bundle, quoted: str, number: int) -> Premise | None:
    """Return the premise that a reviewer quotes: a context line, or words up to the unit's end."""
    for premise in bundle.context:
        if quoted.strip() == premise.name or is_quoted(quoted, premise.text):
            return premise
    # What was written in a branch that is closed by now is no context, and yet what he uses.
    if any(is_quoted(quoted, text) for text in (bundle.unit.text, *bundle.earlier)):
        return Premise(name=ConditionName(f"hp{number}"), text=quoted)
    return None


def discover_obligations(
    unit: EdgeUnit,
    tree: StateTree,
    *,
    review: LocalReview | None = None,
    prior: Suspicion | None = None,
    formalise: Formalise = "easy",
) -> tuple[Obligation, ...]:
    """Turn one transition into its obligations; the same unit always gives the same ones.

    What only announces or names has no fact to answer for, and one made up for it would be
    refutable; a new goal has to be enough for the old one, however it is announced.
    """
    transition = infer_transition(unit, tree)
    # What only supposes claims nothing, but that the cases which it opens cover everything.
    supposes = unit.status is ClaimStatus.ASSUMED and transition is not TransitionType.CASE_SPLIT
    names = supposes or unit.pattern in _NAMING_PATTERNS
    bundle = _Bundle(unit, tree, review, prior, formalise)
    # What a reviewer objects to claims something, however it is introduced.
    if not bundle.is_objected and (not unit.makes_claim or names):
        return ()
    match transition:
        case TransitionType.CASE_SPLIT:
            _case_split(bundle)
        case TransitionType.WITNESS:
            for claim in bundle.claims:
                bundle.add(ObligationKind.WITNESS, claim)
        case TransitionType.FACT_PLUS_REDUCTION:
            facts = _facts(bundle, transition) if bundle.claims else ()
            _reduction(bundle, ObligationKind.FACT_PLUS_REDUCTION, facts)
        case TransitionType.GOAL_REDUCTION:
            _reduction(bundle, ObligationKind.GOAL_REDUCTION)
        case TransitionType.REWRITE | TransitionType.DERIVED_FACT:
            _facts(bundle, transition)
    disputed = _disputed_inference(bundle)
    # First, because the dispute is about it; a true claim with a broken reason is confirmed else.
    return (*((disputed,) if disputed else ()), *bundle.found)


_FORMULA = re.compile(r"\$+([^$]+)\$+|\\\[(.+?)\\\]|\\\((.+?)\\\)", re.DOTALL)
_RELATION = re.compile(r"[=<>≤≥≠∣≡]|\\(?:leq?|geq?|neq?|lt|gt|mid|equiv|approx)\b")


_REDUCTIONS = frozenset({ObligationKind.GOAL_REDUCTION, ObligationKind.FACT_PLUS_REDUCTION})


def may_claim_nothing(obligation: Obligation) -> bool:
    """Return whether a reader's word that a claim says nothing is to be believed.

    Whether a new goal is a proposition at all only a reader can tell.
    """
    return obligation.kind in _REDUCTIONS or not says_something_new(obligation)


def says_something_new(obligation: Obligation) -> bool:
    """Return whether a claim has a relation that problem and context lack."""
    known = [premise.text for premise in obligation.premises]
    formulas = ("".join(found) for found in _FORMULA.findall(obligation.claim))
    said = "".join(map(_letters, known))
    return any(_RELATION.search(text) and _letters(text) not in said for text in formulas)


def shared_premises(
    obligations: Sequence[Obligation], latest: int = MOST_SHOWN
) -> tuple[Premise, ...]:
    """Return the shown premises of some obligations, each once."""
    shown = {p.name: p for obligation in obligations for p in obligation.shown_premises(latest)}
    return tuple(shown.values())


def shared_context(obligations: Sequence[Obligation], latest: int = MOST_SHOWN) -> str:
    """Return the shown premises of some obligations, one a line."""
    lines = [f"{p.name}: {p.text}" for p in shared_premises(obligations, latest)]
    return "\n".join(lines) or "(nothing but the problem)"


def usable_premises(obligation: Obligation) -> str:
    """Return the names of the premises that an obligation may use."""
    if obligation.is_inference:
        names = [p.name for p in obligation.shown_premises()]
        return f"{', '.join(names) or 'the problem'} and what the problem says its objects are"
    return ", ".join(["the problem", *(p.name for p in obligation.shown_premises())])
