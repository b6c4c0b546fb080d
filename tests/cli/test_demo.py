"""What ``faithsieve demo`` shows, as far as it needs neither Lean nor a model."""

from faithsieve.cli.demo import bundled_proofs
from support.command_line import faithsieve


def test_the_bundled_proofs_are_two_correct_ones_and_three_with_an_error() -> None:
    golds = [row.gold for row in bundled_proofs()]
    assert len(golds) == 5
    assert golds.count("correct") == 2


def test_an_endpoint_without_a_model_is_refused_before_anything_is_fetched() -> None:
    code, _, err = faithsieve("demo", "--base-url", "http://127.0.0.1:1/v1")
    assert code == 2
    assert "--model" in err
