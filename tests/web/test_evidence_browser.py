"""The evidence page in a real browser: seen, clicked through, and attacked."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from faithsieve.records.checked_proof import CheckedProof
from faithsieve.web.evidence_page import render_evidence_page
from support.browser import OpenTab, Tab
from support.checked_proofs import bare_checked_proof, rich_checked_proof
from support.hostile_texts import PAYLOADS, poison

# One group, so that parallel workers start one browser and not several.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

NARROW = 390


class Reader:
    """Opens checked proofs as pages."""

    def __init__(self, open_tab: OpenTab, folder: Path) -> None:
        self._open_tab = open_tab
        self._file = folder / "evidence.html"

    def open(self, checked: CheckedProof, *, dark: bool = False, narrow: bool = False,
             scripts: bool = True, place: str = "") -> Tab:  # fmt: skip
        self._file.write_text(render_evidence_page(checked), encoding="utf-8")
        tab = self._open_tab(
            self._file.as_uri(),
            NARROW if narrow else 1280,
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        tab.page.goto(self._file.as_uri() + place)
        return tab


@pytest.fixture
def reader(open_tab: OpenTab, tmp_path: Path) -> Reader:
    return Reader(open_tab, tmp_path)


def panel(reading: Tab) -> str:
    """The heading of the panel that can be seen."""
    return reading.page.locator(".panel:visible h3").inner_text()


def background(reading: Tab) -> str:
    return str(reading.page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_every_panel_can_be_clicked_and_nothing_complains(reader: Reader) -> None:
    reading = reader.open(rich_checked_proof())
    page = reading.page
    assert panel(reading) == "Unit 4.2"
    assert page.locator("#obligation-4").get_attribute("open") is None
    page.locator(".panel:visible a[href='#obligation-4']").click()
    page.wait_for_selector("#obligation-4[open]")
    page.locator("#step-2 a[data-unit='2']").click()
    assert panel(reading) == "Unit 2.1"
    row = page.locator("#artifacts .digest").first
    row.locator("button").click()
    # Waiting for an expression would need eval, which the page forbids.
    expect(page.locator("#announcer")).not_to_be_empty()
    assert row.locator("button").inner_text() in ("Copied", "Selected")
    seen = []
    for box in page.locator(".box").all():
        box.click()
        seen.append(panel(reading))
    assert seen == [
        "The problem",
        *(f"Unit {u}" for u in ("1.1", "2.1", "3.1", "4.1", "4.2", "5.1", "6.1")),
    ]
    for summary in page.locator("summary").all():
        if summary.is_visible():
            summary.click()
    for button in page.locator("button:visible").all():
        button.click()
    assert reading.trouble == []


def test_the_whole_tree_can_be_walked_with_the_keyboard(reader: Reader) -> None:
    reading = reader.open(rich_checked_proof())
    keyboard = reading.page.keyboard
    reading.page.locator(".box[tabindex='0']").focus()
    keyboard.press("Home")
    walked = [panel(reading)]
    for _ in range(7):
        keyboard.press("ArrowDown")
        walked.append(panel(reading))
    assert walked[0] == "The problem"
    assert walked[-1] == "Unit 6.1"
    keyboard.press("ArrowLeft")
    # What joins the cases hangs on the state outside them.
    assert panel(reading) == "Unit 2.1"
    keyboard.press("ArrowRight")
    assert panel(reading) == "Unit 3.1"
    assert reading.page.locator(".box[aria-selected='true']").count() == 1
    keyboard.press("End")
    keyboard.press("Enter")
    assert reading.page.evaluate("document.activeElement.id") == "unit-7"
    assert reading.page.locator("#announcer").inner_text() == "Showing Unit 6.1"
    assert reading.trouble == []


def test_every_control_is_reached_with_the_tab_key(reader: Reader) -> None:
    reading = reader.open(rich_checked_proof())
    reading.page.keyboard.press("Tab")
    reading.page.keyboard.press("Enter")
    assert reading.page.evaluate("document.activeElement.id") == "main", "the first tab skips"
    reading.page.reload()
    wanted = reading.page.locator("button:visible, a:visible, summary:visible").count()
    reached: set[str] = set()
    name = "() => { const e = document.activeElement; return e.tagName + '#' + " \
           "[...document.querySelectorAll('*')].indexOf(e); }"  # fmt: skip
    for _ in range(wanted * 2):
        reading.page.keyboard.press("Tab")
        reached.add(str(reading.page.evaluate(name)))
        if reading.page.evaluate("document.activeElement === document.body"):
            break
    controls = [entry for entry in reached if entry.split("#")[0] in ("BUTTON", "A", "SUMMARY")]
    assert len(controls) == wanted


def test_the_tree_zooms_by_button_key_and_wheel(reader: Reader) -> None:
    reading = reader.open(rich_checked_proof())
    page = reading.page

    def width() -> float:
        place = page.locator(".box").first.bounding_box()
        assert place is not None
        return place["width"]

    page.locator("#zoom-fit").click()
    before = width()
    page.locator("#zoom-in").click()
    assert width() == pytest.approx(before * 1.25, rel=0.02)
    page.locator("#zoom-out").click()
    assert width() == pytest.approx(before, rel=0.02)
    page.locator(".box[tabindex='0']").focus()
    page.keyboard.press("0")
    assert page.locator("#zoom-level").inner_text() == "100%"
    page.locator("#viewport").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    expect(page.locator("#zoom-level")).not_to_have_text("100%")
    assert width() > 232 * 1.5
    assert reading.trouble == []


@pytest.mark.parametrize("place", ["#unit-3", "#nowhere", "#%E0%A4%A", "#"])
def test_any_address_opens_the_page(reader: Reader, place: str) -> None:
    reading = reader.open(rich_checked_proof(), place=place)
    assert panel(reading) == ("Unit 3.1" if place == "#unit-3" else "Unit 4.2")
    assert reading.trouble == []


def test_the_colours_follow_the_system_and_the_button(reader: Reader) -> None:
    light, dark = reader.open(rich_checked_proof()), reader.open(rich_checked_proof(), dark=True)
    pale = background(light)
    deep = background(dark)
    assert pale != deep
    button = light.page.locator("#theme")
    button.click()
    assert background(light) == pale
    button.click()
    assert background(light) == deep
    assert button.get_attribute("aria-label") == "Colours: Dark"
    light.page.reload()
    assert background(light) == deep
    button.click()
    assert background(light) == pale
    assert light.trouble == dark.trouble == []


def test_formulas_are_typeset_and_broken_ones_stay_text(reader: Reader) -> None:
    reading = reader.open(
        bare_checked_proof(r"Good $x^2$, bad $\frac{1$, loose $a \\ b$ and $n²$.")
    )
    rationale = reading.page.locator(".rationale")
    assert rationale.locator(".katex").count() == 3
    assert r"$\frac{1$" in rationale.inner_text()
    assert rationale.locator("math").count() == 3
    fonts = "() => document.fonts.ready.then(f => [...f].filter(x => x.status === 'loaded').length)"
    assert reading.page.evaluate(fonts) > 0
    assert reading.trouble == []


UNSET = ".formula:not(.is-typeset)"


def test_folded_formulas_are_typeset_when_they_are_opened_or_printed(reader: Reader) -> None:
    page = reader.open(rich_checked_proof()).page
    expect(page.locator(f"{UNSET}:visible")).to_have_count(0)
    folded = page.locator(".table-of-units")
    assert folded.locator(UNSET).count() == folded.locator(".formula").count() > 0
    folded.locator("summary").click()
    expect(folded.locator(UNSET)).to_have_count(0)
    assert page.locator(UNSET).count() > 0
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(UNSET).count() == 0


# Each payload alone goes through the parser of the unit tests; here they come together.
@pytest.mark.parametrize("payload", ["\n".join(PAYLOADS), "".join(reversed(PAYLOADS))])
def test_no_payload_runs_loads_or_links(reader: Reader, payload: str) -> None:
    reading = reader.open(poison(rich_checked_proof(), payload))
    page = reading.page
    assert page.evaluate("window.hit") is None
    assert page.locator("script").count() == 4
    assert page.locator("img, iframe, object, embed, form, input, animate, base").count() == 0
    elsewhere = "[...document.querySelectorAll('[href], [src]')]" \
                ".filter(e => !(e.getAttribute('href') ?? '').startsWith('#')).length"  # fmt: skip
    assert page.evaluate(elsewhere) == 0
    page.locator(".box").last.click()
    assert page.evaluate("window.hit") is None
    assert reading.trouble == []


def test_the_policy_stops_what_escaping_would_miss(reader: Reader) -> None:
    """A second line of defence: code that did get into the page does not run or load."""
    reading = reader.open(bare_checked_proof())
    stopped: list[str | None] = []
    reading.page.on("requestfailed", lambda request: stopped.append(request.failure))
    reading.page.evaluate(
        """() => {
          const script = document.createElement('script');
          try { script.textContent = 'window.hit = 1'; document.body.append(script); } catch {}
          const image = document.createElement('img');
          image.src = 'http://evil.example/x.png';
          document.body.append(image);
          try { image.setAttribute('onclick', 'window.hit = 2'); image.click(); } catch {}
        }"""
    )
    assert reading.page.evaluate("window.hit") is None
    assert any("Content Security Policy" in words for words in reading.trouble)
    assert stopped == ["csp"]


@pytest.mark.parametrize(
    ("dark", "narrow"), [(False, False), (True, True)], ids=["light and wide", "dark and narrow"]
)
def test_accessibility_rules_hold(reader: Reader, dark: bool, narrow: bool) -> None:
    reading = reader.open(rich_checked_proof(), dark=dark, narrow=narrow)
    open_all(reading)
    assert reading.faults() == []


def open_all(reading: Tab) -> None:
    reading.page.evaluate(
        "document.querySelectorAll('details').forEach(part => { part.open = true; })"
    )


@pytest.mark.parametrize("checked", [rich_checked_proof(), bare_checked_proof()])
def test_the_page_is_never_wider_than_a_phone(reader: Reader, checked: CheckedProof) -> None:
    reading = reader.open(checked, narrow=True)
    open_all(reading)
    assert reading.width() == NARROW


def test_without_scripts_everything_can_still_be_read(reader: Reader) -> None:
    page = reader.open(rich_checked_proof(), scripts=False).page
    assert page.locator(".panel").count() == page.locator(".panel:visible").count() == 8
    assert "$x^2 - 5x + 6 = 0$" in page.locator(".problem").inner_text()
    assert page.locator("button.copy:visible").count() == 0


def test_paper_gets_every_panel_and_no_controls(reader: Reader) -> None:
    reading = reader.open(rich_checked_proof(), dark=True)
    page = reading.page
    page.emulate_media(media="print")
    assert page.locator(".panel:visible").count() == 8
    assert page.locator("button:visible").count() == 0
    assert background(reading) == "rgb(255, 255, 255)"
    assert len(page.pdf()) > 50_000
