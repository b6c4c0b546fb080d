"""Tell whoever watches a check what happens to it: stages, model calls, Lean checks, results."""

from collections.abc import Callable

from faithsieve.lean.judges import AccountedJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel, WatchedModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import Event, EventKind
from faithsieve.records.evidence import LocalResult
from faithsieve.records.localization import AuditWindow, Localization
from faithsieve.records.verdict import Verdict
from faithsieve.records.wording import counted
from faithsieve.turns import WaitTracker

OnEvent = Callable[[Event], None]


def unwatched(event: Event) -> None:
    """Do nothing: the callback of a check that nobody watches."""


class PreparationEvents(WaitTracker):
    """Makes an event of whatever a check waits for because it is made ready, once."""

    def __init__(self, on_event: OnEvent) -> None:
        super().__init__()
        self._on_event = on_event

    def hear(self, words: str) -> None:
        self._on_event(Event(kind=EventKind.PREPARING, stage="lean", detail=words))


class CheckEvents:
    """The events of one proof; each names the stage it happened in."""

    def __init__(self, on_event: OnEvent) -> None:
        self._on_event = on_event
        self._stage = "lint"

    def watch_model(self, model: ChatModel) -> ChatModel:
        """Wrap a model so that each of its answers is an event."""
        return WatchedModel(model, self._model_call)

    def watch_judge(self, judge: StatementJudge) -> AccountedJudge:
        """Wrap a judge so that each of its checks is an event."""
        return AccountedJudge(judge, on_check=self._lean_check)

    def begin(self, stage: str) -> None:
        self._stage = stage
        self._tell(EventKind.STAGE_BEGAN)

    def tree(self, localization: Localization) -> None:
        self._on_event(Event(kind=EventKind.TREE, stage=self._stage, localization=localization))

    def window(self, localization: Localization, window: AuditWindow) -> None:
        detail = f"{counted(len(localization.units), 'unit')}, {len(window.units)} to audit"
        self._tell(EventKind.WINDOW, subject=", ".join(window.units), detail=detail)

    def result(self, result: LocalResult) -> None:
        self._tell(EventKind.OBLIGATION, subject=result.obligation_id, detail=result.outcome)

    def verdict(self, verdict: Verdict) -> None:
        self._tell(EventKind.VERDICT, detail=str(verdict.label or verdict.kind.value))

    def _model_call(self, request: ChatRequest, reply: ChatReply) -> None:
        self._on_event(
            Event(
                kind=EventKind.MODEL_CALL,
                stage=request.stage,
                subject=request.prompt.id,
                detail="replayed" if reply.replayed else "asked",
                tokens=reply.usage.total,
            )
        )

    def _lean_check(self, asked: str, said: str) -> None:
        self._tell(EventKind.LEAN_CHECK, subject=asked, detail=said)

    def _tell(self, kind: EventKind, *, subject: str = "", detail: str = "") -> None:
        self._on_event(Event(kind=kind, stage=self._stage, subject=subject, detail=detail))
