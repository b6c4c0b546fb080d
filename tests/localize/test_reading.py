"""A reply only groups segments; what it gets wrong is flagged on its unit, and told to it once."""

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.quoting import find_quote
from faithsieve.localize.reading import Reading, join_replies, read_reply
from faithsieve.localize.replies import ReadingReply, ScopeLine, UnitWord
from faithsieve.localize.segments import find_formulas, split_proof
from faithsieve.localize.state_tree import build_state_tree
from faithsieve.records.proof import Proof
from faithsieve.records.substep import ClaimStatus, FlagKind, ScopeKind
from faithsieve.verify.obligations import discover_obligations
from support.localize_replies import chain, doubts, reading, scope, special, unit

PROOF = Proof.from_texts(
    "Let $x^2 = 4$. Find x.",
    ["Suppose $x > 0$ holds. Then x = 2.", "Suppose $x < 0$. Then x = -2.", "So x = 2 or x = -2."],
)
UNITS = (unit(1, 0), unit(2, 1), unit(3, 0), unit(4, 3), unit(5, 2, 4))


def read(reply: ReadingReply, proof: Proof = PROOF) -> Reading:
    return read_reply(proof, split_proof(proof), reply)


def faults(found: Reading) -> set[FlagKind]:
    return {fault.flag.kind for fault in found.faults}


def flags(found: Reading, number: int) -> set[FlagKind]:
    return {flag.kind for flag in found.substeps[number - 1].flags}


@given(st.lists(st.integers(0, 9), max_size=6), st.lists(st.integers(0, 9), max_size=4))
def test_every_character_survives_in_order_whatever_a_reply_says(
    starts: list[int], ends: list[int]
) -> None:
    scopes = tuple(scope(ScopeKind.CASE, min(9, n), n + 2, "nothing") for n in ends)
    found = read(reading(*(unit(n, n) for n in starts), scopes=scopes))
    for step in PROOF.steps:
        said = "".join(s.text for s in found.substeps if s.step == step.index)
        assert "".join(said.split()) == "".join(step.text.split())
    assert [s.number for s in found.substeps] == list(range(1, len(found.substeps) + 1))


def test_segments_become_units_and_scopes_with_the_authors_words() -> None:
    x = (special(1, "assume"), special(3, "assume"), special(5, "claim", "x = 2 or x = -2"))
    scopes = scope(ScopeKind.CASE, 1, 2, "x > 0"), scope(ScopeKind.CASE, 3, 4, "$x  <  0$")
    found = read(reading(*UNITS, x=x, scopes=scopes, goal="Find x."))
    assert [span.text for span in found.spans] == ["$x > 0$", "$x < 0$"]
    assert found.moves[5] == (found.moves[5]._replace(on=(2, 4), facts=("x = 2 or x = -2",)))
    assert [s.status for s in found.substeps][:2] == [ClaimStatus.ASSUMED, ClaimStatus.ASSERTED]
    assert (found.goal, found.faults, found.notes) == ("Find x", (), ())


@pytest.mark.parametrize(
    ("reply", "kind", "number"),
    [
        (reading(*UNITS[:2], *UNITS[4:]), FlagKind.DECOMPOSITION_FALLBACK, 3),
        (reading(*UNITS, scopes=(scope(ScopeKind.CASE, 3, 2),)), FlagKind.SCOPE_INVALID, 3),
        (reading(*UNITS, scopes=(scope(ScopeKind.CASE, 2, 99),)), FlagKind.SCOPE_INVALID, 2),
        (reading(*UNITS, scopes=(scope(ScopeKind.CASE, 3, 4, ""),)), FlagKind.SCOPE_UNSAID, 3),
        (reading(*UNITS, x=(special(2, "assume"),)), FlagKind.SCOPE_MISSING, 2),
        (
            reading(*UNITS, scopes=(scope(ScopeKind.CASE, 1, 2, "x > 0"),)),
            FlagKind.CLAIM_UNSAID,
            1,
        ),
        (reading(unit(1, 3), *UNITS[1:]), FlagKind.USE_BEFORE_INTRODUCTION, 1),
        (reading(*UNITS, x=(special(2, "claim", "x = 3"),)), FlagKind.TEXT_NOT_IN_SOURCE, 2),
        (
            reading(*UNITS, scopes=(scope(ScopeKind.LEMMA, 1, 2, "no such words"),)),
            FlagKind.TEXT_NOT_IN_SOURCE,
            1,
        ),
    ],
)
def test_a_fault_is_a_flag_on_its_unit_and_a_line_for_the_retry(
    reply: ReadingReply, kind: FlagKind, number: int
) -> None:
    found = read(reply)
    assert kind in flags(found, number)
    (line,) = [fault.in_words for fault in found.faults if fault.flag.kind is kind]
    assert line.startswith("segment ")


@pytest.mark.parametrize(
    ("scopes", "lacking"),
    [
        ((scope(ScopeKind.CASE, 2, 5, ""),), {2, 3, 4, 5}),
        ((scope(ScopeKind.TRIAL, 4, 99, "x < 0"),), {4, 5}),
        (
            (
                scope(ScopeKind.LEMMA, 1, 3, "$x > 0$ holds"),
                scope(ScopeKind.CONTRADICTION, 3, 5, "x < 0"),
            ),
            {4, 5},
        ),
        ((scope(ScopeKind.CASE, 3, 5, "x < 0"),), set()),
    ],
)
def test_where_a_scope_that_was_read_wrongly_may_hold_no_context_is_whole(
    scopes: tuple[ScopeLine, ...], lacking: set[int]
) -> None:
    x = tuple(special(s.a, "assume") for s in scopes)
    found = read(reading(*UNITS, scopes=scopes, x=x))
    tree = build_state_tree(PROOF, found.substeps, found.moves, found.spans)
    assert {u.edge_index for u in tree.units if not u.has_whole_context} == lacking


def test_words_that_the_proof_has_not_are_given_to_nobody() -> None:
    found = read(reading(*UNITS, scopes=(scope(ScopeKind.CASE, 2, 2, "x positive"),)))
    assert found.spans[0].text == ""
    assert {FlagKind.TEXT_NOT_IN_SOURCE, FlagKind.SCOPE_UNSAID} <= flags(found, 2)


def test_words_in_another_spelling_are_replaced_by_the_sentence_that_has_them() -> None:
    odd = Proof.from_texts("Show p.", [r"Now take a case. Let \(x \ge 0\) hold. Then p."])
    found = read(reading(*UNITS[:3], scopes=(scope(ScopeKind.CASE, 1, 3, "x >= 0"),)), odd)
    assert found.spans[0].text == r"Let \(x \ge 0\) hold."


@pytest.mark.parametrize("word", ["announced", "remark", "define"])
def test_a_heading_that_opens_a_case_only_opens_it_whatever_the_reply_calls_it(
    word: UnitWord,
) -> None:
    proof = Proof.from_texts(
        "Show p.", ["Case 1: x > 0. Then q.", "Case 2: x < 0. Then r.", "So p by both cases."]
    )
    scopes = scope(ScopeKind.CASE, 1, 2, "x > 0"), scope(ScopeKind.CASE, 3, 4, "x < 0")
    units = (unit(1), unit(2, 1), unit(3), unit(4, 3), unit(5, 1, 3))
    found = read(reading(*units, x=(special(1, word), special(3, word)), scopes=scopes), proof)
    tree = build_state_tree(proof, found.substeps, found.moves, found.spans)
    assert [u.unit_id for u in tree.units if u.new_condition_details == (u.text,)] == [
        "edge_2",
        "edge_4",
        "edge_5",
    ]
    split = discover_obligations(tree.units[0], tree)
    assert [o.claim for o in split] == ["(x > 0) or (x < 0)"]
    assert not discover_obligations(tree.units[2], tree)


LEMMA = Proof.from_texts(
    "Show p.", ["Claim: q holds. Take r. So q holds by r.", "By the claim, p holds."]
)


@pytest.mark.parametrize("first", [1, 2])
def test_a_lemma_is_no_claim_before_it_is_proved_and_who_names_it_rests_on_its_proof(
    first: int,
) -> None:
    # The sentence that states it is called a claim, rests on its proof, and may stand outside.
    units = unit(1, 3), unit(2, 1), unit(3, 1, 2), unit(4, 1)
    x = special(1, "claim", "q holds"), special(3, "claim", "q holds")
    found = read(reading(*units, x=x, scopes=(scope(ScopeKind.LEMMA, first, 3, "q holds"),)), LEMMA)
    assert [(span.first, span.last) for span in found.spans] == [(1, 3)]
    assert (found.faults, found.substeps[0].status) == ((), ClaimStatus.ANNOUNCED)
    assert [found.moves[n].on for n in (1, 2, 3, 4)] == [(), (), (2,), (3,)]
    tree = build_state_tree(LEMMA, found.substeps, found.moves, found.spans)
    assert not tree.units[0].makes_claim
    given = [{tree.condition(name).text for name in u.before_conditions} for u in tree.units]
    assert ["q holds" in texts for texts in given] == [False, False, False, True]


def test_what_a_sentence_says_beside_its_lemma_and_a_lemma_without_a_proof_are_claims() -> None:
    scopes = (scope(ScopeKind.LEMMA, 1, 3, "q holds"),)
    x = (special(1, "claim", "q holds", "Claim"),)
    beside = read(reading(*(unit(n) for n in range(1, 5)), x=x, scopes=scopes), LEMMA)
    assert beside.moves[1].facts == ("Claim",)
    bare = (scope(ScopeKind.LEMMA, 1, 1, "q holds"),)
    alone = read(reading(*(unit(n) for n in range(1, 5)), x=x, scopes=bare), LEMMA)
    assert alone.moves[1].facts == ("q holds", "Claim")


def test_another_spelling_is_no_fault_and_the_authors_sentence_stands_in() -> None:
    scopes = (scope(ScopeKind.CASE, 1, 2, r"suppose \(x \gt 0\) holds"),)
    found = read(reading(*UNITS, x=(special(1, "assume"),), scopes=scopes))
    assert found.faults == ()
    assert found.spans[0].text == "Suppose $x > 0$ holds."


@pytest.mark.parametrize(
    ("line", "detail"),
    [(unit(5), "`on` does not say what it repeats"), (unit(5, 1), "")],
)
def test_a_repetition_counts_only_if_it_names_what_it_repeats(line: object, detail: str) -> None:
    assert isinstance(line, type(unit(1)))
    found = read(reading(*UNITS[:4], line, x=(special(5, "repeated"),)))
    said = [fault.flag.detail for fault in found.faults]
    assert said == ([detail] if detail else [])
    expected = ClaimStatus.ASSERTED if detail else ClaimStatus.REPEATED
    assert found.substeps[4].status is expected


def test_a_repetition_with_a_number_of_its_own_is_a_claim() -> None:
    proof = Proof.from_texts("Find x.", ["x = 2.", "So x = 3."])
    found = read(reading(unit(1, 0), unit(2, 1), x=(special(2, "repeated"),)), proof)
    assert flags(found, 2) == {FlagKind.NO_CLAIM_REFUSED}
    assert found.substeps[1].status is ClaimStatus.ASSERTED


def test_a_unit_that_a_scope_ends_in_is_cut_in_two() -> None:
    whole = reading(unit(1, 0), unit(3, 1), unit(5, 3), scopes=(scope(ScopeKind.PART, 1, 1),))
    found = read(whole)
    assert [s.label for s in found.substeps] == ["1.1", "1.2", "2.1", "3.1"]
    assert found.moves[2].on == found.moves[1].on


def test_a_goal_in_other_words_is_not_taken() -> None:
    found = read(reading(*UNITS, goal="find m"))
    assert found.goal == ""
    assert found.notes == (
        "goal 'find m' is not in the text; the problem's last sentence stands in",
    )


def test_a_scope_that_a_later_portion_names_again_goes_on() -> None:
    one = reading(*UNITS[:2], scopes=(scope(ScopeKind.CASE, 1, 2, "x > 0"),))
    two = reading(*UNITS[2:], scopes=(scope(ScopeKind.CASE, 1, 4, "x > 0"),))
    assert [(line.a, line.b) for line in join_replies([one, two]).scopes] == [(1, 4)]
    twins = scope(ScopeKind.CASE, 1, 2, "a"), scope(ScopeKind.CASE, 1, 1, "b")
    assert join_replies([reading(scopes=twins)]).scopes == twins


def test_a_chain_has_no_faults() -> None:
    assert read(chain(5)).faults == ()


def test_a_doubt_about_any_segment_of_a_unit_is_one_about_the_unit() -> None:
    found = read(reading(unit(1, 0), unit(3, 1), unit(5, 3), d=doubts({2: 0.7, 5: 0.4})))
    assert {number: line.r for number, line in found.doubts.items()} == {1: 0.7, 3: 0.4}


@given(st.permutations([0.2, 0.9, 0.5]))
def test_of_several_doubts_about_one_unit_the_highest_counts(risks: list[float]) -> None:
    found = read(reading(*UNITS, d=tuple(line for r in risks for line in doubts({2: r}))))
    assert found.doubts[2].r == 0.9


def test_a_doubt_about_a_segment_that_does_not_exist_is_dropped_with_a_note() -> None:
    found = read(reading(*UNITS, d=doubts({0: 0.9, 2: 0.5, 8: 1.0})))
    assert list(found.doubts) == [2]
    assert found.notes == (
        "a doubt is about segment 0, which does not exist",
        "a doubt is about segment 8, which does not exist",
    )


def test_the_doubts_of_all_portions_are_kept() -> None:
    one = reading(*UNITS[:2], d=doubts({1: 0.5}))
    two = reading(*UNITS[2:], d=doubts({4: 0.6}))
    assert join_replies([one, two]).d == (*one.d, *two.d)


QUOTED = Proof.from_texts(
    r"Let $x^2 + y$ be even and \(z = 3\). Show that p.",
    [r"Suppose $x + 1 > 0$ and 12.5 words follow x_1. Then \[ y = 2^{n}. \] Hence z = 0.25 holds.",
     r"Otherwise $x + 1 \le 0$ and n^2 = 1.5, so p."],
)  # fmt: skip
WHOLE = "\n".join([QUOTED.problem, *(step.text for step in QUOTED.steps)])


def is_whole(quote: str) -> bool:
    """Whether a quote stands somewhere in the text and ends there in no word, number or formula."""
    return any(
        is_whole_at(found.start(), found.start() + len(quote))
        for found in re.finditer(f"(?={re.escape(quote)})", WHOLE)
    )


def is_whole_at(start: int, end: int) -> bool:
    cuts = [cut for cut in (start, end) if 0 < cut < len(WHOLE)]
    in_formula = any(a < cut < b for a, b, _ in find_formulas(WHOLE) for cut in cuts)
    in_word = any(re.match(r"\w\w|\w\.\d|\.\d", WHOLE[cut - 1 :]) for cut in cuts)
    return not in_formula and not in_word


@given(st.data())
def test_every_line_of_a_context_quotes_the_text_whole_whatever_a_reply_cuts(
    data: st.DataObject,
) -> None:
    segments = split_proof(QUOTED)
    at = st.integers(0, len(WHOLE))

    def words() -> str:
        first, last = sorted((data.draw(at), data.draw(at)))
        return WHOLE[first:last]

    scopes, lines = [], []
    for kind in data.draw(st.lists(st.sampled_from(ScopeKind), max_size=4)):
        first = data.draw(st.integers(1, len(segments)))
        last = data.draw(st.integers(first, len(segments)))
        scopes.append(scope(kind, first, last, words()).changed(g=words()))
    for segment in segments:
        word = data.draw(st.sampled_from(get_args(UnitWord)))
        lines.append(special(segment.number, word, words()))
    found = read(chain(len(segments)).changed(scopes=tuple(scopes), x=tuple(lines)), QUOTED)
    tree = build_state_tree(QUOTED, found.substeps, found.moves, found.spans, found.goal)
    for line in tree.conditions:
        assert all(is_whole(quote) for quote in line.quotes), line.quotes


@given(st.data())
def test_a_quote_never_ends_inside_a_word_or_a_formula(data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(WHOLE) - 1))
    last = data.draw(st.integers(first + 1, len(WHOLE)))
    found = find_quote(WHOLE[first:last], WHOLE)
    assert found is None or is_whole(found)
