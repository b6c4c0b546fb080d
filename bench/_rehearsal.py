"""A model and a judge that play a whole run without knowing anything: dry runs and benchmarks.

Every answer is well formed, made up, and a function of the question alone, so that a rehearsal is
the same on every machine and a replay of it can be compared. No answer means anything.
"""

import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from faithsieve.lean.caching_judge import CachingJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.signature import read_signature
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.localize.replies import (
    DoubtLine,
    MeaningReply,
    ReadingReply,
    RewriteReply,
    UnitLine,
)
from faithsieve.methods import Method, Tools
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatRequest
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.evidence import ClaimUse
from faithsieve.records.faithfulness import SlotRole
from faithsieve.records.lean import (
    ConclusionPart,
    FrozenBinder,
    FrozenStatement,
    Polarity,
    ProbeOrder,
    ProofJudgement,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
    StatementProbe,
)
from faithsieve.records.settings import Settings
from faithsieve.records.verification import ReviewVerdict, TranslationDifficulty
from faithsieve.store.run_store import RunStore
from faithsieve.synthesize.final_synthesis import SynthesisReply
from faithsieve.synthesize.materiality import MaterialityReply, UseReply
from faithsieve.verify.gate.semantic_check import AspectReply, GateReply, SlotReply
from faithsieve.verify.prover import ProofReply
from faithsieve.verify.review import ReviewReply, UnitReviewReply
from faithsieve.verify.statement import StatementReply
from faithsieve.wiring import Guards

IDENTITY = "rehearsal"

_UNIT = re.compile(r"^(edge_\d+) \(step", re.MULTILINE)
_STEP = re.compile(r"^Step (\d+): ", re.MULTILINE)


def _number(*about: str) -> int:
    """A number that depends on a text and on nothing else."""
    return int(digest_of(list(about))[:8], 16)


_TASK = re.compile(r"(?:doubts|more) for segments ([0-9]+) to ([0-9]+)[,;]")


_QUESTIONS = re.compile(
    r"\nTo (?:state|compare|prove)[^\n]*:\n<(\w+)-[0-9a-f]+>\n(.*)\n</\1-", re.DOTALL
)


def answer_each(asked: str, reply: Callable[[str], Record]) -> Record | str:
    """Answer a question of stage two, or several at once on a sheet."""
    found = _QUESTIONS.search(asked)
    questions = re.split(r"^\[[0-9]+\] ", found[2] if found else asked, flags=re.MULTILINE)[1:]
    if len(questions) < 2:
        return reply(asked)
    said = [reply(question).model_dump(mode="json") for question in questions]
    return json.dumps({"answers": [{"n": n, **one} for n, one in enumerate(said, start=1)]})


def localize_reply(request: ChatRequest, *, risk: float = 0.1) -> Record:
    """Answer a question of stage one: every segment a substep, a chain of states, one risk."""
    # The task stands after the proof, so the last match is ours and not the author's.
    found = _TASK.findall(request.messages[-1].content)
    numbers = tuple(range(int(found[-1][0]), int(found[-1][1]) + 1)) if found else ()
    match request.prompt.id:
        case "localize/state_tree" | "localize/state_tree_retry":
            units = tuple(UnitLine(s=n, on=(n - 1,)) for n in numbers)
            doubts = tuple(DoubtLine(s=n, y="", r=risk) for n in numbers)
            return ReadingReply(goal="", scopes=(), u=units, x=(), d=doubts)
        case "localize/rewrite":
            return RewriteReply(substeps=())
        case _:
            return MeaningReply(steps=())


def rehearsal_model(*, remembers: bool = True) -> ScriptedModel:
    """A model that answers every prompt of the method, its ablations and the direct judge."""

    async def answer(request: ChatRequest) -> Line:
        question = request.messages[-1].content
        match request.prompt.id.split("/"):
            case ["localize", _]:
                return localize_reply(request)
            case ["verify", "review"]:
                return review_reply(question)
            case ["verify", "statement"]:
                return answer_each(question, _statement)
            case ["verify", "semantic_check"]:
                return answer_each(question, _gate)
            case ["verify", "proof"]:
                return answer_each(question, lambda _: ProofReply(bodies=("omega", "simp_all")))
            case ["synthesize", "materiality"]:
                return _uses(question)
            case ["baselines", "direct"]:
                return _label(question)
            case _:
                return _synthesis(question)

    return ScriptedModel(answer, model=IDENTITY, remembers=remembers)


@asynccontextmanager
async def rehearsal_tools(
    method: Method, settings: Settings, ledger: RunStore, *, guards: Guards | None = None
) -> AsyncIterator[Tools]:
    """Build made-up tools where a run builds real ones; what they say is kept all the same."""
    model = CachedModel(rehearsal_model(remembers=False), ledger, IDENTITY)
    shared = guards.judge if guards else None
    judge = CachingJudge(shared or RehearsalJudge(), ledger) if method.asks_lean else None
    yield Tools(model, settings, judge=judge)


@asynccontextmanager
async def rehearsal_judge(settings: Settings) -> AsyncIterator[StatementJudge]:
    """Start a made-up judge where a run starts Lean."""
    yield RehearsalJudge()


def review_reply(question: str, verdict: ReviewVerdict | None = None) -> ReviewReply:
    """Review every unit, with one verdict or a made-up one for each."""
    opinions = [verdict] if verdict else list(ReviewVerdict)
    return ReviewReply(
        reviews=tuple(
            UnitReviewReply(
                u=unit,
                v=opinions[_number(question, unit) % len(opinions)],
                s=_number(unit, question) % 11 / 10,
                e="",
                d=TranslationDifficulty.EASY,
                y="made up",
            )
            for unit in dict.fromkeys(_UNIT.findall(question))
        )
    )


def _statement(question: str) -> StatementReply:
    number = _number(question) % 100
    if number % 4:
        return StatementReply(statements=(), equation="", obstacle="made up: it has no formula")
    text = f"(n : Nat) (h1 : n = {number}) : n + 1 = {number + 1}"
    return StatementReply(statements=(text,), equation="", obstacle="")


def _gate(question: str) -> GateReply:
    score = 1 if _number(question) % 3 else 0.25
    return GateReply(
        slots=(
            SlotReply(r=SlotRole.PREMISE, t="the premise", l=("h1",), m=1),
            SlotReply(r=SlotRole.CONCLUSION, t="the claim", l=("c1",), m=score),
        ),
        sources=(),
        aspects=AspectReply(step=1, object=1, direction=1, role=1, surface=1),
        stands=score == 1,
        falls=score == 1,
        drift=(),
        missing=(),
        example="",
        revision="",
        reason="made up",
    )


def _label(question: str) -> str:
    steps = len(_STEP.findall(question))
    chosen = _number(question) % (steps + 1)
    return f"step {chosen}" if chosen else "correct"


def _uses(question: str) -> MaterialityReply:
    """Rule on the first claim, with a quotation that may or may not stand in the proof."""
    use = list(ClaimUse)[_number(question) % len(ClaimUse)]
    return MaterialityReply(claims=(UseReply(n=1, reason="made up", quote="so that", use=use),))


def _synthesis(question: str) -> SynthesisReply:
    label = _label(question)
    return SynthesisReply(
        label="correct" if label == "correct" else int(label.removeprefix("step ")),
        confidence=_number(question) % 11 / 10,
        reason="made up",
    )


class RehearsalJudge(StatementJudge):
    """A judge that freezes most statements and accepts a proof now and then.

    A subclass may draw other statements and say something else about them.
    """

    toolchain = IDENTITY
    objection = ""
    """What it says about a statement it does not freeze."""
    complaint = ""
    """What it says about a proof it does not accept."""

    def refuses(self, text: str) -> bool:
        """Refuse every eighth statement."""
        return _number("freeze", text) % 8 == 0

    def accepts(self, statement: FrozenStatement, polarity: Polarity) -> bool:
        """Accept every fourth claim, and no refutation."""
        return polarity is Polarity.CLAIM and _number("judge", statement.text) % 4 == 0

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        """Freeze what is not drawn to be refused."""
        if self.refuses(text):
            return RefusedStatement(
                text=text,
                verdict="reject",
                reason="statement_elaboration",
                layer=SoundnessLayer.STATEMENT,
                detail=self.objection,
            )
        signature = read_signature(text)
        return FrozenStatement(
            text=text,
            type_digest=digest_of(["type", text]),
            type_text=text,
            environment="library",
            concludes_false=text.endswith(": False"),
            binders=tuple(
                FrozenBinder(name=name, kind=b.kind, type=b.type, is_prop=b.is_proposition)
                for b in signature.binders
                for name in b.names
            ),
            conclusion=(ConclusionPart(letter="c", text=signature.conclusion),),
            toolchain=self.toolchain,
        )

    async def judge_first(
        self,
        statement: FrozenStatement,
        bodies: Sequence[str],
        *,
        polarity: Polarity = Polarity.CLAIM,
        timeout_s: float = 30.0,
        heartbeats: int | None = None,
        budget: int | None = None,
    ) -> tuple[ProofJudgement, ...]:
        """Accept the first body where the goal is drawn to be provable; never ``False``."""
        accepts = not statement.concludes_false and self.accepts(statement, polarity)
        tried = bodies[:1] if accepts else bodies
        return tuple(self._judged(statement, polarity, body, accepts) for body in tried)

    async def probe(self, statement: FrozenStatement, order: ProbeOrder) -> StatementProbe:
        """Find nothing."""
        return StatementProbe()

    def _judged(
        self, statement: FrozenStatement, polarity: Polarity, body: str, accepts: bool
    ) -> ProofJudgement:
        return ProofJudgement(
            verdict=ProofVerdict.ACCEPT if accepts else ProofVerdict.REJECT,
            reason="" if accepts else "lean_error",
            layer=None if accepts else SoundnessLayer.ERRORS,
            detail="" if accepts else self.complaint,
            polarity=polarity,
            statement_digest=statement.type_digest,
            body=body,
            backend=IDENTITY,
            toolchain=self.toolchain,
            digest=Digest(digest_of([statement.text, polarity.value, body])),
        )
