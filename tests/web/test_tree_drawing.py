"""Drawings are well formed whatever the proof says."""

import re
from xml.etree import ElementTree

import pytest

from faithsieve.llm.scripted import ScriptedModel
from faithsieve.localize.reader import PlainReader
from faithsieve.localize.stage import localize
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof
from faithsieve.web.tree_drawing import mood_of, to_dot, to_mermaid, to_svg
from support.localize_replies import deltas, edge, grouping, localize_by, scores, special

HOSTILE = [
    'x < 1 & y > 2 "quoted" </text><script>alert(1)</script>',
    '"]; end; A --> B %% \\" \\n',
    "\x00\x1b[31m",
]


async def split_proof() -> Localization:
    proof = Proof.from_texts("Show p.", ["m is odd or m is even.", "If odd, p.", "If even, p."])
    tree = deltas(
        edge(1, 0, pattern="cases"), edge(2, 1), edge(3, 1),
        x=(special(1, "m is odd", "m is even"), special(3, at="1.2")),
    )  # fmt: skip
    replies = [grouping(1, 2, 3), tree, scores({1: 0.1, 2: 0.4, 3: 0.9})]
    return await localize_by(ScriptedModel(replies), proof)


def boxes(svg: str) -> list[tuple[float, float]]:
    root = ElementTree.fromstring(svg)
    return [
        (float(r.attrib["x"]), float(r.attrib["y"]))
        for r in root.iter("{http://www.w3.org/2000/svg}rect")
    ]


async def test_the_svg_has_one_box_a_state_and_none_overlap() -> None:
    places = boxes(to_svg(await split_proof()))
    assert len(places) == len(set(places)) == 5


async def test_branches_stand_side_by_side_below_their_split() -> None:
    root, odd, even, below_odd, below_even = boxes(to_svg(await split_proof()))
    assert odd[1] == even[1] > root[1]
    assert odd[0] < even[0]
    assert (below_odd[0], below_even[0]) == (odd[0], even[0])


async def test_mermaid_shows_moods_and_the_window() -> None:
    text = to_mermaid(await split_proof())
    assert text.startswith("flowchart TD\n")
    assert "class s3 suspicious" in text
    assert "class s2 doubtful" in text
    assert "s1_2 --> s3" in text
    assert "style s3 fill" in text


async def test_dot_names_states_and_edges() -> None:
    text = to_dot(await split_proof())
    assert '"1.2" -> "3";' in text
    assert text.count("label=") == 5


async def test_hostile_text_cannot_break_out_of_a_drawing() -> None:
    found = await localize(Proof.from_texts("Show <p>.", HOSTILE), reader=PlainReader())
    svg = to_svg(found)
    assert not list(ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}script"))
    for line in to_mermaid(found).splitlines():
        label = re.fullmatch(r'\s+s[0-9_]+\["(.*)"\]', line)
        assert label is None or not re.search(
            r'["\[\]<>](?!br/>|r/>)', label[1].replace("<br/>", "")
        )
    for line in to_dot(found).splitlines()[2:-1]:
        assert line.endswith(";")
        assert len(re.findall(r'(?<!\\)(?:\\\\)*"', line)) % 2 == 0


@pytest.mark.parametrize(
    ("risk", "mood"), [(0, "calm"), (0.3, "doubtful"), (0.6, "doubtful"), (0.61, "suspicious")]
)
def test_moods_follow_the_threshold(risk: float, mood: str) -> None:
    assert mood_of(risk, 0.6) == mood


def above(threshold: float, found: Localization) -> Localization:
    window = found.window.model_copy(update={"threshold": threshold})
    return found.model_copy(update={"window": window})


async def test_drawings_call_suspicious_what_lies_above_the_threshold_of_the_window() -> None:
    found = await split_proof()
    few, many = above(0.95, found), above(0.35, found)
    assert "class s2,s3 suspicious" in to_mermaid(many)
    assert "suspicious" not in "".join(
        line for line in to_mermaid(few).splitlines() if line.startswith("  class s")
    )
    assert to_dot(many) != to_dot(few)
    assert to_svg(many).count("#c62828") == to_svg(found).count("#c62828") + 1
