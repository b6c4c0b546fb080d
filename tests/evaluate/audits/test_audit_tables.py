from faithsieve.evaluate.annotation import agree
from faithsieve.evaluate.audits.audit_tables import agreement_table, threshold_table, votes_tables
from faithsieve.evaluate.prm_calibration import ScoredProof, choose_threshold
from faithsieve.evaluate.tables import Table
from faithsieve.evaluate.vote_pool import PooledProblem, describe_pool, score_majority


def cells(table: Table) -> dict[str, str]:
    return {row[0]: row[1] for row in table.rows}


def test_one_answer_throughout_leaves_kappa_undefined_and_nothing_to_adjudicate() -> None:
    shown = cells(agreement_table(agree({"a": "x", "b": "x"}, {"a": "x", "b": "x"})))
    assert shown["Cohen's kappa"] == "undefined: one answer throughout"
    assert shown["to adjudicate"] == "0"


def test_disagreements_are_counted_and_named() -> None:
    shown = cells(agreement_table(agree({"a": "x", "b": "x"}, {"a": "y", "b": "x"})))
    assert shown["to adjudicate"] == "1: a"


def test_ties_are_those_of_the_whole_pool() -> None:
    pool = [PooledProblem(id="p", gold=1, votes=(1, "correct"))]
    majority, shape = votes_tables(score_majority(pool, [1, 2]), describe_pool(pool))
    assert [row[0] for row in majority.rows] == ["Direct Majority@1", "Direct Majority@2"]
    assert cells(shape)["ties of the whole pool"] == "1"
    _, unknown = votes_tables(score_majority(pool, [1]), describe_pool(pool))
    assert cells(unknown)["ties of the whole pool"] == "0"


def test_a_threshold_is_shown_with_every_digit() -> None:
    choice = choose_threshold([ScoredProof((0.123456789,), 1), ScoredProof((0.9,), "correct")])
    shown = cells(threshold_table("prm", choice))
    assert shown["threshold, to freeze as prm.threshold"] == repr(choice.threshold)
