from faithsieve.records.review import LocalReview


def test_a_review_of_an_older_store_still_loads() -> None:
    stored = '{"unit_id":"edge_1","verdict":"correct","suspicion":0.1,"should_formalize":true}'
    assert LocalReview.model_validate_json(stored).suspicion == 0.1
