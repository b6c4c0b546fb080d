from faithsieve.evaluate.costs import cost_ratio, sum_costs
from faithsieve.records.cost import StageCost, TokenUsage
from support.results import make_result


def stage(name: str, tokens: int, *, usd: float | None = 0.5, seconds: float = 0.5) -> StageCost:
    usage = TokenUsage(input_tokens=tokens, output_tokens=1, cached_tokens=2)
    return StageCost(stage=name, calls=1, usage=usage, cost_usd=usd, seconds=seconds)


def test_costs_add_up_by_stage_and_failed_problems_cost_too() -> None:
    cost = sum_costs(
        [
            make_result(1, 1, stages=(stage("a", 9),)),
            make_result(1, None, stages=(stage("a", 9), stage("b", 4))),
        ]
    )
    assert [(s.stage, s.calls, s.usage.input_tokens) for s in cost.stages] == [
        ("a", 2, 18),
        ("b", 1, 4),
    ]
    assert (cost.usage.total, cost.cost_usd) == (25, 1.5)
    assert (cost.model_s, cost.own_s) == (1.5, 2.5)
    assert cost.tokens_per_problem == 12.5


def test_waiting_side_by_side_never_makes_own_time_negative() -> None:
    cost = sum_costs([make_result(1, 1, stages=(stage("a", 9, seconds=30),))])
    assert cost.own_s == 0


def test_the_ratio_is_of_tokens_for_each_problem() -> None:
    one = sum_costs([make_result(1, 1, stages=(stage("a", 9),))])
    three = sum_costs([make_result(1, 1, stages=(stage("a", 29),))] * 4)
    assert cost_ratio(three, one) == 3.0
    assert cost_ratio(one, sum_costs([])) is None
