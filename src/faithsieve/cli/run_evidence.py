"""The evidence pages of a run: written from its store, one a problem, where a report links them."""

import asyncio
from pathlib import Path

from faithsieve.evaluate.checked_proofs import find_checked
from faithsieve.evaluate.report_page import EVIDENCE, evidence_name
from faithsieve.evaluate.run_details import RunDetails, read_details
from faithsieve.evaluate.run_folder import STORE, replace_file
from faithsieve.records.run import ProblemResult
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore


def write_run_evidence(folder: Path, *, store: str | None = None) -> int:
    """Write a page for every problem whose evidence the run kept, and say how many there are.

    Raises:
        StoreError: the store cannot be read, or a page cannot be written.
    """
    details = read_details(folder, store=store)
    if details is None:
        return 0
    return asyncio.run(_write_pages(folder, store or folder / STORE, details))


async def _write_pages(folder: Path, place: str | Path, details: RunDetails) -> int:
    written = 0
    with RunStore.open(place) as opened:
        for result in details.results:
            page = await _page(opened, details, result)
            if page is not None:
                (folder / EVIDENCE).mkdir(exist_ok=True)
                replace_file(folder / EVIDENCE / evidence_name(result.id), page)
                written += 1
    return written


async def _page(store: RunStore, details: RunDetails, result: ProblemResult) -> str | None:
    # Templates and KaTeX are read only where a page is due.
    from faithsieve.web.evidence_page import render_evidence_page

    checked = await find_checked(store, result.id, manifest_digest(details.manifest))
    if checked is None or result.verdict is None:
        return None
    said_by = f"{details.manifest.method} · {details.manifest.model}"
    # The stored verdict also knows what the answer cost.
    return render_evidence_page(
        checked.model_copy(update={"verdict": result.verdict, "method": said_by})
    )
