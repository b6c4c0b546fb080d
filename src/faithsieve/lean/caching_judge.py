"""Lean's judgements as artifacts: each question goes to Lean at most once.

Around a judge, and a judge itself. What Lean said about a text is kept and never asked again. A
time-out says something about the machine and the moment: it is kept as well, so that a replay sees
what its run saw, but a resumed run asks again. Every frozen statement and every
accepted proof is kept a second time, under the digest that results cite, with all that
``faithsieve recheck`` needs to compile it anew.
"""

import asyncio
import copy
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, Self

from pydantic import ValidationError

from faithsieve.errors import (
    CanaryError,
    LeanCrashError,
    LeanUnavailableError,
    ReplayMissError,
)
from faithsieve.lean.embedded_checker import HEARTBEATS
from faithsieve.lean.judges import ForwardedJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.soundness import (
    FALSE_TACTIC,
    PLAIN_TACTIC,
    PROBE_HEARTBEATS,
    SIDE_TACTIC,
    Environment,
    Quarantine,
)
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest, StoredArtifact, digest_of
from faithsieve.records.lean import (
    FiniteModel,
    FrozenStatement,
    Polarity,
    ProofJudgement,
    RefusedStatement,
    SoundnessLayer,
    StatementProbe,
)

ANSWER, STATEMENT, PROOF = "lean_answer", "lean_statement", "lean_proof"
"""Kinds of artifacts: answers by question; statements and accepted proofs by what results cite."""

_PASSING = frozenset({"timeout", "backend_failure"})
"""Reasons that say nothing about the text."""


class ArtifactLedger(Protocol):
    """Where artifacts are kept; ``save_artifact`` returns when its effect is durable."""

    async def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None: ...

    async def save_artifact(self, artifact: StoredArtifact) -> None: ...

    async def delete_artifact(self, kind: str, key: Digest) -> None: ...


Asked = Literal["freeze", "judge", "probe", "model"]


class LeanQuestion(Record):
    """Everything that decides what Lean says, but for the machine's speed."""

    ask: Asked
    """What is asked."""
    toolchain: str
    """The fingerprint of the Lean that is asked."""
    environment: Environment
    """Core Lean alone, with our library, or with Mathlib."""
    statement: str
    """The signature."""
    type_digest: Digest | None = None
    """Of a frozen statement: its elaborated type."""
    polarity: Polarity | None = None
    """Which goal the bodies are about."""
    bodies: tuple[str, ...] = ()
    """Proofs, tried in order; of a probe, its tactics."""
    heartbeats: int
    """Lean's own limit."""
    budget: int | None = None
    """Heartbeats for all bodies together."""

    @property
    def key(self) -> Digest:
        return digest_of(["lean", self.model_dump(mode="json")])


class LeanFailure(Record):
    """Lean did not answer: its process ended, or there was none to ask."""

    is_crash: bool
    """Whether the question itself ended Lean again and again."""
    message: str
    """What happened, in words."""

    @property
    def error(self) -> LeanUnavailableError:
        """What the run met."""
        return (LeanCrashError if self.is_crash else LeanUnavailableError)(self.message)


class LeanAnswer(Record):
    """What the judge said to one question; one field is filled."""

    frozen: FrozenStatement | None = None
    """The statement was frozen."""
    refused: RefusedStatement | None = None
    """The statement was refused."""
    judgements: tuple[ProofJudgement, ...] = ()
    """One for each body that was tried."""
    probe: StatementProbe | None = None
    """What the mechanical probes found."""
    model: FiniteModel | None = None
    """A finite counterexample; only what Lean says about its proof counts."""
    failed: LeanFailure | None = None
    """Lean gave no answer; kept with the proof that met it, never for other questions."""

    @property
    def is_settled(self) -> bool:
        """Whether asking again can bring nothing new."""
        if self.failed is not None:
            return False
        if self.refused is not None:
            # A statement that exhausts Lean would do so again.
            ran_out = self.refused.reason == "resource"
            return ran_out or self.refused.layer is not SoundnessLayer.BACKEND
        if self.probe is not None:
            return not self.probe.detail
        if not self.judgements and self.frozen is None:
            return self.model is not None
        return not any(judgement.reason in _PASSING for judgement in self.judgements)

    def fits(self, question: LeanQuestion) -> bool:
        """Whether this can be the answer to that question; anything else is damage."""
        if self.failed is not None:
            return True
        match question.ask:
            case "freeze" if self.frozen is not None:
                is_same = self.frozen.environment == question.environment
                return self.frozen.toolchain == question.toolchain and is_same
            case "freeze":
                return self.refused is not None
            case "probe":
                return self.probe is not None
            case "model":
                return True
            case "judge":
                return bool(self.judgements) and all(
                    judgement.statement_digest == question.type_digest
                    and judgement.polarity is question.polarity
                    and judgement.body in question.bodies
                    and judgement.toolchain == question.toolchain
                    for judgement in self.judgements
                )


class StoredProof(Record):
    """An accepted proof with the statement it is about: what ``recheck`` compiles again."""

    statement: FrozenStatement
    """The frozen statement."""
    judgement: ProofJudgement
    """The acceptance."""


OnAnswer = Callable[[Digest, LeanAnswer], None]
"""Told which question got which answer."""


_ASKED: dict[str, tuple[Asked, str]] = {
    "freeze": ("freeze", "frozen"),
    "judge_first": ("judge", "judgements"),
    "probe": ("probe", "probe"),
    "finite_model": ("model", "model"),
}
"""A judge's methods: what each asks, and the field of the answer that its result goes into."""


class CachingJudge(ForwardedJudge):
    """Answers from the ledger where it can; equal questions under way reach Lean once."""

    def __init__(
        self,
        inner: StatementJudge,
        ledger: ArtifactLedger,
        *,
        retries_open: bool = True,
        environment: Environment = "library",
    ) -> None:
        """Wrap a judge.

        Args:
            inner: Who is asked what is not known.
            ledger: Where answers are kept, usually the run's store.
            retries_open: Whether a kept time-out is tried again; an ablation does not.
            environment: What the inner judge reads statements in.
        """
        super().__init__(inner.toolchain)
        self.inner = inner
        self.ledger = ledger
        self.retries_open = retries_open
        self.environment: Environment = environment
        self.heartbeats = HEARTBEATS
        """Lean's own limit where a question sets none; a replay sets that of its run."""
        self.reused: set[Digest] = set()
        self.asked: set[Digest] = set()
        self._under_way: dict[Digest, asyncio.Lock] = {}
        self._cited_by: dict[Digest, Digest] = {}
        self._quarantine = Quarantine()
        self._failed: list[CanaryError] = []
        self._on_answer: OnAnswer = lambda key, answer: None
        # What stayed open is not asked again by the same proof: another answer to the same question
        # would make its replay, which has one answer to each, another proof.
        self._open: dict[Digest, LeanAnswer] = {}

    def watched_by(self, on_answer: OnAnswer) -> Self:
        """Return the same judge as one proof sees it: what it is answered is told.

        The cache, the quarantine and a failed canary are shared with every other view.
        """
        view = copy.copy(self)
        view._on_answer = on_answer
        view._open = {}
        return view

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        if method == "judge_first" and not given[0]:
            return ()
        question = self._question(method, about, *given, **options)
        if method == "judge_first":
            options["heartbeats"] = question.heartbeats
        try:
            answer = await self._answer(question, method, about, *given, **options)
        except ReplayMissError:
            if question.ask != "model":
                raise
            # A run of a release that did not search: it went on without.
            answer = LeanAnswer()
        if method != "judge_first":
            return answer.refused or getattr(answer, _ASKED[method][1])
        # The inner judge does not hear of what is reused, so it cannot see both sides proved.
        held = self._quarantine.filter(answer.judgements)
        if held != answer.judgements:
            self._on_answer(question.key, LeanAnswer(judgements=held))
        return held

    def _question(self, method: str, about: Any, *given: Any, **options: Any) -> LeanQuestion:
        frozen = about if isinstance(about, FrozenStatement) else None
        limits: dict[str, Any] = {"heartbeats": self.heartbeats}
        if method == "judge_first":
            chosen = options["heartbeats"] or self.heartbeats
            limits = {"bodies": given[0], "polarity": options["polarity"], "heartbeats": chosen}
            limits["budget"] = options["budget"]
        elif method == "probe":
            tactics = (SIDE_TACTIC, FALSE_TACTIC, PLAIN_TACTIC, given[0].model_dump_json())
            limits = {"bodies": tactics, "heartbeats": PROBE_HEARTBEATS}
        return LeanQuestion(
            ask=_ASKED[method][0],
            toolchain=self.toolchain,
            environment=frozen.environment if frozen else self.environment,
            statement=frozen.text if frozen else about,
            type_digest=frozen.type_digest if frozen else None,
            **limits,
        )

    async def _answer(
        self, question: LeanQuestion, method: str, about: Any, *given: Any, **options: Any
    ) -> LeanAnswer:
        """Find the answer in the ledger, or ask Lean and keep what it says."""
        key = question.key
        async with self._under_way.setdefault(key, asyncio.Lock()):
            answer = self._open.get(key) or await self._kept(question, key)
            (self.asked if answer is None else self.reused).add(key)
            if answer is None:
                answer = await self._asked(key, method, about, *given, **options)
                if answer.failed is None:
                    said = answer.model_dump_json(exclude_defaults=True)
                    await self._keep(ANSWER, key, question.model_dump_json(), said)
                await self._refuse_if_failed()
            if not answer.is_settled:
                self._open[key] = answer
            self._on_answer(key, answer)
        if answer.failed is not None:
            raise answer.failed.error
        return answer

    async def _kept(self, question: LeanQuestion, key: Digest) -> LeanAnswer | None:
        found = await self.ledger.find_artifact(ANSWER, key)
        if found is None:
            return None
        try:
            answer = LeanAnswer.model_validate_json(found.result)
        except ValidationError:
            return None
        if not answer.fits(question) or (self.retries_open and not answer.is_settled):
            return None
        return answer

    async def _asked(
        self, key: Digest, method: str, about: Any, *given: Any, **options: Any
    ) -> LeanAnswer:
        """Ask Lean; keep what results cite under the digest by which they cite it."""
        try:
            said = await getattr(self.inner, method)(about, *given, **options)
        except LeanUnavailableError as error:
            is_crash = isinstance(error, LeanCrashError)
            return LeanAnswer(failed=LeanFailure(is_crash=is_crash, message=str(error)))
        except CanaryError as failure:
            self._failed.append(failure)
            await self._take_back(failure.voided)
            raise
        if isinstance(said, RefusedStatement):
            return LeanAnswer(refused=said)
        if isinstance(said, FrozenStatement):
            request = digest_of(said.text)
            await self._keep(STATEMENT, said.type_digest, request, said.model_dump_json())
        if method == "judge_first":
            await self._keep_proofs(key, about, said)
        return LeanAnswer(**{_ASKED[method][1]: said})

    async def _refuse_if_failed(self) -> None:
        """A canary may fail while an answer from before it is being written down."""
        if self._failed:
            await self._take_back(self._failed[-1].voided)
            raise self._failed[-1]

    async def _keep(self, kind: str, key: Digest, request: str, result: str) -> None:
        artifact = StoredArtifact(kind=kind, key=key, request=request, result=result)
        await self.ledger.save_artifact(artifact)

    async def _keep_proofs(
        self, key: Digest, statement: FrozenStatement, judgements: Sequence[ProofJudgement]
    ) -> None:
        request = statement.model_dump_json()
        for judgement in judgements:
            self._cited_by[judgement.digest] = key
            if judgement.is_accepted:
                await self._keep(PROOF, judgement.digest, request, judgement.model_dump_json())

    async def _take_back(self, voided: Sequence[str]) -> None:
        """Forget what a judge said since its last good canary."""
        for digest in map(Digest, voided):
            await self.ledger.delete_artifact(PROOF, digest)
            if digest in self._cited_by:
                await self.ledger.delete_artifact(ANSWER, self._cited_by[digest])


def read_proof_artifact(artifact: StoredArtifact) -> StoredProof:
    """Read an accepted proof back.

    Raises:
        ValidationError: it is not one.
    """
    return StoredProof(
        statement=FrozenStatement.model_validate_json(artifact.request),
        judgement=ProofJudgement.model_validate_json(artifact.result),
    )
