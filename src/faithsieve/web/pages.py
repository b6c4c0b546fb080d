"""The pages of ``faithsieve serve`` about single checks: ask for one, watch it, share it.

Every page is written by the server and works after a reload; scripts only save the reader from
reloading. Forms work without scripts too.
"""

import hmac
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from pydantic import ValidationError
from starlette.responses import HTMLResponse, RedirectResponse, Response

from faithsieve.errors import InputError
from faithsieve.records.check_job import CheckJob, JobState, Submission
from faithsieve.records.checked_proof import CheckedProof, EventKind
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.records.wording import plain_faults
from faithsieve.web.checking import EFFORTS, RECORDED
from faithsieve.web.evidence_page import page_values, render, render_evidence_page, script_json
from faithsieve.web.evidence_view import view_evidence
from faithsieve.web.job_queue import NumberedEvent
from faithsieve.web.page_assets import page_assets
from faithsieve.web.security import COOKIE, LOGIN
from faithsieve.web.site import AnyJob, AnySite
from faithsieve.web.splitting import SplitRequest, split_text

router = APIRouter(include_in_schema=False)
NO_TREE = {"boxes": [], "selected": 0}
LISTED = 50


def show(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    defaults = {"tree_json": script_json(NO_TREE), "section": ""}
    page = render(template, **(defaults | values))
    return HTMLResponse(page, status, headers={"cache-control": "no-store"})


def error_page(
    status: int, words: str, *, headers: Mapping[str, str] | None = None
) -> HTMLResponse:
    title = HTTPStatus(status).phrase
    # The framework's own words are that phrase once more.
    page = show(
        "error.html", status, code=status, title=title, words="" if words == title else words
    )
    page.headers.update(headers or {})
    return page


async def form_of(request: Request) -> dict[str, str]:
    """Read the fields of a submitted form, the last value of each."""
    fields = parse_qs((await request.body()).decode(errors="replace"), keep_blank_values=True)
    return {name: values[-1] for name, values in fields.items()}


# ---- asking


@router.get("/")
def check_form(site: AnySite, request: Request) -> Response:
    return show(
        "check_form.html",
        section="check",
        models=site.service.models(),
        advice=site.service.advice,
        methods=site.service.methods(),
        efforts=EFFORTS,
        chosen=site.service.configured.effort,
        examples=site.service.examples(),
        no_examples=next(c.missing for c in site.service.models() if c.name == RECORDED),
        takes_address=request.app.state.access.token is None,
    )


@router.post("/checks")
async def submit_form(request: Request, site: AnySite) -> Response:
    """Take the form as a browser without scripts sends it: the text is split here."""
    form = await form_of(request)
    asked = SplitRequest(text=form.get("text", ""), problem=form.get("problem", ""))
    found = split_text(asked)
    chosen = {name: form[name] for name in ("model", "method", "effort") if form.get(name)}
    steps = [step.text for step in found.steps]
    try:
        submission = Submission.model_validate(
            {"problem": found.problem.text, "steps": steps, **chosen}
        )
    except ValidationError as error:
        raise InputError(plain_faults(error)) from error
    site.service.settings(submission)
    return RedirectResponse(f"/checks/{site.queue.submit(submission).id}", 303)


@router.post("/examples")
async def try_example(request: Request, site: AnySite) -> Response:
    """Check one of the bundled proofs with the recorded replies about it."""
    wanted = (await form_of(request)).get("example", "")
    rows = {row.id: row.proof for row in site.service.examples()}
    if wanted not in rows:
        raise InputError(f"there is no example {wanted!r}")
    steps = tuple(step.text for step in rows[wanted].steps)
    submission = Submission(problem=rows[wanted].problem, steps=steps, model=RECORDED)
    site.service.settings(submission)
    return RedirectResponse(f"/checks/{site.queue.submit(submission).id}", 303)


# ---- watching


@router.get("/checks")
def list_checks(site: AnySite, before: str | None = None) -> Response:
    jobs = site.queue.store.list_jobs(limit=LISTED + 1, before=before)
    more = jobs[LISTED - 1].id if len(jobs) > LISTED else None
    return show("checks.html", section="checks", jobs=jobs[:LISTED], more=more)


@router.get("/checks/{check_id}")
async def show_check(job: AnyJob, site: AnySite) -> Response:
    """Show a check as far as it is: the tree as soon as it is drawn, the verdict at the end."""
    events = site.queue.events(job.id)
    checked = await site.queue.result(job.id) if job.state is JobState.DONE else None
    shown = checked or _until_now(job, events)
    view = view_evidence(shown)
    found = [item.event for item in events if item.event.kind is EventKind.OBLIGATION]
    live = {
        "id": job.id,
        "is_over": job.is_over,
        "seen": len(events),
        "found": [[event.subject, event.detail] for event in found],
        "units": {item.unit.unit_id: item.unit.edge_index for item in view.units},
    }
    values = page_values(shown, view) | {"verdict": checked.verdict if checked else None}
    live_json = script_json(live)
    return show(
        "watch.html", section="checks", job=job, events=events, live_json=live_json, **values
    )


def _until_now(job: CheckJob, events: tuple[NumberedEvent, ...]) -> CheckedProof:
    """Build a checked proof without a verdict from the events of a running job."""
    trees = [item.event.localization for item in events if item.event.kind is EventKind.TREE]
    nothing = Verdict(label=None, kind=VerdictKind.UNDECIDED, rationale="")
    tree = trees[-1] if trees else None
    proof = tree.proof if tree else job.submission.proof
    return CheckedProof(proof=proof, verdict=nothing, localization=tree)


@router.post("/checks/{check_id}/stop")
async def stop_check(job: AnyJob, site: AnySite) -> Response:
    site.queue.cancel(job)
    return RedirectResponse(f"/checks/{job.id}", 303)


@router.post("/checks/{check_id}/again")
async def check_again(job: AnyJob, site: AnySite) -> Response:
    """Ask for the same check once more; what was answered is not asked again."""
    return RedirectResponse(f"/checks/{site.queue.submit(job.submission).id}", 303)


@router.post("/checks/{check_id}/steps/{step}/effort")
async def look_again(job: AnyJob, step: int, site: AnySite) -> Response:
    again = await site.queue.look_again(job, step)
    return RedirectResponse(f"/checks/{again.id}", 303)


# ---- taking away


@router.get("/checks/{check_id}/evidence")
async def show_evidence(job: AnyJob, site: AnySite) -> Response:
    return evidence_response(render_evidence_page(await _result(job, site)))


def evidence_response(page: str) -> Response:
    """Serve a self-contained page under its own policy, which names its scripts by their hashes."""
    policy = f"{page_assets().policy}; frame-ancestors 'none'"
    return HTMLResponse(page, headers={"content-security-policy": policy})


async def _result(job: CheckJob, site: AnySite) -> CheckedProof:
    checked = await site.queue.result(job.id)
    if checked is None:
        raise InputError(f"there is no evidence yet: the check is {job.state.value}")
    return checked


# ---- the token, where one is needed


@router.get(LOGIN)
def login_form() -> Response:
    return show("login.html", refused=False)


@router.post(LOGIN)
async def login(request: Request) -> Response:
    token = (await form_of(request)).get("token", "")
    expected = request.app.state.access.token or ""
    if not hmac.compare_digest(token.encode(), expected.encode()):
        return show("login.html", 401, refused=True)
    page = RedirectResponse("/", 303)
    is_secure = request.url.scheme == "https"
    page.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=is_secure)
    return page
