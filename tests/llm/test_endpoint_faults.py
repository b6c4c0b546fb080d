"""What an endpoint's refusal means, and that no secret survives its telling."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.llm.endpoint import (
    CallTarget,
    Scrubber,
    fault_of_status,
    read_refusal,
    retry_after_seconds,
    secrets_in_headers,
    shorten,
)

ASKED = CallTarget("https://e.org/v1", "m")
NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("2", 2.0),
        (" 2.5 ", 2.5),
        ("0", 0.0),
        ("99999", 99999.0),
        ("Sun, 01 Mar 2026 12:01:00 GMT", 60.0),
        ("Sun, 01 Mar 2026 12:01:00", 60.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", None),
        ("-1", None),
        ("-0.5", None),
        ("inf", None),
        ("nan", None),
        ("1_000", None),
        ("٣", None),
        ("soon", None),
        ("", None),
        ("Sun, 99 Foo 2026", None),
        (None, None),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_otherwise_nothing(
    header: str | None, seconds: float | None
) -> None:
    assert retry_after_seconds(header, now=NOW) == seconds


@given(st.text(max_size=40))
def test_any_header_is_a_wait_or_nothing(header: str) -> None:
    seconds = retry_after_seconds(header, now=NOW)
    assert seconds is None or seconds >= 0


@given(st.integers(0, 10**6))
def test_a_date_says_the_same_as_the_seconds_until_it(seconds: int) -> None:
    date = format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)
    assert retry_after_seconds(date, now=NOW) == seconds


@given(st.integers(300, 599), st.text(max_size=50))
def test_every_status_has_a_meaning_and_a_decision(status: int, detail: str) -> None:
    fault = fault_of_status(status, detail, asked=ASKED, headers={"retry-after": "5"})
    assert str(status) in str(fault)
    assert fault.status == status
    if status >= 500:
        assert fault.retryable
    if status in (400, 401, 403, 404):
        assert not fault.retryable
        assert fault.retry_after_s is None


@pytest.mark.parametrize(
    ("detail", "said", "param"),
    [
        ('{"error": {"message": "no", "param": "seed", "code": "x"}}', "no", "seed"),
        ('{"error": "model not found"}', "model not found", None),
        ('{"object": "error", "message": "bad", "code": 400}', "bad", None),
        ('[{"error": {"code": 400, "message": "Unknown name"}}]', "Unknown name", None),
        (
            '{"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}',
            "seed: Extra inputs are not permitted",
            "seed",
        ),
        (
            '{"error": {"message": "Provider returned error",'
            ' "metadata": {"raw": "{\\"error\\": {\\"message\\": \\"too hot\\"}}"}}}',
            "Provider returned error: too hot",
            None,
        ),
        ("plain words", "plain words", None),
    ],
)
def test_the_providers_sentence_is_found_in_every_shape(
    detail: str, said: str, param: str | None
) -> None:
    refusal = read_refusal(detail, {"x-request-id": "req_7"})
    assert (refusal.said, refusal.param, refusal.request_id) == (said, param, "req_7")
    fault = fault_of_status(400, detail, asked=ASKED, headers={"x-request-id": "req_7"})
    assert f"It said: {said} (request req_7)" in str(fault)


@given(st.text(max_size=200) | st.binary(max_size=99).map(repr))
def test_any_error_body_can_be_read(detail: str) -> None:
    assert fault_of_status(400, detail, asked=ASKED).status == 400


def test_a_web_page_is_not_quoted() -> None:
    fault = fault_of_status(502, "<html>huge</html>", asked=ASKED)
    assert "huge" not in str(fault)


@given(st.text(max_size=3000))
def test_foreign_text_becomes_one_short_printable_line(text: str) -> None:
    line = shorten(text)
    assert line.isprintable() or line == ""
    assert len(line) <= 401


@given(
    st.lists(st.text("abcdefgh-", min_size=6, max_size=12), min_size=1, max_size=4),
    st.text(max_size=20),
)
def test_no_secret_survives_scrubbing(secrets: list[str], around: str) -> None:
    scrub = Scrubber(secrets)
    text = around.join(["", *secrets, *reversed(secrets), ""])
    assert not any(secret in scrub(text) for secret in secrets)


def test_secrets_are_found_by_the_names_of_their_headers() -> None:
    headers = {"X-API-Key": "abc123", "Authorization": "Bearer xyz789", "X-Title": "My Study"}
    assert secrets_in_headers(headers) == ("abc123", "Bearer xyz789", "abc123", "xyz789")
    assert secrets_in_headers({"Cookie": " "}) == (" ",)


def test_short_and_missing_values_are_not_secrets() -> None:
    assert Scrubber([None, "", "true"])("it is true") == "it is true"
