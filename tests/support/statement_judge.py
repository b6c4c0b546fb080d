"""A judge that follows a script: stage two without Lean."""

from collections.abc import Callable, Sequence

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.digest import digest_of
from faithsieve.records.lean import (
    FrozenStatement,
    Polarity,
    ProbeOrder,
    ProofJudgement,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
    StatementFinding,
    StatementProbe,
)
from support.frozen_statements import parts_without_lean

Accepts = Callable[[str, Polarity, str], bool]
TOOLCHAIN = "scripted-lean"


def nothing(statement: str, polarity: Polarity, body: str) -> bool:
    return False


def claims(statement: str, polarity: Polarity, body: str) -> bool:
    """Accept every proof of a claim other than ``False``."""
    return polarity is Polarity.CLAIM and not statement.endswith(": False")


def contradictions(statement: str, polarity: Polarity, body: str) -> bool:
    return polarity is Polarity.CONTRADICTION


def counterexamples(statement: str, polarity: Polarity, body: str) -> bool:
    return polarity is Polarity.COUNTEREXAMPLE


class ScriptedJudge(StatementJudge):
    """Freezes what it is not told to refuse, accepts what it is told to accept."""

    def __init__(
        self,
        accepts: Accepts = nothing,
        *,
        refuses: Callable[[str], str | None] = lambda text: None,
        findings: Sequence[str] = (),
        unavailable: bool = False,
        wrong_digest: bool = False,
        seconds: float = 0.0,
        proves: Sequence[str] = (),
    ) -> None:
        self.accepts = accepts
        self.refuses = refuses
        self.findings = findings
        self.unavailable = unavailable
        self.wrong_digest = wrong_digest
        self.seconds = seconds
        self.proves = tuple(StatementFinding(code=code, detail="h") for code in proves)
        self.probed: list[tuple[str, ProbeOrder]] = []
        self.frozen: list[str] = []
        self.judged: list[tuple[str, Polarity, str]] = []

    @property
    def toolchain(self) -> str:
        return TOOLCHAIN

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        if self.unavailable:
            raise LeanUnavailableError("the scripted Lean is switched off")
        self.frozen.append(text)
        reason = self.refuses(text)
        if reason is not None:
            return RefusedStatement(
                text=text, verdict="reject", reason=reason, layer=SoundnessLayer.STATEMENT
            )
        said = {
            "text": text,
            "type_digest": digest_of(["type", text]),
            "type_text": text,
            "environment": "library",
            "findings": tuple(StatementFinding(code=code) for code in self.findings),
            "concludes_false": text.endswith(": False"),
            "toolchain": TOOLCHAIN,
        }
        return FrozenStatement.model_validate(said | parts_without_lean(text))

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
        found = []
        for body in bodies:
            self.judged.append((statement.text, polarity, body))
            accepted = self.accepts(statement.text, polarity, body)
            found.append(self._judgement(statement, polarity, body, accepted))
            if accepted:
                break
        return tuple(found)

    async def probe(self, statement: FrozenStatement, order: ProbeOrder) -> StatementProbe:
        self.probed.append((statement.text, order))
        return StatementProbe(findings=self.proves)

    def _judgement(
        self, statement: FrozenStatement, polarity: Polarity, body: str, accepted: bool
    ) -> ProofJudgement:
        about = digest_of("another statement") if self.wrong_digest else statement.type_digest
        return ProofJudgement(
            verdict=ProofVerdict.ACCEPT if accepted else ProofVerdict.REJECT,
            reason="" if accepted else "lean_error",
            layer=None if accepted else SoundnessLayer.ERRORS,
            polarity=polarity,
            statement_digest=about,
            body=body,
            seconds=self.seconds,
            backend="scripted",
            toolchain=statement.toolchain,
            digest=digest_of([statement.text, polarity.value, body]),
        )


async def frozen_by(judge: StatementJudge, text: str) -> FrozenStatement:
    """Freeze a text that the judge must be able to read."""
    said = await judge.freeze(text, timeout_s=60)
    assert isinstance(said, FrozenStatement), said
    return said
