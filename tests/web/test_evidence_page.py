"""The page says what the records say, and nothing in them can act in it."""

import html
import json
import re
from functools import lru_cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import Label, Proof
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.web.evidence_page import highlight_lean, render_evidence_page
from faithsieve.web.mathematics import legible
from faithsieve.web.page_assets import page_assets
from support.checked_proofs import bare_checked_proof, rich_checked_proof
from support.hostile_texts import PAYLOADS, PageText, poison


def read(checked: CheckedProof) -> PageText:
    return PageText(render_evidence_page(checked))


@lru_cache(maxsize=1)
def harmless() -> PageText:
    return read(rich_checked_proof())


def assert_nothing_acts(page: PageText) -> None:
    code = [text for kind, text in page.scripts if kind is None]
    assert code == list(page_assets().scripts)
    assert [kind for kind, _ in page.scripts] == ["application/json", None, None, None]
    for tag, attributes in page.elements:
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
        assert not {"src", "srcdoc", "action", "formaction", "xlink:href", "data"} & set(attributes)
        assert attributes.get("href", "#").startswith("#")
        assert re.fullmatch(r"((left|top|width|height):\d+(px|%);?)*", attributes.get("style", ""))


TEXTS = st.one_of(
    st.text(),
    st.sampled_from(PAYLOADS),
    st.tuples(st.sampled_from(["$", "$$", r"\(", '"', "'", "<", "&", "--"]), st.text()).map(
        "".join
    ),
    st.text(min_size=1).map(lambda inner: f"${inner}$"),
)


@settings(max_examples=30)
@given(TEXTS)
@example("MARK".join(PAYLOADS))
@example("</script><script>")
@example('" onload="')
def test_no_text_in_any_field_changes_scripts_elements_or_attributes(text: str) -> None:
    page = read(poison(rich_checked_proof(), text))
    assert_nothing_acts(page)
    assert page.skeleton() == harmless().skeleton()


def test_the_data_for_the_script_is_numbers_only() -> None:
    page = read(poison(rich_checked_proof(), "</script>"))
    ((_, text),) = [script for script in page.scripts if script[0] == "application/json"]
    assert re.sub(r'"(boxes|parent|unit|selected)"|null|[\d\s:,{}\[\]]', "", text) == ""
    assert json.loads(text)["selected"] == 5


def test_equal_records_give_equal_pages_below_a_megabyte_that_forbid_the_rest() -> None:
    page = render_evidence_page(rich_checked_proof())
    assert page == render_evidence_page(rich_checked_proof())
    assert len(page.encode()) < 1_000_000
    policies = [
        attributes["content"]
        for tag, attributes in harmless().elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policies == [page_assets().policy]
    before = [tag for tag, _ in harmless().elements[:5]]
    assert "script" not in before
    assert "style" not in before


@pytest.mark.parametrize(
    "words",
    [
        "First error: step 4",
        "0.97",
        "S_prem", "S_conc", "S_hol", "S_faith",
        "Step relation", "Objects and witnesses", "Direction", "Roles", "Surface",
        "premise and conclusion are swapped", "contradictory hypotheses",
        "h1 and h2 prove False", "Covered too much",
        "structure retried",
        "omega could not prove the goal", "error 3:2", "stopped at errors", "axioms propext",
        "verify.statement", "23\u202f080", "unknown", "38.4",
        "lint: numeric-link", "not scored, the default",
        "not material", "the Lean statement may say something else",
        "Depends on edge_5/1", "The text cites h4",
        "step 4 was split on the second try",
        "the pipeline and a scripted model", "“Could not check” is never counted",
        *rich_checked_proof().verdict.artifacts,
    ],
)  # fmt: skip
def test_everything_that_is_known_is_on_the_page(words: str) -> None:
    assert words in harmless().words


def test_links_lead_to_places_on_the_page() -> None:
    for page in (harmless(), read(bare_checked_proof())):
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        assert len(ids) == len(set(ids))
        links = {attributes["href"][1:] for tag, attributes in page.elements if tag == "a"}
        assert links <= set(ids)


def test_a_bare_verdict_makes_a_page_that_claims_no_evidence() -> None:
    page = read(bare_checked_proof())
    assert_nothing_acts(page)
    assert "First error: step 2" in page.words
    assert "gives no evidence that could be checked again" in page.words
    assert "No model was asked." in page.words
    assert "Proof-state tree" not in page.words


@pytest.mark.parametrize(
    ("kind", "title", "meaning"),
    [
        (VerdictKind.NO_ERROR_FOUND, "No error found", "are not confirmed"),
        (VerdictKind.UNDECIDED, "Undecided", "neither a yes nor a no"),
        (VerdictKind.RISKY_STEP, "Risky step: 1", "No step was refuted"),
    ],
)
def test_each_kind_of_verdict_says_what_it_rests_on(
    kind: VerdictKind, title: str, meaning: str
) -> None:
    labels: dict[VerdictKind, Label | None] = {
        VerdictKind.NO_ERROR_FOUND: "correct",
        VerdictKind.UNDECIDED: None,
    }
    verdict = Verdict(
        label=labels.get(kind, 1), kind=kind, rationale="",
        steps=(StepFinding(index=1, status=StepStatus.UNCHECKED),),
    )  # fmt: skip
    page = read(CheckedProof(proof=Proof.from_texts("p", ["a"]), verdict=verdict))
    assert title in page.words
    assert meaning in page.words


LEAN = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(["theorem", " ", "/-", "-/", "--", "\n", '"', "\\", "∀", "<", "@["])
    ).map("".join),
)


@given(LEAN)
def test_colouring_lean_adds_spans_and_changes_no_character(code: str) -> None:
    markup = str(highlight_lean(code))
    bare = re.sub(r'<span class="lean-[a-z]+">|</span>', "", markup)
    assert "<" not in bare
    assert html.unescape(bare) == legible(code)


def test_a_notebook_shows_verdict_and_steps_and_no_text_becomes_markup() -> None:
    step = StepFinding(index=1, status=StepStatus.INCORRECT)
    verdict = Verdict(
        label=1, kind=VerdictKind.FIRST_ERROR, confidence=0.9, rationale="x is 5", steps=(step,)
    )
    proof = Proof.from_texts("p", ["So x = 6. <script>window.hit=1</script>"])
    shown = CheckedProof(proof=proof, verdict=verdict)._repr_html_()
    for words in ("First error: step 1", "confidence 0.90", "x is 5", "incorrect", "So x = 6."):
        assert words in shown
    assert "<script>" not in shown
