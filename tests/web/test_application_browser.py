"""The application in a real browser: asked, watched, stopped, gone on with, attacked, measured."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from faithsieve.cli.main import run
from faithsieve.records.check_job import JobState
from support.browser import OpenTab, Tab
from support.checked_proofs import rich_checked_proof
from support.hostile_texts import PAYLOADS, poison
from support.json_server import Said, json_server
from support.runs_on_disk import write_run
from support.website import ScriptedCheck, Website, serving, website

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

WIDTHS = (390, 1280)
PROOF = "Find $x$ with $3x = 15$.\n\n1. Divide by $3$.\n2. So $x = 6$. Hence $x > 5$.\n3. Done."
COVERED_TEXT = """() => [...document.querySelectorAll(".box > .badge")].filter((badge) => {
  const text = badge.parentElement.querySelector(".box-text").getBoundingClientRect();
  return text.bottom > badge.getBoundingClientRect().top + 1;
}).map((badge) => badge.parentElement.textContent)"""
# A test run with this set keeps what the pages look like.
PICTURES = os.environ.get("FAITHSIEVE_TEST_PICTURES")


@pytest.fixture
def reader(open_tab: OpenTab, address: str) -> Iterator[Tab]:
    opened = open_tab(address)
    yield opened
    assert opened.trouble == []


def picture(page: Page, name: str) -> None:
    if PICTURES:
        Path(PICTURES).mkdir(exist_ok=True)
        width = page.evaluate("innerWidth")
        page.screenshot(path=f"{PICTURES}/{name}-{width}.png", full_page=True)


def start(page: Page, text: str = PROOF) -> None:
    page.goto("/")
    page.get_by_label("Proof", exact=True).fill(text)
    expect(page.locator("#steps > li").first).to_be_visible()
    expect(page.locator("#estimate")).to_contain_text("calls")
    page.get_by_role("button", name="Check", exact=True).click()
    page.wait_for_url("**/checks/*")


def test_a_proof_is_pasted_mended_checked_and_shared(reader: Tab, site: Website) -> None:
    page = reader.page
    page.goto("/")
    page.get_by_label("Proof", exact=True).fill(PROOF)
    expect(page.locator("#steps > li")).to_have_count(3)
    assert page.locator("#steps .katex").count() >= 3
    expect(page.locator("#estimate")).to_contain_text("free")

    # Split the second step behind its first sentence, merge two others, and renumber.
    second = page.locator("#steps > li").nth(1)
    second.get_by_text("Mend step 2").click()
    area = second.get_by_role("textbox")
    area.evaluate("area => area.setSelectionRange(11, 11)")
    second.get_by_role("button", name="Split at the cursor").click()
    expect(page.locator("#steps > li")).to_have_count(4)
    last = page.locator("#steps > li").nth(3)
    last.get_by_text("Mend step 4").click()
    last.get_by_role("button", name="Merge with the step above").click()
    expect(page.locator("#steps > li")).to_have_count(3)
    first = page.locator("#steps > li").first
    first.get_by_text("Mend step 1").click()
    first.get_by_role("button", name="Move down").click()
    expect(page.locator("#steps > li").nth(1)).to_contain_text("Divide by")
    area = page.locator("#steps > li").nth(1)
    area.get_by_text("Mend step 2").click()
    area.get_by_role("textbox").fill("Divide both sides by $3$.")
    area.get_by_role("textbox").blur()
    expect(page.locator("#steps > li").nth(1)).to_contain_text("both sides")
    picture(page, "form")

    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("First error: step 4")
    asked = site.check.seen[0][0].submission
    assert asked.problem == "Find $x$ with $3x = 15$."
    assert asked.steps == (
        "So $x = 6$.", "Divide both sides by $3$.", "Hence $x > 5$.\nDone.",
    )  # fmt: skip
    page.get_by_role("link", name="All evidence").click()
    page.wait_for_url("**/evidence")
    expect(page.locator(".katex").nth(10)).to_be_attached()
    page.go_back()
    with page.expect_download() as found:
        page.get_by_role("link", name="JSON").click()
    assert '"label":4' in found.value.path().read_text()
    with page.expect_download() as found:
        page.get_by_role("link", name="HTML").click()
    assert "First error" in found.value.path().read_text()


def test_stages_and_evidence_arrive_on_the_tree_while_the_reader_watches(
    reader: Tab, site: Website
) -> None:
    site.check.go_on.clear()
    page = reader.page
    start(page)
    expect(page.locator(".box").first).to_be_visible()
    expect(page.locator("#calls")).to_have_text("1")
    expect(page.locator("#tokens")).to_have_text("120")
    assert page.locator(".box.found-refuted").count() == 0
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Checking")
    expect(page.locator("#count")).to_have_text("6")
    picture(page, "watch")
    site.check.go_on.set()
    expect(page.get_by_role("heading", level=1)).to_contain_text("First error")
    expect(page.locator(".box.found-refuted").first).to_be_visible()
    assert page.evaluate(COVERED_TEXT) == [], "a badge lies over the text of its box"
    picture(page, "result")


def test_whoever_waits_for_lean_is_told_what_is_compiled(reader: Tab, site: Website) -> None:
    site.check.preparing = tuple(f"compiling Lean's library, part {n} of 2 (once)" for n in (1, 2))
    site.check.go_on.clear()
    page = reader.page
    start(page)
    # The page reloads itself for the tree; two reloads at once would end each other.
    expect(page.locator(".box").first).to_be_visible()
    expect(page.locator("#now")).to_have_text(f"{site.check.preparing[-1]} …")
    page.reload()
    expect(page.locator("#now")).to_have_text(f"{site.check.preparing[-1]} …")
    site.check.more = 1
    site.check.go_on.set()
    expect(page.get_by_role("heading", level=1)).to_contain_text("First error")


def test_a_check_can_be_stopped_and_asked_for_again(reader: Tab, site: Website) -> None:
    site.check.go_on.clear()
    page = reader.page
    start(page)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stopped")
    site.check.go_on.set()
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("First error")


def test_more_effort_on_one_step_is_a_click_and_leads_back(reader: Tab, site: Website) -> None:
    page = reader.page
    start(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("First error")
    page.get_by_role("button", name="More effort on step 4").click()
    expect(page.get_by_role("link", name="The check before")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("First error")
    job, earlier = site.check.seen[-1]
    assert (job.step, earlier) == (4, site.check.checked)


def test_a_check_survives_a_restart_of_the_server(open_tab: OpenTab, tmp_path: Path) -> None:
    check = ScriptedCheck()
    check.go_on.clear()
    with website(tmp_path, check) as site, serving(site) as address:
        port = int(address.rpartition(":")[2])
        reader = open_tab(address)
        page = reader.page
        start(page)
        expect(page.locator(".box").first).to_be_visible()
        check_id = page.url.rpartition("/")[2]
    with website(tmp_path, check) as site, serving(site, port=port):
        check.go_on.set()
        # The open page finds the new server by itself.
        expect(page.get_by_role("heading", level=1)).to_contain_text("First error", timeout=20_000)
        job = site.store.find_job(check_id)
        assert job is not None
        assert job.state is JobState.DONE


def test_a_check_that_fails_says_why_and_is_no_verdict(reader: Tab, site: Website) -> None:
    site.check.error = RuntimeError("the endpoint said <b>no</b>")
    page = reader.page
    start(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Could not finish")
    expect(page.get_by_text("the endpoint said <b>no</b>")).to_be_visible()
    expect(page.get_by_text("says nothing about the proof")).to_be_visible()


def test_a_file_is_uploaded_and_a_photo_or_pdf_refused_with_the_reason(
    open_tab: OpenTab, address: str
) -> None:
    page = open_tab(address).page
    page.goto("/")
    latex = rb"Find $x$.\begin{enumerate}\item a\item b\item c\end{enumerate}"

    def upload(name: str, content: bytes) -> None:
        file = {"name": name, "mimeType": "x/y", "buffer": content}
        page.locator("#file").set_input_files(file)  # type: ignore[arg-type]

    upload("proof.tex", latex)
    expect(page.locator("#steps > li")).to_have_count(3)
    for name, content, words in (
        ("a.png", b"...", "photo"),
        ("a.pdf", b"...", "PDF"),
        ("big.tex", b" " * 1_500_000, "too large"),
    ):
        upload("proof.tex", latex)
        expect(page.locator("#problem-shown")).to_contain_text("Find")
        upload(name, content)
        expect(page.get_by_role("alert")).to_contain_text(words)
        # Nothing of the proof before is left to be taken for this one, or to be checked.
        expect(page.locator("#problem-shown")).to_be_empty()
        expect(page.locator("#how")).to_be_empty()
        expect(page.locator("#estimate")).to_be_empty()
        expect(page.locator("#steps")).to_be_hidden()
    picture(page, "bad-upload")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page).to_have_url(f"{address}/")


def test_a_model_server_of_this_machine_is_tested_and_chosen(reader: Tab, site: Website) -> None:
    page = reader.page
    page.goto("/")
    page.get_by_label("Proof", exact=True).fill(PROOF)
    expect(page.locator("#estimate")).to_contain_text("free")
    page.get_by_text("Three ways to get a model").click()
    listing = {"data": [{"id": "llama3"}, {"id": "qwen"}]}
    with json_server(lambda asked: Said(200, listing)) as server:
        page.get_by_label("Address").fill(server)
        page.get_by_role("button", name="Test it").click()
        expect(page.locator("#server-said")).to_contain_text("It answers and has 2 models")
    assert page.locator("#model").input_value() == "server:llama3"
    assert page.get_by_label("Proof", exact=True).input_value() == PROOF
    page.get_by_role("button", name="Check", exact=True).click()
    page.wait_for_url("**/checks/*")
    assert site.check.seen[0][0].submission.model == "server:llama3"


def test_a_server_that_is_not_there_is_told_beside_its_address(
    open_tab: OpenTab, address: str
) -> None:
    page = open_tab(address).page
    page.goto("/")
    page.get_by_text("Three ways to get a model").click()
    page.get_by_label("Address").fill("http://127.0.0.1:1/v1")
    page.get_by_role("button", name="Test it").click()
    expect(page.locator("#server-said")).to_contain_text("nobody answers there")


@pytest.mark.parametrize("width", WIDTHS)
def test_without_a_model_the_form_says_what_one_adds_and_runs_an_example(
    open_tab: OpenTab, tmp_path: Path, width: int
) -> None:
    with website(tmp_path, model=None) as site, serving(site) as address:
        reader = open_tab(address, width)
        page = reader.page
        page.goto("/")
        expect(page.locator("#no-model")).to_contain_text("lints at once")
        expect(page.get_by_role("button", name="Try an example")).to_be_visible()
        assert page.locator("#method").input_value() == "lint"
        assert_accessible(reader, width, "/")
        page.get_by_label("Proof", exact=True).fill(PROOF)
        expect(page.locator("#estimate")).to_contain_text("free")
        picture(page, "no-model")
        page.get_by_role("button", name="Try an example").click()
        page.wait_for_url("**/checks/*")
        assert site.check.seen[0][0].submission.model == "recorded"
        assert reader.trouble == []


def test_the_form_works_without_scripts(open_tab: OpenTab, address: str) -> None:
    reader = open_tab(address, java_script_enabled=False)
    reader.page.goto("/")
    reader.page.get_by_label("Proof", exact=True).fill(PROOF)
    reader.page.get_by_role("button", name="Check", exact=True).click()
    reader.page.wait_for_url("**/checks/*")
    reader.page.wait_for_timeout(500)
    reader.page.reload()
    expect(reader.page.get_by_role("heading", level=1)).to_contain_text("First error")


def test_a_hostile_proof_executes_nothing_and_sends_nothing(
    open_tab: OpenTab, address: str, site: Website
) -> None:
    # A NUL is refused already when the text is read.
    payloads = [text.replace("\x00", "") for text in PAYLOADS]
    hostile = "\n\n".join(f"Step {n}: {text}" for n, text in enumerate(payloads, start=1))
    site.check.checked = poison(rich_checked_proof(), "".join(payloads))
    site.check.go_on.clear()
    reader = open_tab(address)
    page = reader.page
    start(page, f"{PAYLOADS[0]} {PAYLOADS[8]}\n\n{hostile}")
    expect(page.locator(".box").first).to_be_visible()
    site.check.go_on.set()
    expect(page.get_by_role("link", name="All evidence")).to_be_visible()
    for path in (page.url, f"{page.url}/evidence", "/checks"):
        page.goto(path)
        assert page.evaluate("window.hit") is None
        assert page.locator("main a[href^='javascript']").count() == 0
    assert [text for text in reader.trouble if "evil" in text or "hit" in text] == []


def assert_accessible(reader: Tab, width: int, path: str) -> None:
    assert reader.width() <= width, path
    assert reader.faults() == [], path


PAGES = ("/", "/checks", "/checks/{done}", "/checks/{done}/evidence", "/nowhere", "/login")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_has_a_serious_fault_of_accessibility_or_is_too_wide(
    open_tab: OpenTab, address: str, width: int, dark: bool
) -> None:
    reader = open_tab(
        address, width, color_scheme="dark" if dark else "light",
        reduced_motion="reduce", bypass_csp=True,
    )  # fmt: skip
    page = reader.page
    start(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("First error")
    done = page.url.rpartition("/")[2]
    for path in PAGES:
        page.goto(path.format(done=done))
        if path == "/":
            page.get_by_label("Proof", exact=True).fill(PROOF)
            expect(page.locator("#steps > li").first).to_be_visible()
        assert_accessible(reader, width, path)
        if dark is (width == 390):
            name = path.strip("/").replace("/", "-").format(done="done") or "start"
            picture(page, f"{name}-{'dark' if dark else 'light'}")


# ---- runs and annotations


@pytest.fixture
def stocked(tmp_path: Path) -> Path:
    """A folder with two runs and tasks of two kinds."""
    # Playwright has an event loop in this thread, and a command starts its own.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(stock, tmp_path).result()
    return tmp_path


def stock(tmp_path: Path) -> None:
    for name, shift in (("first", 0), ("second", 1)):
        write_run(tmp_path / "runs" / name, shift=shift)
    (tmp_path / "audits").mkdir()
    for kind in ("proof", "statement"):
        command = ["audit", "sample", str(tmp_path / "runs" / "first"), "--kind", kind]
        out = str(tmp_path / "audits" / f"{kind}.jsonl")
        assert run([*command, "--size", "3", "--out", out]) == 0


def test_a_reader_goes_from_runs_to_the_evidence_and_compares_two(
    open_tab: OpenTab, stocked: Path
) -> None:
    with website(stocked) as site, serving(site) as address:
        reader = open_tab(address)
        page = reader.page
        page.goto("/runs")
        page.get_by_role("link", name="first", exact=True).click()
        page.get_by_label("Outcome").select_option("wrong-place")
        page.get_by_role("button", name="Show").click()
        rows = page.locator(".rows tbody tr")
        assert 0 < rows.count() < 9
        picture(page, "run")
        rows.first.get_by_role("link").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("First error")
        page.goto("/runs")
        page.get_by_role("button", name="Compare").click()
        expect(page.locator(".rows tbody tr").first).to_have_class("is-apart")
        page.goto("/runs/first/report")
        image = page.locator(".plots img").first
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        assert reader.trouble == []


def test_annotators_label_with_the_keyboard_and_an_adjudicator_decides(
    open_tab: OpenTab, stocked: Path
) -> None:
    with website(stocked) as site, serving(site) as address:
        reader = open_tab(address)
        page = reader.page
        for who, keys in (("ann", "cc4"), ("ben", "cc2")):
            page.goto("/annotate")
            section = page.locator("section", has_text="proof").first
            section.get_by_label("Your name").fill(who)
            section.get_by_role("button", name="Begin").click()
            for number, key in enumerate(keys, start=1):
                expect(page.get_by_text(f"t{number}, {number - 1} of 3")).to_be_visible()
                assert page.get_by_text("First error").count() == 0
                if who == "ann" and number == 1:
                    picture(page, "task")
                    page.keyboard.press("n")
                    page.keyboard.type("cases are missing")
                    page.keyboard.press("Enter")
                    page.keyboard.press("Escape")
                page.keyboard.press(key)
            page.wait_for_url("**/annotate")
        page.get_by_role("link", name="Agreement of ann and ben").click()
        page.get_by_role("link", name="Adjudicate 1 of 1").click()
        expect(page.locator(".pair")).to_contain_text("step 2")
        page.keyboard.press("4")
        expect(page.get_by_text("All 1 disagreements are settled")).to_be_visible()
        assert "step 4" in (stocked / "audits" / "proof.agreed.answers.jsonl").read_text()
        assert reader.trouble == []


STOCKED = (
    "/runs", "/runs/first", "/runs/first/report", "/compare?first=first&second=second",
    "/annotate", "/annotate/proof/by/ann", "/annotate/statement/by/ann",
)  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_runs_and_tasks_have_no_serious_fault_of_accessibility(
    open_tab: OpenTab, stocked: Path, width: int, scheme: str
) -> None:
    with website(stocked) as site, serving(site) as address:
        reader = open_tab(address, width, color_scheme=scheme, bypass_csp=True)
        for path in STOCKED:
            reader.page.goto(path)
            assert_accessible(reader, width, path)
