"""The only place that says *proved* (paper §4.2; threat model in ``docs/soundness.md``).

A model supplies a statement and a body; FaithSieve writes everything else. The driver reports
facts, layer by layer, and :func:`decide` folds them: every layer must give its positive sign, and
whatever is missing, cut short or unbound ends in ``inconclusive`` or ``reject``. Refutations are
proofs of goals that the driver built from the frozen term, never of a text a model wrote.
"""

import asyncio
import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from faithsieve.errors import CanaryError, LeanCrashError, LeanUnavailableError
from faithsieve.lean.embedded_checker import HEARTBEATS, LeanDriver, cut_message
from faithsieve.lean.embedded_worker import WorkerTimeoutError
from faithsieve.lean.finite_models import find_finite_model
from faithsieve.lean.name_hints import with_hint
from faithsieve.lean.screening import (
    ends_in_comment,
    hidden_characters,
    refusal_of,
    with_line_feeds,
)
from faithsieve.lean.terms import Declaration
from faithsieve.lean.wire import (
    JudgeReply,
    ProbeReply,
    Reply,
    TermsReply,
    WireBody,
    WireStatement,
    WireTarget,
    parse_reply,
)
from faithsieve.lean.work_time import metered
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.lean import (
    QUARANTINED,
    FiniteModel,
    FrozenStatement,
    LeanMessage,
    Polarity,
    ProbeOrder,
    ProofJudgement,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
    StatementProbe,
)

R = TypeVar("R", bound=Reply)
Slot = Literal["tactic", "term", "full"]
Environment = Literal["core", "library", "mathlib"]

ALL_LAYERS = frozenset(SoundnessLayer)

MEANS_SOMETHING_ELSE = frozenset(
    {"shadowed_binder", "shadowed_global", "instance_on_concrete_type"}
)
"""Findings with which a statement is not frozen: what it says is not what a reader sees."""

# Besides the automation: a power or a factorial is at least 1, one of two neighbours is even.
SIDE_TACTIC = (
    "intros; first | omega | (simp_all; done) | grind | exact Nat.pow_pos (by omega)"
    " | (have positive : ∀ m, 0 < Nat.factorial m := fun m =>"
    " Nat.rec (by decide) (fun k ih => Nat.mul_pos (Nat.succ_pos k) ih) m; exact positive _)"
    " | exact (Nat.mod_two_eq_zero_or_one _).elim"
    " (fun h => Nat.dvd_trans (Nat.dvd_of_mod_eq_zero h) (Nat.dvd_mul_right _ _))"
    " (fun h => Nat.dvd_trans (by omega) (Nat.dvd_mul_left _ _))"
)
FALSE_TACTIC = (
    "intros; first | contradiction | omega | (simp_all; done) | grind | exact Fin.elim0 ‹_›"
    " | (have h := ‹∀ _ : Nat, _› 1; revert h; decide)"
    " | (have h := ‹∀ _ : Nat, _› 2; revert h; decide)"
    " | (have square : ∀ y : Int, 0 ≤ y * y :="
    " (fun y => by rw [← Int.natAbs_mul_self]; exact Int.natCast_nonneg _);"
    " have h := square ‹Int›;"
    " (try simp only [Int.pow_succ, Int.pow_zero, Int.one_mul] at *); omega)"
    " | (have square := mul_self_nonneg ‹Real›; grind)"
)
PLAIN_TACTIC = (
    "intros; first | assumption | exact Eq.symm ‹_› | exact Ne.symm ‹_› | exact Iff.symm ‹_›"
)
"""For a condition that the claim itself says: it is the claim only if it says the same."""
PROBE_HEARTBEATS = 6_000
"""For each goal of a probe, in Lean's thousands: a guess at something simple."""
PROBE_SECONDS = 2.0
"""For all probes of one statement."""
READ_SECONDS = 10.0

RESOURCE_SIGNS = {
    "(deterministic) timeout": "timeout",
    "maximum recursion depth": "resource",
    "exceeds the threshold": "resource",
    "out of memory": "resource",
}
"""Lean's words for giving up. They only ever weaken a rejection to "not decided"."""


class ProofDecision(NamedTuple):
    """A verdict with its reason, before it is bound to a request."""

    verdict: ProofVerdict
    reason: str = ""
    layer: SoundnessLayer | None = None
    detail: str = ""


def decide(
    reply: JudgeReply, body: WireBody, *, layers: frozenset[SoundnessLayer] = ALL_LAYERS
) -> ProofDecision:
    """Fold the facts about one body into a decision.

    Args:
        reply: the answer it came in, bound to its request by the worker; one that was cut short
            says nothing about its last body, where the cut was.
        body: the facts.
        layers: the layers to apply; anything but all of them is for tests that show each is needed.
    """
    cut = _cut_short(reply)
    if cut and (reply.failure or not reply.bodies or body is reply.bodies[-1]):
        return cut
    if body.parse_error is not None:
        return _reject("body_parse", SoundnessLayer.POLICY, body.parse_error)
    if body.refused is not None and SoundnessLayer.POLICY in layers:
        if body.endless:
            return inconclusive("endless_evaluation", SoundnessLayer.POLICY, body.refused)
        return _reject("policy", SoundnessLayer.POLICY, body.refused)
    return _decide_elaborated(body, layers)


def _cut_short(reply: Reply) -> ProofDecision | None:
    """Why a reply decides nothing, whatever it says, or None when it is complete."""
    if reply.cancelled:
        return inconclusive("timeout", SoundnessLayer.BACKEND, "stopped at the time limit")
    if reply.failure:
        return inconclusive("backend_failure", SoundnessLayer.BACKEND, reply.failure)
    return None


def _decide_elaborated(body: WireBody, layers: frozenset[SoundnessLayer]) -> ProofDecision:
    # A target that Lean did not report has no sign at all.
    target = body.target or WireTarget()
    gave_up = _resource_sign(body.messages, body.thrown)
    leaf = "sorry" if "sorryAx" in target.bad else "bad_leaf"
    is_replayed = target.new > 0 and not target.unreplayed and target.replayed_type_equal
    unreplayed = ", ".join(target.unreplayed)
    checks = (
        (SoundnessLayer.ERRORS, not gave_up, gave_up, ""),
        (SoundnessLayer.ERRORS, _is_error_free(body), "lean_error", ""),
        (SoundnessLayer.SORRY, not _warns_of_sorry(body.messages), "sorry", "Lean's warning"),
        (SoundnessLayer.TARGET, target.found, "no_declaration", ""),
        (SoundnessLayer.TARGET, target.theorem, "not_a_theorem", ""),
        (SoundnessLayer.LEAVES, target.found and not target.bad, leaf, ", ".join(target.bad)),
        (SoundnessLayer.TYPE, target.type_equal, "type_mismatch", ""),
        (SoundnessLayer.REPLAY, is_replayed, "kernel_replay", unreplayed),
    )
    for layer, passed, reason, detail in checks:
        if layer in layers and not passed:
            weak = layer is SoundnessLayer.ERRORS and bool(gave_up)
            said = detail or body.thrown or _error_text(body.messages)
            return (inconclusive if weak else _reject)(reason, layer, said)
    return ProofDecision(ProofVerdict.ACCEPT)


def decide_statement(
    statement: WireStatement | None, refused: frozenset[str] = MEANS_SOMETHING_ELSE
) -> ProofDecision | None:
    """Why a statement cannot be frozen, or None when it can."""
    layer = SoundnessLayer.STATEMENT
    if statement is None:
        return inconclusive(
            "backend_failure", SoundnessLayer.BACKEND, "no facts about the statement"
        )
    if statement.parse_error is not None:
        return _reject("statement_parse", layer, statement.parse_error)
    if statement.refused is not None:
        return _reject("statement_policy", SoundnessLayer.POLICY, statement.refused)
    if gave_up := _resource_sign(statement.messages, statement.thrown):
        return inconclusive(gave_up, layer, "while elaborating the statement")
    if statement.errors or statement.thrown or statement.type_text is None:
        return _reject("statement_elaboration", layer, _error_text(statement.messages))
    if statement.bad:
        return _reject("statement_leaf", layer, ", ".join(statement.bad))
    odd = [finding for finding in statement.findings if finding.code in refused]
    if odd:
        return inconclusive(odd[0].code, layer, odd[0].detail)
    return None


class Quarantine:
    """Statements of which the claim and a refutation were both proved: from then on neither counts.

    Either the hypotheses exclude each other, so that everything follows from them, or something in
    this tool is wrong. Both ways no proof about the statement is evidence (``docs/soundness.md``).
    """

    def __init__(self) -> None:
        self._proved: dict[Digest, set[Polarity]] = {}

    def holds(self, type_digest: Digest) -> bool:
        """Whether the claim and a refutation of it were both proved."""
        proved = self._proved.get(type_digest, set())
        return Polarity.CLAIM in proved and len(proved) > 1

    def filter(self, judgements: Iterable[ProofJudgement]) -> tuple[ProofJudgement, ...]:
        """Turn acceptances about a statement in quarantine into open judgements."""
        return tuple(self._seen(judgement) for judgement in judgements)

    def _seen(self, judgement: ProofJudgement) -> ProofJudgement:
        about = judgement.statement_digest
        if about is None or not judgement.is_accepted:
            return judgement
        self._proved.setdefault(about, set()).add(judgement.polarity)
        return _held(judgement) if self.holds(about) else judgement


def _held(judgement: ProofJudgement) -> ProofJudgement:
    held = {
        "verdict": ProofVerdict.INCONCLUSIVE,
        "reason": QUARANTINED,
        "layer": SoundnessLayer.GATE,
        "detail": "the claim and a refutation of it are both proved",
    }
    return judgement.changed(**held)


class _Goal(NamedTuple):
    """What bodies are judged against, and within which limits."""

    statement: FrozenStatement
    polarity: Polarity = Polarity.CLAIM
    timeout_s: float = 30.0
    heartbeats: int = HEARTBEATS
    budget: int | None = None
    slot: Slot = "tactic"
    name: str = "target"


class ProofJudge:
    """Judges proofs with a Lean behind our driver, and watches itself with canaries."""

    def __init__(
        self,
        pool: LeanDriver,
        *,
        environment: Environment = "library",
        canary_every: int = 200,
        refused: frozenset[str] = MEANS_SOMETHING_ELSE,
    ) -> None:
        self.pool = pool
        self.environment: Environment = environment
        self.canary_every = canary_every
        self.refused = refused
        self._since_canary: list[Digest] = []
        self._quarantine = Quarantine()
        self._watching = asyncio.Lock()
        self._canaries_passed = False
        self._failed: CanaryError | None = None
        self._declarations: dict[str, Declaration] = {}

    @property
    def toolchain(self) -> str:
        return self.pool.toolchain.fingerprint

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        """Read a statement in a clean environment and freeze its elaborated type.

        Raises:
            LeanUnavailableError: Lean could not be asked.
        """
        if refusal := screen_statement(text):
            return _refused(text, refusal)
        reply = await self._read_statement(text, timeout_s)
        if isinstance(reply, ProofDecision):
            return _refused(text, reply)
        if problem := _cut_short(reply) or decide_statement(reply.statement, self.refused):
            return _refused(text, problem)
        assert reply.statement is not None
        return FrozenStatement(
            text=with_line_feeds(text),
            type_digest=type_digest(reply.statement.type_text or ""),
            type_text=reply.statement.type,
            environment=self.environment,
            findings=reply.statement.findings,
            concludes_false=reply.statement.concludes_false,
            binders=tuple(b.read(with_line_feeds(text)) for b in reply.statement.binders),
            conclusion=tuple(p.read(with_line_feeds(text)) for p in reply.statement.conclusion),
            conclusion_tree=reply.statement.conclusion_tree,
            toolchain=self.toolchain,
        )

    async def judge(
        self,
        statement: FrozenStatement,
        body: str,
        *,
        slot: Slot = "tactic",
        polarity: Polarity = Polarity.CLAIM,
        name: str = "target",
        timeout_s: float = 30.0,
    ) -> ProofJudgement:
        """Judge one body.

        Raises:
            LeanUnavailableError: Lean could not be asked.
            CanaryError: a canary was misjudged.
        """
        goal = _Goal(statement, polarity, timeout_s, slot=slot, name=name)
        return (await self._judge_watched(goal, (body,)))[0]

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
        """Judge bodies in order until one is accepted; one judgement for each that was tried.

        Raises:
            LeanUnavailableError: Lean could not be asked.
            CanaryError: a canary was misjudged, before this or while it was judged.
        """
        limits = (timeout_s, heartbeats or HEARTBEATS, budget)
        goal = _Goal(statement, polarity, *limits)
        return await self._judge_watched(goal, bodies) if bodies else ()

    async def _judge_watched(
        self, goal: _Goal, bodies: Sequence[str]
    ) -> tuple[ProofJudgement, ...]:
        """Judge bodies between canaries, and hold back what is in quarantine."""
        await self.check_canaries(if_due=True)
        judgements = await self._judge(goal, bodies)
        self._refuse_if_failed()
        self._since_canary += [judgement.digest for judgement in judgements]
        return self._quarantine.filter(judgements)

    async def probe(
        self,
        statement: FrozenStatement,
        order: ProbeOrder = ProbeOrder(),  # noqa: B008 - frozen
        *,
        timeout_s: float = PROBE_SECONDS,
        heartbeats: int = PROBE_HEARTBEATS,
    ) -> StatementProbe:
        """Let Lean try to prove that a statement says nothing, or assumes what it claims.

        Args:
            statement: The frozen statement.
            order: What the checker said of it; without its word only clashing hypotheses and
                truncating operations are looked for.
            timeout_s: For all probes together; what was found by then stands.
            heartbeats: Lean's own limit for each goal, in thousands.

        Raises:
            LeanUnavailableError: Lean could not be asked.
        """
        # A tactic that the core does not have would keep the whole text from being read.
        last = "" if self.environment == "core" else " | nlinarith"
        request = {
            "op": "probe",
            "statement": statement.text,
            "side_tactic": SIDE_TACTIC + last,
            "strong_tactic": FALSE_TACTIC,
            "plain_tactic": PLAIN_TACTIC,
            "claims": list(map(str, order.claims)),
            "foreign": list(map(str, order.foreign)),
            "said": list(map(str, order.said)),
            "heartbeats": heartbeats,
        }
        reply = await self._ask(ProbeReply, request, timeout_s)
        if isinstance(reply, ProofDecision):
            return StatementProbe(detail=reply.detail, seconds=timeout_s)
        late = "stopped at the time limit" if reply.cancelled else ""
        return StatementProbe(
            findings=(*reply.proved, *reply.conditions),
            seconds=reply.ms / 1000,
            detail=reply.failure or late,
        )

    async def finite_model(
        self, statement: FrozenStatement, names: Sequence[str]
    ) -> FiniteModel | None:
        """Search for a finite counterexample; the proof in it is a proposal to be judged.

        Raises:
            LeanUnavailableError: Lean could not be asked.
        """
        return await find_finite_model(statement, self, names)

    async def term_of(self, statement: FrozenStatement) -> str | None:
        """The serialised type of a frozen statement, or None where Lean did not give it.

        Raises:
            LeanUnavailableError: Lean could not be asked.
        """
        reply = await self._read_statement(statement.text, READ_SECONDS)
        if isinstance(reply, ProofDecision) or reply.statement is None:
            return None
        text = reply.statement.type_text
        return text if text and type_digest(text) == statement.type_digest else None

    async def declarations(self, names: Sequence[str]) -> dict[str, Declaration]:
        """Constants of Lean and of the library, as far as they exist.

        Raises:
            LeanUnavailableError: Lean could not be asked.
        """
        unknown = [name for name in names if name not in self._declarations]
        if unknown:
            request = {"op": "terms", "names": unknown}
            reply = await self._ask(TermsReply, request, READ_SECONDS)
            if isinstance(reply, ProofDecision):
                return {}
            self._declarations |= reply.constants
        return {name: self._declarations[name] for name in names if name in self._declarations}

    async def check_canaries(self, *, if_due: bool = False) -> None:
        """Judge known-true and known-false theorems, at once or only when it is time again.

        Raises:
            CanaryError: one was misjudged; everything since the last good pass is void.
            LeanUnavailableError: Lean could not be asked.
        """
        async with self._watching:
            self._refuse_if_failed()
            is_due = not self._canaries_passed or len(self._since_canary) >= self.canary_every
            if is_due or not if_due:
                await self._judge_canaries()

    async def _judge_canaries(self) -> None:
        # What is judged beside the canaries is not covered by this pass: it waits for the next.
        covered = len(self._since_canary)
        for text, body, expected in CANARIES:
            said = await self._judge_canary(text, body)
            if said.layer is SoundnessLayer.BACKEND:
                # Nothing was misjudged: a slow machine is asked again with the next question.
                raise LeanUnavailableError(f"the canary {text!r} got no answer: {said.reason}")
            if isinstance(said, RefusedStatement) or said.verdict is not expected:
                self._failed = CanaryError(
                    f"the canary {text!r} by {body!r} was judged {said.verdict} ({said.reason}), "
                    f"not {expected}; set Lean up again and recheck what it judged",
                    voided=tuple(self._since_canary),
                )
                raise self._failed
        self._canaries_passed = True
        del self._since_canary[:covered]

    async def _judge_canary(self, text: str, body: str) -> ProofJudgement | RefusedStatement:
        frozen = await self.freeze(text)
        if isinstance(frozen, RefusedStatement):
            return frozen
        (judgement,) = await self._judge(_Goal(frozen, timeout_s=60.0), (body,))
        return judgement

    def _refuse_if_failed(self) -> None:
        if self._failed is not None:
            raise self._failed

    async def _ask(
        self, kind: type[R], request: dict[str, Any], timeout_s: float
    ) -> R | ProofDecision:
        """Ask the driver; a request that Lean began and could not finish is left open."""
        base = "core" if self.environment == "core" else ""
        try:
            raw = await self.pool.ask({**request, "base": base}, timeout_s=timeout_s)
            return parse_reply(kind, raw)
        except (WorkerTimeoutError, LeanCrashError) as error:
            reason = "timeout" if isinstance(error, WorkerTimeoutError) else "resource"
            return inconclusive(reason, SoundnessLayer.BACKEND, str(error))

    async def _read_statement(self, text: str, timeout_s: float) -> JudgeReply | ProofDecision:
        """Let Lean read a statement, without any body."""
        goal = {"slot": "none", "polarity": Polarity.CLAIM.value, "heartbeats": HEARTBEATS}
        request = {"op": "judge", "statement": with_line_feeds(text), "bodies": [], "body": ""}
        return await self._ask(JudgeReply, request | goal, timeout_s)

    async def _judge(self, goal: _Goal, bodies: Sequence[str]) -> tuple[ProofJudgement, ...]:
        """Judge bodies; those that could break a worker are left open and cost no other."""
        layer = SoundnessLayer.SCREENING
        unsent = tuple(
            self._judgement(goal, body, inconclusive("resource", layer, why))
            for body in bodies
            if (why := refusal_of(body))
        )
        sent = [body for body in bodies if not refusal_of(body)]
        return (*unsent, *(await self._judge_sent(goal, sent) if sent else ()))

    async def _judge_sent(self, goal: _Goal, bodies: Sequence[str]) -> tuple[ProofJudgement, ...]:
        statement = goal.statement
        if statement.toolchain != self.toolchain or statement.environment != self.environment:
            layer = SoundnessLayer.STATEMENT
            other = inconclusive("other_toolchain", layer, statement.toolchain)
            return (self._judgement(goal, bodies[0], other),)
        texts = list(map(with_line_feeds, bodies))
        request: dict[str, Any] = {
            "op": "judge",
            "statement": statement.text,
            "slot": goal.slot,
            "polarity": goal.polarity.value,
            "name": goal.name,
            "bodies": texts,
            "body": texts[0],
            "heartbeats": goal.heartbeats,
        }
        if goal.budget is not None:
            request["budget"] = goal.budget
        with metered() as meter:
            reply = await self._ask(JudgeReply, request, goal.timeout_s)
        if isinstance(reply, ProofDecision):
            return (self._judgement(goal, bodies[0], reply, seconds=meter.seconds),)
        problem = decide_goal(reply, statement, goal.polarity, self.refused)
        if problem is None and not reply.bodies:
            layer = SoundnessLayer.BACKEND
            problem = inconclusive("backend_failure", layer, "no facts about the body")
        if problem is not None:
            return (self._judgement(goal, bodies[0], problem, reply, seconds=meter.seconds),)
        each_s = meter.seconds / len(reply.bodies)
        return tuple(
            self._judgement(goal, text, decide(reply, body), reply, body, seconds=each_s)
            for text, body in zip(bodies, reply.bodies, strict=False)
        )

    def _judgement(
        self,
        goal: _Goal,
        body: str,
        decision: ProofDecision,
        reply: JudgeReply | None = None,
        facts: WireBody | None = None,
        *,
        seconds: float = 0.0,
    ) -> ProofJudgement:
        target = facts.target if facts else None
        frozen, polarity = goal.statement, goal.polarity
        key = [self.toolchain, frozen.type_digest, frozen.environment, polarity.value, body]
        return ProofJudgement(
            verdict=decision.verdict,
            reason=decision.reason,
            layer=decision.layer,
            detail=decision.detail[:2000],
            polarity=polarity,
            statement_digest=frozen.type_digest,
            goal_digest=type_digest(reply.goal_text) if reply and reply.goal_text else None,
            goal_text=reply.goal if reply else "",
            body=body,
            axioms=target.axioms if target else (),
            new_constants=target.new if target else 0,
            messages=tuple(map(cut_message, facts.messages)) if facts else (),
            stopped_at=facts.thrown_line if facts else 0,
            seconds=seconds,
            heartbeats=facts.heartbeats if facts else 0,
            backend=self.pool.toolchain.backend,
            toolchain=self.toolchain,
            digest=digest_of(["proof", *key]),
        )


CANARIES: tuple[tuple[str, str, ProofVerdict], ...] = (
    (": (2 : Nat) + 2 = 4", "decide", ProofVerdict.ACCEPT),
    ("(a b : Int) (h : a < b) : a + 1 ≤ b", "omega", ProofVerdict.ACCEPT),
    (": (2 : Nat) + 2 = 5", "decide", ProofVerdict.REJECT),
    (": (2 : Nat) + 2 = 5", "exact sorryAx _ true", ProofVerdict.REJECT),
    (": (2 : Nat) ^ 10 = 1024", "native_decide", ProofVerdict.REJECT),
)
"""Statement, body and the only acceptable verdict."""


def decide_goal(
    reply: JudgeReply,
    statement: FrozenStatement,
    polarity: Polarity,
    refused: frozenset[str] = MEANS_SOMETHING_ELSE,
) -> ProofDecision | None:
    """Why the goal is not the one built from the frozen statement, or None when it is."""
    # In this order, because a statement that was stopped looks like one that does not elaborate.
    problem = decide_statement(reply.statement, refused)
    # The goal stands before the bodies: where both are there, the cut was later.
    if (cut := _cut_short(reply)) and (problem or reply.failure or not reply.bodies):
        return cut
    if problem:
        return problem
    assert reply.statement is not None
    if type_digest(reply.statement.type_text or "") != statement.type_digest:
        return _reject("statement_changed", SoundnessLayer.TYPE, reply.statement.type)
    if reply.goal_error is not None or reply.goal_text is None:
        return inconclusive("goal_not_built", SoundnessLayer.STATEMENT, reply.goal_error or "")
    if polarity is Polarity.CLAIM and type_digest(reply.goal_text) != statement.type_digest:
        return _reject("statement_changed", SoundnessLayer.TYPE, reply.goal)
    return None


def screen_statement(text: str) -> ProofDecision | None:
    """What is wrong with a statement before Lean sees it."""
    if refusal := refusal_of(text):
        return inconclusive("resource", SoundnessLayer.SCREENING, refusal)
    text = with_line_feeds(text)
    if hidden := hidden_characters(text):
        return _reject("hidden_characters", SoundnessLayer.SCREENING, ", ".join(hidden))
    if ends_in_comment(text):
        # In a template the comment would swallow what follows; a reader may be fooled as well.
        return _reject("open_comment", SoundnessLayer.SCREENING, "the last line has a comment")
    return None


def type_digest(text: str) -> Digest:
    return Digest(hashlib.sha256(text.encode("utf-8")).hexdigest())


def _reject(reason: str, layer: SoundnessLayer, detail: str) -> ProofDecision:
    return ProofDecision(ProofVerdict.REJECT, reason, layer, detail)


def inconclusive(reason: str, layer: SoundnessLayer, detail: str) -> ProofDecision:
    return ProofDecision(ProofVerdict.INCONCLUSIVE, reason, layer, detail)


def _refused(text: str, decision: ProofDecision) -> RefusedStatement:
    assert decision.layer is not None
    return RefusedStatement(
        text=text if len(text) <= 4000 else text[:4000],
        verdict="reject" if decision.verdict is ProofVerdict.REJECT else "inconclusive",
        reason=decision.reason,
        layer=decision.layer,
        detail=with_hint(decision.detail)[:2000],
    )


def _error_text(messages: Sequence[LeanMessage]) -> str:
    return next((m.text for m in messages if m.severity == "error"), "")


def _is_error_free(body: WireBody) -> bool:
    return body.errors == 0 and body.thrown is None and not _error_text(body.messages)


def _warns_of_sorry(messages: Sequence[LeanMessage]) -> bool:
    return any(m.severity != "info" and "sorry" in m.text for m in messages)


def _resource_sign(messages: Sequence[LeanMessage], thrown: str | None) -> str:
    words = [m.text for m in messages if m.severity == "error"] + ([thrown] if thrown else [])
    for text in words:
        for sign, reason in RESOURCE_SIGNS.items():
            if sign in text:
                return reason
    return ""
