"""Parts from outside: the three examples run, and a broken package spoils nothing but itself."""

import json
import sys
from pathlib import Path

import pytest

from faithsieve.datasets import load_dataset
from faithsieve.errors import BudgetExceededError, PluginError
from faithsieve.evaluate.run_folder import differences
from faithsieve.evaluate.session import describe_run
from faithsieve.lean.backends import open_checker
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.methods import METHODS, PARTS, Tools, find_method
from faithsieve.records.lean import LeanSource, LeanStatus
from faithsieve.records.settings import LeanSettings, Settings
from support.chat_endpoint import Endpoint
from support.command_line import faithsieve
from support.plugin_packages import EXAMPLES, install_example, install_package
from support.runs import make_dataset, make_problem

METHOD, DATASET, LEAN = "faithsieve.methods", "faithsieve.datasets", "faithsieve.lean"
HOMEWORK = [
    {"sheet": "ann", "exercise": "Show 1 = 1.", "solution": ["1 = 1."], "mark": "ok"},
    {"sheet": "bob", "exercise": "Show 2 = 2.", "solution": ["1 = 2.", "So 2 = 2."], "mark": 1},
]


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that Python looks for packages in."""
    folder = tmp_path / "installed"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    for name in [name for name in sys.modules if name.startswith("broken_")]:
        monkeypatch.delitem(sys.modules, name)
    return folder


def homework(folder: Path) -> Path:
    file = folder / "class.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in HOMEWORK), encoding="utf-8")
    return file


# ---- the examples


@pytest.mark.network
def test_a_method_and_a_shape_from_outside_run_as_ours_do(
    target: Path, tmp_path: Path, endpoint: Endpoint
) -> None:
    install_example("method", target)
    install_example("dataset", target)
    endpoint.answer = lambda question: (200, "step 1" if "1 = 2." in question else "correct")
    run = tmp_path / "run"
    words = ("--method", "agreeing", "--model", "m", "--base-url", endpoint.url, "--out", run)
    ended = faithsieve("eval", homework(tmp_path), *words)
    assert ended.code == 0, ended.err
    rows = [json.loads(row) for row in (run / "predictions.jsonl").read_text().splitlines()]
    assert [(row["id"], row["label"], row["gold"]) for row in rows] == [
        ("ann", "correct", "correct"),
        ("bob", 1, 1),
    ]
    assert len(endpoint.asked) == 4
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    assert "faithsieve-agreeing==1.0" in manifest["versions"]
    again = faithsieve("eval", homework(tmp_path), *words)
    assert again.code == 0
    assert len(endpoint.asked) == 4


def test_a_shape_from_outside_is_recognised_forced_and_named(target: Path, tmp_path: Path) -> None:
    install_example("dataset", target)
    file = homework(tmp_path)
    assert load_dataset(file).shape == "homework"
    assert [proof.gold for proof in load_dataset(file, format="homework").proofs] == ["correct", 1]
    assert "homework" in faithsieve("data", "validate", file).out
    ended = faithsieve("data", "convert", file, "--to", "proofloc", "--out", "-")
    assert [json.loads(row)["first_error_step"] for row in ended.out.splitlines()] == ["correct", 1]
    refused = faithsieve("data", "convert", file, "--to", "homework", "--out", "-")
    assert refused.code == 2
    assert "only read" in refused.err


@pytest.mark.network
async def test_a_lean_from_outside_answers_and_its_silence_is_no_verdict(target: Path) -> None:
    install_example("lean", target)
    program = Path(__file__).parent / "support" / "fake_lean.py"

    async def status(text: str, command: str = f"{sys.executable} {program}") -> LeanStatus:
        settings = LeanSettings(backend="once", command=command, header="bare")
        async with open_checker(settings, _no_embedded) as lean:
            report = await lean.check(LeanSource(text=text, theorem="t"), timeout_s=20.0)
            return report.status

    assert await status("theorem t : True := trivial\n") is LeanStatus.OK
    assert await status("theorem t : True := wrong\n") is LeanStatus.ERROR
    assert (
        await status("theorem t : True := trivial\n", "no-such-lean") is LeanStatus.INFRASTRUCTURE
    )
    assert await status("theorem t : True := trivial\n", "echo no") is LeanStatus.INFRASTRUCTURE


def _no_embedded() -> EmbeddedToolchain:
    raise AssertionError("the embedded Lean is not asked for")


def test_the_page_shows_the_example_as_it_is() -> None:
    code = (EXAMPLES / "method" / "faithsieve_agreeing.py").read_text(encoding="utf-8")
    page = EXAMPLES.parents[1] / "docs" / "plugins.md"
    assert code.partition('"""\n\n')[2] in page.read_text(encoding="utf-8")


def test_a_baseline_of_the_page_that_asks_no_model_needs_none(target: Path, tmp_path: Path) -> None:
    page = (EXAMPLES.parents[1] / "docs" / "plugins.md").read_text(encoding="utf-8")
    example = page.partition("A baseline that asks no model")[2].split("```")[1]
    code = "\n".join(
        [
            "from faithsieve.methods import judged_by",
            "from faithsieve.records.verdict import Verdict, VerdictKind",
            example.removeprefix("python"),
        ]
    )
    points = {"faithsieve.methods": {"lastwrong": "lastwrong:last_wrong"}}
    install_package(target, "last-wrong", points, lastwrong=code)
    data = tmp_path / "proofs.jsonl"
    data.write_text('{"id": "a", "problem": "Show it.", "steps": ["One.", "Two."]}\n')
    words = ("--method", "lastwrong", "--out", tmp_path / "run")
    ended = faithsieve("eval", data, *words)
    assert ended.code == 0, ended.err
    (row,) = (tmp_path / "run" / "predictions.jsonl").read_text().splitlines()
    assert json.loads(row)["label"] == 2


# ---- broken packages

BROKEN = {
    "import error": ("broken_a:method", "import nothing_of_this_name\n", "nothing_of_this_name"),
    "no such attribute": ("broken_b:method", "", "method"),
    "exit on import": ("broken_c:method", "import sys\nsys.exit(9)\n", "SystemExit: 9"),
    "wrong type": ("broken_d:method", "method = 3\n", "TypeError"),
    "syntax error": ("broken_e:method", "def\n", "SyntaxError"),
}


@pytest.mark.parametrize("group", [METHOD, DATASET, LEAN])
@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_package_is_named_and_spoils_only_its_own_name(
    target: Path, tmp_path: Path, group: str, fault: str
) -> None:
    value, text, said = BROKEN[fault]
    install_package(
        target, "acme-parts", {group: {"acme": value}}, **{value.partition(":")[0]: text}
    )
    file = homework(tmp_path)
    run = ("eval", file, "--out", tmp_path / "run")
    commands = {
        METHOD: (*run, "--method", "acme"),
        DATASET: (*run, "--method", "direct", "--model", "made-up", "--format", "acme"),
        LEAN: ("lean", "doctor", "--backend", "acme"),
    }
    if group == METHOD:
        file.write_text('{"id": "a", "problem": "p", "steps": ["s"]}\n', encoding="utf-8")
    ended = faithsieve(*commands[group])
    assert ended.code == 2
    assert "package acme-parts 2.5" in ended.err
    assert said in ended.err
    assert "Traceback" not in ended.err
    doctor = faithsieve("doctor")
    assert "pip uninstall acme-parts" in doctor.out
    assert faithsieve("check", "--help").code == 0
    assert find_method("direct") is METHODS["direct"]


def test_a_name_that_exists_already_is_refused_for_that_name_only(target: Path) -> None:
    entries = {METHOD: {"direct": "broken_f:x", "twice": "broken_f:x"}}
    install_package(target, "acme-parts", entries, broken_f="x = 1\n")
    install_package(target, "other-parts", {METHOD: {"twice": "broken_f:x"}})
    with pytest.raises(PluginError, match=r"acme-parts 2\.5 adds a method 'direct', which FaithS"):
        find_method("direct")
    with pytest.raises(PluginError, match=r"package acme-parts 2\.5 and package other-parts 2\.5"):
        find_method("twice")
    assert find_method("majority") is METHODS["majority"]
    assert list(PARTS.working()) == []


async def test_a_method_that_fails_on_a_proof_is_blamed_but_a_budget_is_not(target: Path) -> None:
    text = """
from faithsieve.errors import BudgetExceededError
from faithsieve.methods import Method
async def crash(proof, tools): return {}["missing"]
async def label(proof, tools): return "correct"
async def poor(proof, tools):
    raise ExceptionGroup("", [BudgetExceededError("the limit is reached")])
a, b, c = Method(crash, (), ""), Method(label, (), ""), Method(poor, (), "")
"""
    names = {name: f"broken_g:{name}" for name in "abc"}
    install_package(target, "acme-parts", {METHOD: names}, broken_g=text)
    proof, tools = make_problem("x").proof, Tools(ScriptedModel([]), Settings())
    with pytest.raises(PluginError, match=r"acme-parts 2\.5 .*failed: KeyError: 'missing'"):
        await find_method("a").check(proof, tools)
    with pytest.raises(PluginError, match="a str, not a CheckedProof"):
        await find_method("b").check(proof, tools)
    with pytest.raises(ExceptionGroup) as caught:
        await find_method("c").check(proof, tools)
    assert caught.group_contains(BudgetExceededError)


def test_a_shape_that_fails_is_blamed_when_forced_and_never_in_the_way(
    target: Path, tmp_path: Path
) -> None:
    text = """
from faithsieve.datasets import DatasetShape
class Bad(DatasetShape):
    name, fields, telling = "bad", ("a",), frozenset({"a"})
    def recognises(self, row): raise KeyError("oh")
    def read(self, row, *, file_stem): raise KeyError("oh")
class Greedy(DatasetShape):
    name, fields = "greedy", ("a",)
class Renamed(DatasetShape):
    name, telling = "other", frozenset({"a"})
"""
    shapes = {name.lower(): f"broken_h:{name}" for name in ("Bad", "Greedy", "Renamed")}
    install_package(target, "acme-parts", {DATASET: shapes}, broken_h=text)
    odd = tmp_path / "odd.jsonl"
    odd.write_text('{"a": 1}\n', encoding="utf-8")
    said = faithsieve("data", "validate", odd)
    assert said.code == 2
    assert "no known dataset row" in said.err
    assert "would take every row" in said.err
    assert "calls itself 'other'" in said.err
    forced = faithsieve("data", "validate", odd, "--format", "bad")
    assert forced.code == 2
    assert "acme-parts 2.5" in forced.err
    assert "KeyError: 'oh'" in forced.err


async def test_a_lean_that_fails_inside_is_unavailable(target: Path) -> None:
    text = """
from faithsieve.lean.external_backend import ExternalLean
class Crash(ExternalLean):
    async def answer(self, snippet, timeout_s): raise KeyError("oh")
class Late(ExternalLean):
    async def answer(self, snippet, timeout_s): raise TimeoutError
class Word(ExternalLean):
    async def answer(self, snippet, timeout_s): return "fine"
class Silent(ExternalLean):
    pass
"""
    kinds = {name.lower(): f"broken_i:{name}" for name in ("Crash", "Late", "Word", "Silent")}
    install_package(target, "acme-parts", {LEAN: kinds}, broken_i=text)

    async def report(backend: str) -> tuple[LeanStatus, str]:
        settings = LeanSettings(backend=backend, header="bare")
        async with open_checker(settings, _no_embedded) as lean:
            found = await lean.check(LeanSource(text="example : True := trivial"), timeout_s=1.0)
            return found.status, found.detail

    status, detail = await report("crash")
    assert status is LeanStatus.INFRASTRUCTURE
    assert "acme-parts 2.5" in detail
    assert (await report("late"))[0] is LeanStatus.TIMEOUT
    assert (await report("word"))[0] is LeanStatus.INFRASTRUCTURE
    with pytest.raises(PluginError, match="`answer` is missing"):
        await report("silent")


def test_another_version_of_the_package_is_another_run(
    target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_example("method", target)
    first = describe_run("agreeing", model="m", dataset=make_dataset(1), settings=Settings())
    second = first.changed(versions=(*first.versions[:2], "faithsieve-agreeing==1.1"))
    assert differences(first, first) == ()
    (line,) = differences(first, second)
    assert "faithsieve-agreeing==1.1" in line
