"""A model and a judge that know nothing, for measuring everything around them.

The model answers every prompt of the pipeline with a valid reply of ordinary length; the judge
stands for Lean. How often a statement compiles, passes the gate or is proved is drawn from a hash
of its text, so that a run can be repeated and takes every path of stage two now and then.
"""

import re
from dataclasses import dataclass

from bench._rehearsal import RehearsalJudge, answer_each, localize_reply
from faithsieve.localize.replies import DoubtLine, ScanReply, ScoreLine
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import digest_of
from faithsieve.records.faithfulness import DriftCategory, SlotRole
from faithsieve.records.lean import FrozenStatement, Polarity
from faithsieve.records.localization import ErrorType
from faithsieve.records.review import ReviewVerdict, TranslationDifficulty
from faithsieve.synthesize.final_synthesis import SynthesisReply
from faithsieve.synthesize.materiality import MaterialityReply
from faithsieve.verify.gate.semantic_check import AspectReply, GateReply, SlotReply
from faithsieve.verify.prover import ProofReply
from faithsieve.verify.review import ReviewReply, UnitReviewReply
from faithsieve.verify.statement import StatementReply

_BLOCK = re.compile(r"<(problem|context)-[0-9a-f]+>\n(.*?)\n</\1-", re.DOTALL)
_UNIT = re.compile(r"^(edge_[0-9]+) \(step ", re.MULTILINE)
_UNITS_ASKED = re.compile(r"Task B for units ([0-9]+) to ([0-9]+);")
_HYPOTHESIS = re.compile(r"\((h[0-9]+)\) ")
_CONTEXT_LINE = re.compile(r"^h[0-9]+: ", re.MULTILINE)
REASON = "the left side becomes twice the product, and the sign of the second term is kept as given"


@dataclass(frozen=True)
class Rates:
    """How often things go well; nothing here is a claim about any real model."""

    formalised: float = 0.7
    """Units of which the reviewer says that a formal check would help."""
    stated: float = 0.8
    """Of their obligations, stated by the model at all."""
    compiles: float = 0.75
    """Of these, accepted by Lean as statements."""
    faithful: float = 0.7
    """Of these, passed by the gate."""
    proved: float = 0.5
    """Of these, closed by automation or search."""
    refuted: float = 0.05
    """Of these, refuted."""


NEVER = Rates(formalised=1, stated=1, compiles=1, faithful=1, proved=0, refuted=0)
"""The most expensive way: everything is stated and nothing is ever proved."""


def drawn(*parts: str) -> float:
    """A number in [0, 1) that depends on nothing but the texts."""
    return int(digest_of(list(parts))[:8], 16) / 16**8


class PlainPipeline:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that answers every stage plainly."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one question of the pipeline."""
        said = self._answer(request) or localize_reply(request)
        text = said if isinstance(said, str) else said.model_dump_json()
        return ChatReply(text=text, model="plain", finish_reason="stop")

    def _answer(self, request: ChatRequest) -> Record | str | None:
        asked = request.messages[-1].content
        match request.prompt.id:
            case "localize/suspicion":
                return _scan(asked)
            case "verify/review":
                return self._reviews(asked)
            case "verify/statement":
                blocks = dict(_BLOCK.findall(asked))
                return answer_each(asked, lambda claim: self._statements(claim, blocks))
            case "verify/semantic_check":
                return answer_each(asked, self._gate)
            case "verify/proof":
                return answer_each(asked, _bodies)
            case "synthesize/materiality":
                return MaterialityReply(claims=())
            case "synthesize/synthesis" | "synthesize/adjudication" | "synthesize/consistency":
                return SynthesisReply(label="correct", confidence=0.6, reason=f"{REASON}; {REASON}")
            case _:
                return None

    def _reviews(self, asked: str) -> ReviewReply:
        units = [
            (u, drawn("review", u, asked) < self._rates.formalised) for u in _UNIT.findall(asked)
        ]
        return ReviewReply(reviews=tuple(_review(unit, helps) for unit, helps in units))

    def _statements(self, asked: str, blocks: dict[str, str]) -> StatementReply:
        if drawn("stated", asked) >= self._rates.stated:
            return StatementReply(statements=(), equation="", obstacle="no numbers to speak of")
        text = _generic(blocks["context"], tag=digest_of(asked)[:4])
        return StatementReply(statements=(text,), equation="", obstacle="")

    def _gate(self, asked: str) -> GateReply:
        is_faithful = drawn("gate", asked) < self._rates.faithful
        labels = [label for label, _ in _HYPOTHESIS.findall(asked)]
        slots = [
            SlotReply(r=SlotRole.PREMISE, t="the equation stated before", l=(label,), m=1.0)
            for label in labels
        ]
        match = 1.0 if is_faithful else 0.25
        slots.append(SlotReply(r=SlotRole.CONCLUSION, t="the claimed identity", l=("c1",), m=match))
        return GateReply(
            slots=tuple(slots),
            sources=(),
            stands=is_faithful,
            falls=is_faithful,
            aspects=AspectReply(step=match, object=1, direction=1, role=1, surface=1),
            drift=() if is_faithful else (DriftCategory.WRONG_OBJECTS,),
            missing=(),
            example="",
            revision="" if is_faithful else "state the claimed identity itself",
            reason=REASON,
        )


def _generic(context: str, *, tag: str) -> str:
    """A statement of ordinary length that is about nothing, and that no search can try out."""
    facts = min(4, len(_CONTEXT_LINE.findall(context)) + 1)
    hypotheses = " ".join(f"(h{i} : {i} * x + y = {i + 2})" for i in range(1, facts + 1))
    claim = "∑ i ∈ Finset.range 4, (x + y) ^ 2 = 4 * (x + y) ^ 2"
    return f"(x y n{tag} : ℝ) {hypotheses} : {claim}"


def _scan(asked: str) -> ScanReply:
    """Little suspicion, but for a unit in the second half; two more get a reason."""
    first, last = (int(number) for number in _UNITS_ASKED.findall(asked)[-1])
    numbers = range(first, last + 1)
    focus = first + 2 * (last - first) // 3
    risks = {n: 0.8 if n == focus else 0.4 if n in (first + 1, last) else 0.1 for n in numbers}
    doubts = tuple(
        DoubtLine(n=n, t=(ErrorType.ALGEBRA,), y="a sign may be lost here")
        for n, risk in risks.items()
        if risk >= 0.3
    )
    return ScanReply(d=doubts, s=tuple(ScoreLine(n=n, r=risk) for n, risk in risks.items()))


def _review(unit: str, helps: bool) -> UnitReviewReply:
    return UnitReviewReply(
        u=unit,
        v=ReviewVerdict.UNCERTAIN,
        s=0.4,
        e="algebra",
        d=TranslationDifficulty.MEDIUM if helps else TranslationDifficulty.HARD,
        y=REASON,
    )


def _bodies(asked: str) -> ProofReply:
    tag = digest_of(asked)[:4]
    steps = "have h := sq_nonneg (x - y)\nhave k := mul_pos (by grind) (by grind)\nnlinarith [h, k]"
    return ProofReply(bodies=tuple(f"-- {tag}{i}\n{steps}" for i in range(4)))


class PlainJudge(RehearsalJudge):
    """A judge that draws at these rates what Lean would say, with messages of Lean's length."""

    objection = "failed to synthesize\n  HPow R R ?m\nat the exponent of the second term"
    complaint = "linarith failed to find a contradiction\nx y : R\n⊢ False"

    def __init__(self, rates: Rates) -> None:
        self._rates = rates

    def refuses(self, text: str) -> bool:
        """Refuse what is drawn not to compile."""
        return drawn("freeze", text) >= self._rates.compiles

    def accepts(self, statement: FrozenStatement, polarity: Polarity) -> bool:
        """Accept what is drawn to be proved or refuted."""
        rate = self._rates.proved if polarity is Polarity.CLAIM else self._rates.refuted
        return drawn("prove", polarity.value, statement.text) < rate
