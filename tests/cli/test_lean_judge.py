"""``faithsieve lean settle``: rows in, outcomes out, nothing claimed that Lean did not say."""

from faithsieve.cli.lean_judge import described
from faithsieve.records.evidence import Route
from faithsieve.records.lean import FiniteModel, ModelPart
from faithsieve.verify.settle import Settlement


def test_people_see_the_table_of_a_counterexample() -> None:
    part = ModelPart(name="mul", sizes=(1, 1), values=("0",), kind="table")
    settled = Settlement(
        outcome="refuted", route=Route.SEARCH, model=FiniteModel(parts=(part,), body="x")
    )
    assert described("a", settled)[:2] == ["a: refuted (search)", "  mul:"]


def test_people_see_the_proof_the_point_or_the_reason() -> None:
    proved = Settlement(outcome="proved", route=Route.AUTOMATION, proof="omega")
    assert described("a", proved) == ["a: proved (automation)", "  omega"]
    at_point = Settlement(outcome="refuted", route=Route.SEARCH, witness="n = 40")
    assert described("a", at_point) == ["a: refuted (search)", "  fails at n = 40"]
    is_open = Settlement(outcome="open", reason="nothing was found")
    assert described("a", is_open) == ["a: open", "  nothing was found"]
