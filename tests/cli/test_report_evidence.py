"""The evidence pages of a run: one for every problem it settled, linked from the report."""

import asyncio
from pathlib import Path

from faithsieve.cli.report import write_run_evidence
from faithsieve.errors import ErrorDetails, ProviderError
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest
from support.ablations import rehearse
from support.command_line import faithsieve
from support.runs import make_dataset, make_problem

ODD_ID = "../up & away.1"


class FlaggingModel:
    """Refuses every request as a provider would."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        raise ProviderError(
            "refused. It said: Your <prompt> was flagged. Ask its support.",
            status=400,
            refusal=ErrorDetails(said="Your <prompt> was flagged.", request_id="req-77"),
        )


def evaluate(out: Path, model: ChatModel | None = None) -> Path:
    """Make a whole run of the method, with made-up answers."""
    problems = make_dataset([make_problem("p1"), make_problem(ODD_ID)])
    asyncio.run(rehearse(out, problems, model=model))
    return out


def test_the_report_links_a_page_under_a_safe_name_for_every_answered_problem(
    tmp_path: Path,
) -> None:
    page = tmp_path / "report.html"
    code, _, err = faithsieve("report", evaluate(tmp_path / "run"), "--html", page)
    assert code == 0, err
    assert 'href="./run/evidence/p1.html"' in page.read_text(encoding="utf-8")
    pages = sorted((tmp_path / "run" / "evidence").iterdir())
    assert [page.name for page in pages] == ["%2E%2E%2Fup%20%26%20away%2E1.html", "p1.html"]
    assert "faithsieve · rehearsal" in pages[1].read_text(encoding="utf-8")


def test_a_failed_proof_shows_what_the_provider_said_in_report_and_page(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run = evaluate(tmp_path / "run", FlaggingModel())
    assert faithsieve("report", run, "--html", page).code == 0
    for written in (page, tmp_path / "run" / "evidence" / "p1.html"):
        text = written.read_text(encoding="utf-8")
        for shown in ("Your &lt;prompt&gt; was flagged. Ask its support.", "400", "req-77"):
            assert shown in text
    assert "Status</dt><dd>400" in text
    assert "--retry-failed" in text, "a refusal is not tried again by itself"


def test_a_run_without_evidence_has_no_pages(tmp_path: Path) -> None:
    write_run_evidence(tmp_path)
    assert list(tmp_path.iterdir()) == []
