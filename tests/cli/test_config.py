import json
from pathlib import Path

import pytest

from faithsieve.cli.config import MASK, mask_secrets
from support.command_line import faithsieve

SECRET = "s3cr3t-value-nobody-may-see"


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_secret_in_a_header_is_never_printed(
    form: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    headers = [f"Authorization: Bearer {SECRET}", SECRET]
    monkeypatch.setenv("FAITHSIEVE_MODEL__HEADERS", json.dumps(headers))
    monkeypatch.setenv("FAITHSIEVE_MODEL__API_KEY_ENV", SECRET)
    monkeypatch.setenv("FAITHSIEVE_MODEL__BASE_URL", f"https://me:{SECRET}@host/v1?key={SECRET}")
    code, out, err = faithsieve("config", "show", *form)
    assert code == 0, err
    assert SECRET not in out + err
    assert f"Authorization: {MASK}" in out
    assert f"https://{MASK}@host/v1?key={MASK}" in out


@pytest.mark.parametrize(
    ("name", "value", "is_masked"),
    [
        ("model.name", "gpt-5.4", False),
        ("model.api_key_env", "OPENAI_API_KEY", False),
        ("model.base_url", "http://127.0.0.1:8080/v1", False),
        ("model.concurrency", 4, False),
        ("prm.weights", "/models/skywork-o1-open-prm-qwen-2.5-7b", False),
        ("model.name", "sk-abcdefghij0123456789", True),
    ],
)
def test_only_what_looks_like_a_key_is_masked(name: str, value: object, is_masked: bool) -> None:
    assert mask_secrets(name, value) == (MASK if is_masked else value)
