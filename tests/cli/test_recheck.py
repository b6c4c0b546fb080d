"""Recheck on the command line: who may be a second backend, and what is said of no answer."""

import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from faithsieve.cli.recheck import conclude, open_second
from faithsieve.errors import FaithSieveError
from faithsieve.evaluate.recheck import Citation, Rechecked, RecheckOutcome
from faithsieve.lean.doctor import SNIPPETS
from faithsieve.records.digest import digest_of
from faithsieve.records.settings import LeanSettings
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.store.run_store import RunStore
from support.command_line import faithsieve

FAKE = Path(__file__).parent.parent / "support" / "fake_repl.py"
BELIEVES_EVERYTHING = f"{sys.executable} {FAKE}"


def unknown(detail: str) -> Rechecked:
    cited = Citation(key=digest_of("k"), problems=("p",))
    return Rechecked(citation=cited, backend="b", agreement=RecheckOutcome.UNKNOWN, detail=detail)


@pytest.mark.network
def test_a_second_backend_that_believes_everything_is_refused(tmp_path: Path) -> None:
    verdict = Verdict(label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="", steps=())
    run, store = tmp_path / "verdict.json", tmp_path / "s.sqlite"
    # A verdict about a document also says where its steps stand.
    row = verdict.model_dump(mode="json") | {"source": {"file": "p.tex", "split": "numbered"}}
    run.write_text(json.dumps(row), encoding="utf-8")
    RunStore.open(store).close()
    second = ("--second", "--backend", "repl", "--command", BELIEVES_EVERYTHING)
    code, _, err = faithsieve("recheck", run, "--store", store, *second)
    assert code == 2
    assert "snippets wrong" in err


@pytest.mark.network
async def test_insisting_lets_it_in_and_says_what_it_failed() -> None:
    choice = LeanSettings(backend="repl", command=BELIEVES_EVERYTHING, header="bare")
    status = Console(stderr=True).status("")
    async with open_second(choice, insist=True, status=status) as second:
        assert second.admission.is_insisted
        assert "rejects a false claim" in second.admission.failed
        assert len(second.admission.failed) < len(SNIPPETS)


@pytest.mark.parametrize(
    ("detail", "is_advised"),
    [("infrastructure: the header did not load", False), ("timeout: no answer in 60 s", True)],
)
def test_no_answer_is_told_with_its_reason_and_with_advice_only_where_it_helps(
    detail: str, is_advised: bool
) -> None:
    with pytest.raises(FaithSieveError, match=detail) as told:
        conclude([unknown(detail)])
    assert ("larger --timeout" in str(told.value)) is is_advised


def test_a_proof_of_another_store_is_no_reason_to_distrust_the_verdict() -> None:
    row = unknown("not in this store").changed(agreement=RecheckOutcome.MISSING)
    with pytest.raises(FaithSieveError, match="not in this store") as told:
        conclude([row])
    assert "--store" in str(told.value)
    assert "do not use" not in str(told.value)


def test_nothing_compiled_is_not_told_as_agreement(capsys: pytest.CaptureFixture[str]) -> None:
    conclude([])
    assert "nothing was compiled" in capsys.readouterr().err
