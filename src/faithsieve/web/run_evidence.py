"""The evidence page of one problem of a run, from what its store kept."""

from faithsieve.evaluate.checked_proofs import find_checked
from faithsieve.evaluate.run_details import RunDetails
from faithsieve.records.run import ProblemResult
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore
from faithsieve.web.evidence_page import render_evidence_page, render_failure_page


async def render_problem(store: RunStore, details: RunDetails, result: ProblemResult) -> str | None:
    """Write the page of a problem; None where the run kept nothing about it."""
    said_by = f"{details.manifest.method} · {details.manifest.model}"
    if result.failure is not None and result.verdict is None:
        return render_failure_page(result.id, result.failure, said_by=said_by)
    checked = await find_checked(store, result.id, manifest_digest(details.manifest))
    if checked is None or result.verdict is None:
        return None
    # The stored verdict also knows what the answer cost.
    return render_evidence_page(
        checked.model_copy(update={"verdict": result.verdict, "method": said_by})
    )
