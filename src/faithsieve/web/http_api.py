"""The HTTP API: submit a proof, watch it, fetch what was found; artifacts, lint, arithmetic.

Records go in and come out, so the schema at ``/openapi.json`` is that of the records themselves.
"""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field
from starlette.exceptions import HTTPException

from faithsieve.errors import InputError
from faithsieve.evaluate.forecast import Forecast
from faithsieve.lean import caching_judge
from faithsieve.records.base import Record
from faithsieve.records.check_job import MOST_STEPS, CheckJob, JobProgress, Submission
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest
from faithsieve.records.settings import AuditEffort
from faithsieve.records.symbolic import ArithmeticReport, LintReport
from faithsieve.records.verdict import Verdict
from faithsieve.symbolic.lint import lint_proof
from faithsieve.symbolic.numeric import MAX_CLAIM_CHARACTERS, check_arithmetic
from faithsieve.web.job_queue import JobQueue, NumberedEvent
from faithsieve.web.model_servers import find_models
from faithsieve.web.site import AnyJob, AnySite
from faithsieve.web.splitting import SplitReply, SplitRequest, split_text

PREFIX = "/api/v1"
router = APIRouter(prefix=PREFIX)

LEAN_KINDS = (caching_judge.PROOF, caching_judge.STATEMENT, caching_judge.ANSWER)


class CheckStatus(JobProgress):
    """How far a check is, and what was asked for."""

    model: str
    """The model it was asked of."""
    method: str
    """The method."""
    effort: AuditEffort
    """How hard it audits."""
    step_count: int
    """How many steps the proof has."""

    @classmethod
    def of(cls, job: CheckJob) -> "CheckStatus":
        asked = job.submission
        return cls(
            **job.model_dump(exclude={"submission"}),
            **asked.model_dump(include={"model", "method", "effort"}),
            step_count=len(asked.steps),
        )


class CheckPage(Record):
    """A part of the list of checks."""

    items: tuple[CheckStatus, ...]
    """The checks, the newest first."""
    next: str | None
    """What to give as ``before`` for the next page; None on the last one."""


class NumericClaimText(Record):
    """One numeric claim."""

    claim: str = Field(min_length=1, max_length=MAX_CLAIM_CHARACTERS)
    """The claim in LaTeX, unicode or plain text."""
    wide: bool = Field(default=False, strict=True)
    """Whether functions, dots, congruences and approximations are decided too."""


class Artifact(Record):
    """What was asked of a model or of Lean, and what it said."""

    digest: str
    """The key that verdicts cite."""
    kind: str
    """``model_call``, or the kind of the Lean artifact."""
    request: str
    """The question as JSON; empty for a model call, whose prompt stays on the server."""
    result: str
    """The answer as JSON."""


# ---- checks


@router.post("/split")
def split_proof(request: SplitRequest) -> SplitReply:
    """Cut a text into steps, without checking anything."""
    return split_text(request)


@router.post("/estimate")
def estimate(submission: Submission, site: AnySite) -> Forecast:
    """Forecast what a check will take."""
    return site.service.estimate(submission)


class ServerAddress(Record):
    """Where a model server listens."""

    base_url: str = Field(min_length=1, max_length=300)
    """An address of this machine, such as ``http://localhost:11434/v1``."""


class ModelChoice(Record):
    """A model that a submission can name."""

    name: str
    """How a submission names it."""
    words: str
    """What it is."""


@router.post("/models")
async def try_server(address: ServerAddress, site: AnySite, request: Request) -> list[ModelChoice]:
    """Ask a model server on this machine for its models, and offer them from then on."""
    if request.app.state.access.token is not None:
        raise InputError(
            "only a server that runs for its own machine takes addresses from a browser; start it "
            "with --base-url and --model"
        )
    found = site.service.add_server(await find_models(address.base_url))
    return [ModelChoice(name=choice.name, words=choice.words) for choice in found]


@router.post("/checks", status_code=202)
async def submit_check(
    submission: Submission,
    site: AnySite,
    response: Response,
    idempotency_key: Annotated[
        str | None,
        Header(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$"),
    ] = None,
) -> CheckStatus:
    """Ask for a check; the same Idempotency-Key gives the same check."""
    site.service.settings(submission)
    job = site.queue.submit(submission, idempotency_key=idempotency_key)
    response.headers["location"] = f"{PREFIX}/checks/{job.id}"
    return CheckStatus.of(job)


@router.get("/checks")
def list_checks(
    site: AnySite,
    limit: Annotated[int, Query(ge=1, le=200, description="How many to return.")] = 50,
    before: Annotated[str | None, Query(pattern="^[0-9a-f]{24}$")] = None,
) -> CheckPage:
    """List checks, the newest first."""
    found = site.queue.store.list_jobs(limit=limit + 1, before=before)
    items = tuple(CheckStatus.of(job) for job in found[:limit])
    return CheckPage(items=items, next=items[-1].id if len(found) > limit else None)


@router.get("/checks/{check_id}")
def check_status(job: AnyJob) -> CheckStatus:
    """Say how far a check is."""
    return CheckStatus.of(job)


@router.get(
    "/checks/{check_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def watch_check(
    job: AnyJob,
    site: AnySite,
    after: Annotated[int, Query(ge=0, le=1 << 31)] = 0,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> StreamingResponse:
    """Stream what happens as server-sent events; each has a number to go on from."""
    seen = last_event_id or ""
    start = int(seen) if seen.isascii() and seen.isdigit() else after
    return StreamingResponse(
        event_stream(site.queue, job, after=start),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def event_stream(queue: JobQueue, job: CheckJob, *, after: int) -> AsyncIterator[str]:
    """Write events in the form that browsers read, and how the job ended as the last one."""
    async for item in queue.watch(job.id, after=after):
        yield ": still here\n\n" if item is None else _event_text(item)
    ended = queue.find(job.id) or job
    if ended.is_over:
        yield f"event: end\ndata: {CheckStatus.of(ended).model_dump_json()}\n\n"


def _event_text(item: NumberedEvent) -> str:
    payload = item.event.model_dump_json(exclude={"localization"})
    return f"id: {item.number}\nevent: {item.event.kind.value}\ndata: {payload}\n\n"


@router.get("/checks/{check_id}/result")
async def check_result(job: AnyJob, site: AnySite) -> Verdict:
    """Return the verdict, as ``faithsieve check --json`` writes it."""
    return (await _checked(job, site)).verdict


@router.get("/checks/{check_id}/evidence")
async def check_evidence(job: AnyJob, site: AnySite) -> CheckedProof:
    """Return everything that was found out: tree, reviews, obligations, Lean proofs."""
    return await _checked(job, site)


async def _checked(job: CheckJob, site: AnySite) -> CheckedProof:
    checked = await site.queue.result(job.id)
    if checked is None:
        raise HTTPException(409, f"there is no result: the check is {job.state.value}")
    return checked


@router.post("/checks/{check_id}/cancel")
async def cancel_check(job: AnyJob, site: AnySite) -> CheckStatus:
    """Stop a check; what was answered is kept, and one that is over stays as it is."""
    return CheckStatus.of(site.queue.cancel(job))


@router.post("/checks/{check_id}/steps/{step}/effort", status_code=202)
async def look_again(
    job: AnyJob, step: Annotated[int, Path(ge=1, le=MOST_STEPS)], site: AnySite
) -> CheckStatus:
    """Check one step again, thoroughly, on top of what is known about the others."""
    return CheckStatus.of(await site.queue.look_again(job, step))


# ---- without a model


@router.post("/lint")
def lint(submission: Submission) -> LintReport:
    """Check the mathematics of a proof by code alone."""
    return lint_proof(submission.proof)


@router.post("/arithmetic")
def arithmetic(claim: NumericClaimText) -> ArithmeticReport:
    """Decide a numeric claim exactly."""
    return check_arithmetic(claim.claim, wide=claim.wide)


# ---- what is stored


@router.get("/artifacts/{digest}")
async def find_artifact(
    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$")], site: AnySite
) -> Artifact:
    """Return a stored Lean judgement or model reply that a verdict cites."""
    store, key = site.queue.store, Digest(digest)
    for kind in LEAN_KINDS:
        found = await store.find_artifact(kind, key)
        if found is not None:
            return Artifact(digest=digest, kind=kind, request=found.request, result=found.result)
    reply = await store.find(key)
    if reply is None:
        raise HTTPException(404, "there is no such artifact here")
    return Artifact(digest=digest, kind="model_call", request="", result=reply.model_dump_json())
