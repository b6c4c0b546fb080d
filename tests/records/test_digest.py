import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.digest import canonical_json, digest_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.text(), JSON))
def test_key_order_does_not_change_the_digest(value: dict[str, object]) -> None:
    assert digest_of(value) == digest_of(dict(reversed(value.items())))


@given(JSON, JSON)
def test_equal_digests_mean_equal_canonical_json(left: object, right: object) -> None:
    assert (digest_of(left) == digest_of(right)) == (canonical_json(left) == canonical_json(right))


def test_nan_has_no_digest() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        digest_of(float("nan"))
