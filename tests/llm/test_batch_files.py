"""Open questions become valid batch files; answers from untrusted files find their question."""

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import InputError
from faithsieve.llm.batch_files import (
    ImportReport,
    import_answers,
    open_identities,
    read_answers,
    write_pending,
)
from faithsieve.llm.prices import FREE, Price, PriceTable
from faithsieve.llm.protocol import request_key
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding, ReplySchema
from faithsieve.records.digest import Digest
from support.batch_service import IDENTITY, failure, success
from support.chat import MemoryLedger, make_request
from support.dataset_files import write_lines


async def open_ledger(*requests: ChatRequest, identity: str = IDENTITY) -> MemoryLedger:
    ledger = MemoryLedger()
    for request in requests:
        await ledger.begin(request_key(request, identity=identity), request, identity)
    return ledger


def key_of(text: str) -> Digest:
    return request_key(make_request(text), identity=IDENTITY)


def lines_of(*paths: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for path in paths for line in path.read_text().splitlines()]


async def test_a_line_is_a_chat_completion_request_under_its_key(tmp_path: Path) -> None:
    request = ChatRequest(
        **{
            **make_request("Is it?").model_dump(),
            "decoding": Decoding(temperature=0, max_output_tokens=7),
            "reply_schema": ReplySchema(name="Label", json_schema='{"type":"object"}'),
        }
    )
    ledger = await open_ledger(request)
    (path,) = write_pending(ledger, IDENTITY, tmp_path)
    (line,) = lines_of(path)
    assert line == {
        "custom_id": request_key(request, identity=IDENTITY),
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {
            "model": "toy",
            "messages": [
                {"role": "developer", "content": "You check sums."},
                {"role": "user", "content": "Is it?"},
            ],
            "temperature": 0,
            "max_completion_tokens": 7,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "Label", "strict": True, "schema": {"type": "object"}},
            },
        },
    }


async def test_files_of_an_earlier_round_do_not_stay_to_be_sent_again(tmp_path: Path) -> None:
    own = tmp_path / "answers.jsonl"
    own.write_text("mine")
    ledger = await open_ledger(*(make_request(text) for text in "abcde"))
    assert len(write_pending(ledger, IDENTITY, tmp_path, max_lines=2)) == 3
    await ledger.finish(key_of("a"), ChatReply(text="", model="toy", finish_reason="stop"))
    paths = write_pending(ledger, IDENTITY, tmp_path, max_lines=4)
    assert set(tmp_path.iterdir()) == {own, *paths}


async def test_one_file_never_mixes_models(tmp_path: Path) -> None:
    ledger = await open_ledger(make_request("a"))
    for identity in ("batch:toy-2", "batch:another/model"):
        request = make_request("a")
        await ledger.begin(request_key(request, identity=identity), request, identity)
    identities = open_identities(ledger)
    assert identities == ("batch:another/model", "batch:toy", "batch:toy-2")
    paths = [write_pending(ledger, identity, tmp_path) for identity in identities]
    models = [{line["body"]["model"] for line in lines_of(*found)} for found in paths]
    assert models == [{"another/model"}, {"toy"}, {"toy-2"}]
    assert len(list(tmp_path.iterdir())) == 3


async def test_questions_not_asked_since_a_moment_are_left_out(tmp_path: Path) -> None:
    ledger = await open_ledger(make_request("a"))
    later = datetime.now(UTC) + timedelta(seconds=1)
    assert write_pending(ledger, IDENTITY, tmp_path, since=later) == ()


async def test_a_request_larger_than_a_file_is_refused_by_key(tmp_path: Path) -> None:
    ledger = await open_ledger(make_request("x" * 500))
    with pytest.raises(InputError, match=key_of("x" * 500)):
        write_pending(ledger, IDENTITY, tmp_path, max_bytes=400)


@given(
    texts=st.lists(st.text(min_size=1), unique=True, max_size=20),
    max_lines=st.integers(1, 6),
    max_bytes=st.integers(1200, 4000),
    seed=st.randoms(use_true_random=False),
)
async def test_files_split_within_the_limits_hold_each_question_once_in_any_order_of_asking(
    tmp_path_factory: pytest.TempPathFactory,
    texts: list[str],
    max_lines: int,
    max_bytes: int,
    seed: random.Random,
) -> None:
    requests = [make_request(text[:80]) for text in texts]
    limits: dict[str, Any] = {"max_lines": max_lines, "max_bytes": max_bytes}
    folders = [tmp_path_factory.mktemp("batch") for _ in range(2)]
    first = write_pending(await open_ledger(*requests), IDENTITY, folders[0], **limits)
    seed.shuffle(requests)
    second = write_pending(await open_ledger(*requests), IDENTITY, folders[1], **limits)
    keys = [line["custom_id"] for line in lines_of(*first)]
    assert sorted(keys) == sorted({request_key(r, identity=IDENTITY) for r in requests})
    for path in first:
        assert path.stat().st_size <= max_bytes
        assert 1 <= len(lines_of(path)) <= max_lines
    assert [(p.name, p.read_bytes()) for p in first] == [(p.name, p.read_bytes()) for p in second]


async def take(ledger: MemoryLedger, *paths: Path) -> ImportReport:
    return await import_answers(read_answers(paths), ledger)


@pytest.mark.parametrize(
    ("prices", "cost"),
    [
        (None, None),
        (PriceTable({}), None),
        (PriceTable({"toy": Price(input=2, output=10)}), 26e-6),
        (PriceTable({"toy": Price(input=2, output=10), "batch:toy": FREE}), 0.0),
    ],
)
async def test_an_answer_costs_what_the_table_says_and_batches_may_have_their_own_price(
    tmp_path: Path, prices: PriceTable | None, cost: float | None
) -> None:
    ledger = await open_ledger(make_request("a"))
    answers = read_answers([write_lines(tmp_path / "out", success(key_of("a")))])
    report = await import_answers(answers, ledger, prices=prices, discount=0.5)
    assert (report.accepted, report.missing) == (1, 0)
    reply = ledger.replies[key_of("a")]
    assert reply.cost_usd == (cost and pytest.approx(cost))
    assert (reply.text, reply.model, reply.usage.total) == ("yes", "test-model", 14)
    assert (reply.finish_reason, reply.key) == ("stop", key_of("a"))


WITHOUT_ANSWER: list[object] = [
    None,
    {"status_code": 200, "body": None},
    {"status_code": 200, "body": "text"},
    {"status_code": 200, "body": {"choices": []}},
    {"status_code": 200, "body": {"choices": [{}]}},
]


@pytest.mark.parametrize("response", WITHOUT_ANSWER)
async def test_a_success_without_an_answer_in_it_is_an_error(
    tmp_path: Path, response: object
) -> None:
    ledger = await open_ledger(make_request("a"))
    line = {"custom_id": key_of("a"), "response": response}
    report = await take(ledger, write_lines(tmp_path / "out", line))
    assert (report.accepted, report.errors, report.missing) == (0, 1, 1)


A = key_of("a")
EXPIRED = {"custom_id": A, "response": None, "error": {"message": "not finished in 24 h"}}
APART = f"{A} has different answers in one.jsonl:1 and two.jsonl:1"


@pytest.mark.parametrize(
    ("one", "two", "found"),
    [
        (success(A), success(A), {"accepted": 1}),
        (failure(A), success(A), {"accepted": 1}),
        (success(A), failure(A), {"accepted": 1}),
        (EXPIRED, EXPIRED, {"errors": 1, "missing": 1, "reasons": (("not finished in 24 h", 1),)}),
        (
            success(A, "yes"),
            success(A, "no"),
            {"missing": 1, "conflicts": (APART,)},
        ),
    ],
)
async def test_of_two_lines_about_a_question_a_success_counts_and_two_different_ones_do_not(
    tmp_path: Path, one: object, two: object, found: dict[str, Any]
) -> None:
    report = await take(
        await open_ledger(make_request("a")),
        write_lines(tmp_path / "one.jsonl", one),
        write_lines(tmp_path / "two.jsonl", two),
    )
    counts = dict.fromkeys(("accepted", "known", "errors", "foreign", "missing"), 0)
    assert report == ImportReport(**{**counts, **found})


async def test_foreign_lines_are_counted_and_change_nothing(tmp_path: Path) -> None:
    ledger = await open_ledger(make_request("a"))
    path = write_lines(
        tmp_path / "out",
        success("request-1"),
        success(key_of("never asked")),
        failure("request-2"),
        success("\ud800"),
    )
    report = await take(ledger, path)
    assert (report.accepted, report.foreign, report.missing) == (0, 4, 1)


async def test_a_question_to_a_live_model_takes_no_answer_from_a_file(tmp_path: Path) -> None:
    request = make_request("a")
    ledger = await open_ledger(request, identity="toy")
    key = request_key(request, identity="toy")
    report = await take(ledger, write_lines(tmp_path / "out", success(key)))
    assert (report.accepted, report.foreign) == (0, 1)


async def test_a_cut_off_last_line_leaves_its_question_open(tmp_path: Path) -> None:
    ledger = await open_ledger(make_request("a"), make_request("b"))
    whole = write_lines(tmp_path / "out", success(key_of("a")), success(key_of("b")))
    whole.write_bytes(whole.read_bytes()[:-40])
    report = await take(ledger, whole)
    assert (report.accepted, report.missing) == (1, 1)
    assert report.damaged == ("out:2: not JSON, perhaps cut off",)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (b"<html>\n", "not JSON"),
        (b"[" * 200_000 + b"\n", "not JSON"),
        (b"\xff\xfe\n", "not JSON"),
        (b"[]\n", "the line"),
        (b"{}\n", "custom_id"),
        (b'{"custom_id": 7, "error": 1}\n', "custom_id"),
        (b'{"custom_id": "x", "response": {"status_code": "fine"}}\n', "response.status_code"),
    ],
)
async def test_a_damaged_line_is_named_and_the_rest_is_read(
    tmp_path: Path, damage: bytes, why: str
) -> None:
    ledger = await open_ledger(make_request("a"))
    path = write_lines(tmp_path / "out", success(key_of("a")))
    path.write_bytes(damage + b"\n\xef\xbb\xbf" + path.read_bytes())
    report = await take(ledger, path)
    assert report.accepted == 1
    assert report.damaged[0].startswith(f"out:1: {why}")


def test_a_file_without_answers_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<html>\nno such batch\n</html>\n")
    (tmp_path / "empty").write_text("\n")
    assert read_answers([tmp_path / "empty"]).replies == {}
    with pytest.raises(InputError, match="none of its 3 lines"):
        read_answers([tmp_path / "page.html"])


async def test_the_input_file_is_not_taken_for_the_output_file(tmp_path: Path) -> None:
    (path,) = write_pending(await open_ledger(make_request()), IDENTITY, tmp_path)
    with pytest.raises(InputError, match="batch input file"):
        read_answers([path])
