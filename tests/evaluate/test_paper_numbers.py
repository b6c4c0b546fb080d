"""Every derived number of the paper's tables that its printed counts determine, to its precision.

The figures are the paper's; the arithmetic is FaithSieve's. ``docs/reproducing.md`` lists each one
and those that printed counts do not determine.
"""

from typing import NamedTuple

import pytest

from faithsieve.evaluate.intervals import rate_of
from faithsieve.evaluate.metrics import Confusion, measure
from faithsieve.evaluate.statistics import PairedCounts, cohen_kappa, mcnemar_p, paired_interval
from faithsieve.evaluate.tables import show_rate
from faithsieve.records.proof import Label
from faithsieve.records.run import ProblemResult
from support.results import make_result

OLYMPIAD, UNIVERSITY = 350, 200


def percent(hits: int, total: int, digits: int = 2) -> str:
    value = rate_of(hits, total).value
    assert value is not None
    return f"{100 * value:.{digits}f}"


def rows_of(confusion: Confusion, *, wrong_place: int) -> list[ProblemResult]:
    """Rows with exactly these counts: step 1 is every gold error, step 2 every misplaced one."""
    cells: list[tuple[int, Label, Label]] = [
        (confusion.tp - wrong_place, 1, 1),
        (wrong_place, 2, 1),
        (confusion.tn, "correct", "correct"),
        (confusion.fp, 1, "correct"),
        (confusion.fn, "correct", 1),
    ]
    numbered = [(label, gold) for count, label, gold in cells for _ in range(count)]
    return [make_result(gold, label, id=f"r{n}") for n, (label, gold) in enumerate(numbered)]


class Printed(NamedTuple):
    """One line of the paper's confusion table, and what is printed elsewhere."""

    name: str
    cells: tuple[int, int, int, int]
    rates: str
    """False positives, false negatives, exact and binary accuracy."""
    wrong_place: int
    errors: str = ""
    """The composition of the exact errors, where it is printed."""


CONFUSIONS = [
    Printed("Olympiad direct", (189, 120, 33, 8), "21.57 4.06 72.29 88.29", 56),
    Printed("Olympiad, ours", (189, 139, 14, 8), "9.15 4.06 81.43 93.71", 43, "21.5 12.3 66.2"),
    Printed("University direct", (66, 108, 22, 4), "16.92 5.71 75.00 87.00", 24),
    Printed("University, ours", (64, 121, 9, 6), "6.92 8.57 84.50 92.50", 16, "29.0 19.4 51.6"),
]


@pytest.mark.parametrize("line", CONFUSIONS, ids=lambda line: line.name)
def test_rates_accuracies_and_errors_follow_from_the_confusion_matrices(line: Printed) -> None:
    tp, tn, fp, fn = line.cells
    cells = Confusion(tp=tp, tn=tn, fp=fp, fn=fn)
    scores = measure(rows_of(cells, wrong_place=line.wrong_place))
    assert scores.confusion == cells
    # The released Olympiad file has 205 and 145 instead (docs/reproducing.md).
    balance = (scores.exact_on_incorrect.total, scores.exact_on_correct.total)
    assert balance == ((197, 153) if "Olympiad" in line.name else (70, 130))
    rates = (scores.false_positive_rate, scores.false_negative_rate, scores.exact, scores.binary)
    assert " ".join(percent(rate.hits, rate.total) for rate in rates) == line.rates
    errors = scores.errors
    parts = (errors.false_positives, errors.false_negatives, errors.wrong_place)
    assert parts == (fp, fn, line.wrong_place)
    shares = " ".join(percent(part, errors.total, 1) for part in parts)
    assert not line.errors or shares == line.errors


PAIRED_UNIVERSITY = PairedCounts(both=139, only_first=30, only_second=11, neither=20)


def test_the_paired_university_table_gives_both_accuracies_and_both_gaps() -> None:
    counts = PAIRED_UNIVERSITY
    assert counts.total == UNIVERSITY
    assert percent(counts.both + counts.only_first, counts.total, 1) == "84.5"
    assert percent(counts.both + counts.only_second, counts.total, 1) == "75.0"
    assert f"{100 * counts.difference:.1f}" == "9.5"
    assert percent(counts.neither + counts.only_second, counts.total, 1) == "15.5"
    # The paper prints no test for this pair; its counts give one.
    assert f"{mcnemar_p(counts):.5f}" == "0.00432"


def test_only_one_pair_of_counts_fits_the_printed_mcnemar_p_and_interval() -> None:
    # 169 against 152 of 200 exact: 17 more rows that only FaithSieve gets right.
    fitting = [
        second
        for second in range(32)
        if f"{mcnemar_p(_discordant(second + 17, second)):.5f}" == "0.00948"
    ]
    assert fitting == [11]
    interval = paired_interval(_discordant(28, 11))
    assert (f"{100 * interval.low:+.1f}", f"{100 * interval.high:+.1f}") == ("+2.5", "+14.5")


def _discordant(first: int, second: int) -> PairedCounts:
    both = 169 - first
    return PairedCounts(
        both=both, only_first=first, only_second=second, neither=UNIVERSITY - 169 - second
    )


WILSON = """
16/20 80.0 [58.4, 91.9]
13/20 65.0 [43.3, 81.9]
40/40 100.0 [91.2, 100.0]
37/40 92.5 [80.1, 97.4]
38/40 95.0 [83.5, 98.6]
39/40 97.5 [87.1, 99.6]
36/40 90.0 [76.9, 96.0]
35/40 87.5 [73.9, 94.5]
18/30 60.0 [42.3, 75.4]
15/30 50.0 [33.2, 66.8]
17/30 56.7 [39.2, 72.6]
14/20 70.0 [48.1, 85.5]
11/20 55.0 [34.2, 74.2]
40/50 80.0 [67.0, 88.8]
37/50 74.0 [60.4, 84.1]
38/50 76.0 [62.6, 85.7]
"""


@pytest.mark.parametrize("line", WILSON.split("\n")[1:-1])
def test_wilson_intervals_of_the_domain_table(line: str) -> None:
    counts, _, printed = line.partition(" ")
    shown = show_rate(rate_of(*map(int, counts.split("/"))))
    assert shown == printed.replace(" ", "% ", 1) + f" {counts}"


DOMAINS = (20, 40, 40, 50, 30, 20)
BY_DOMAIN = [
    # Topology, linear algebra, abstract algebra, real analysis, convex analysis, optimization.
    (("80.00", "100.00", "97.50", "80.00", "60.00", "80.00"), "84.50"),
    (("80.00", "100.00", "97.50", "90.00", "86.67", "95.00"), "92.50"),
    (("65.00", "87.50", "92.50", "68.00", "50.00", "80.00"), "75.00"),
    (("70.00", "90.00", "92.50", "86.00", "83.33", "95.00"), "87.00"),
    (("65.0", "92.5", "90.0", "74.0", "50.0", "70.0"), "76.0"),
    (("65.0", "95.0", "87.5", "76.0", "56.7", "55.0"), "76.0"),
]


def count_behind(printed: str, total: int) -> int:
    """The one count that a printed percentage can stand for."""
    digits = len(printed.partition(".")[2])
    fitting = [hits for hits in range(total + 1) if percent(hits, total, digits) == printed]
    assert len(fitting) == 1, f"{printed}% of {total} stands for {fitting}"
    return fitting[0]


@pytest.mark.parametrize(("domains", "overall"), BY_DOMAIN)
def test_domain_percentages_add_up_to_the_overall_one(
    domains: tuple[str, ...], overall: str
) -> None:
    counts = [count_behind(text, total) for text, total in zip(domains, DOMAINS, strict=True)]
    assert percent(sum(counts), UNIVERSITY, len(overall.partition(".")[2])) == overall


OLYMPIAD_PERCENTAGES = """
72.29 88.29 70.86 82.86 71.71 89.14 48.00 71.14 57.71 78.57 53.71 76.00 81.43 93.71 74.00 75.71
88.57 65.71 77.71 73.43 88.00 86.00 60.86 62.29 86.29
"""
UNIVERSITY_PERCENTAGES = """
75.00 87.00 70.00 77.50 64.50 77.00 72.00 82.00 66.00 75.50 61.00 76.50 84.50 92.50 69.50 78.50
"""
SUBSET_PERCENTAGES = """
61.0 74.5 51.0 56.5 51.5 55.0 54.5 64.0 56.5 74.0 14.0 9.5 47.5 64.5 12.0 37.0 85.5 86.5 76.0
52.0 56.0 55.5 57.0 53.0
"""


@pytest.mark.parametrize(
    ("printed", "total"),
    [
        *((text, OLYMPIAD) for text in OLYMPIAD_PERCENTAGES.split()),
        *((text, UNIVERSITY) for text in UNIVERSITY_PERCENTAGES.split()),
        *((text, 200) for text in SUBSET_PERCENTAGES.split()),
    ],
)
def test_every_accuracy_of_a_whole_run_is_a_whole_number_of_rows(printed: str, total: int) -> None:
    assert 0 < count_behind(printed, total) < total


def test_the_gains_named_in_the_text() -> None:
    gains = [("84.5", "76.0", "8.5"), ("61.0", "51.5", "9.5"), ("61.0", "54.5", "6.5")]
    for ours, theirs, gain in gains:
        difference = count_behind(ours, 200) - count_behind(theirs, 200)
        assert f"{100 * difference / 200:.1f}" == gain


def test_the_gate_s_calibration() -> None:
    faithful, drifted = (105, 10), (13, 7)
    assert sum(faithful) + sum(drifted) == 135
    assert percent(105, 105 + 13) == "88.98"
    assert percent(105, sum(faithful)) == "91.30"
    assert percent(13, sum(drifted)) == "65.00"
    assert percent(10, sum(faithful)) == "8.70"


def test_the_suspicion_search_s_calibration() -> None:
    counts = Confusion(tp=174, tn=425, fp=57, fn=93)
    assert counts.tp + counts.tn + counts.fp + counts.fn == 752 - 3
    assert counts.precision.value is not None
    assert counts.recall.value is not None
    assert f"{100 * counts.precision.value:.2f}" == "75.32"
    assert f"{100 * counts.recall.value:.2f}" == "65.17"
    assert (percent(23, 25), percent(23, 24)) == ("92.00", "95.83")


def test_the_decomposition_audit_s_shares_and_the_agreement_they_imply() -> None:
    assert (percent(42, 50, 0), percent(43, 50, 0)) == ("84", "86")
    # 41 and 6 agreements leave 3: one only the first accepts, two only the second.
    first = [True] * 41 + [False] * 6 + [True] + [False] * 2
    second = [True] * 41 + [False] * 6 + [False] + [True] * 2
    assert (sum(first), sum(second)) == (42, 43)
    assert cohen_kappa(first, second) == pytest.approx(0.765, abs=0.0005)


def test_the_scheduling_table() -> None:
    assert percent(1720, 5458) == "31.51"
