"""Every copy-paste line of docs/models.md is tried against the strict server of its family."""

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from faithsieve.cli.main import cli
from support.fault_server import completion
from support.model_families import FAMILIES, serving_family
from support.provider_shapes import (
    Reply,
    anthropic,
    anthropic_message,
    gemini,
    gemini_answer,
    openai_response,
    provider,
)

pytestmark = [pytest.mark.network, pytest.mark.filterwarnings("ignore")]

PAGE = Path(__file__).parents[2] / "docs" / "models.md"
ELSEWHERE = {"an offline batch", "a small one that comes along", "none at all"}
"""Tried in tests/cli/test_eval.py, tests/e2e and tests/cli/test_check.py; they have no endpoint."""
NAMES = {
    "DEPLOYMENT": "my-deployment",
    "NAME": "local-model",
    "any": "some-model.gguf",
    "qwen/qwen3-32b": "vendor/some-model",
}
"""What stands for a name in the table, and what the family's server is called."""
SHAPES: dict[str, Reply] = {
    "anthropic": anthropic(anthropic_message("correct")),
    "gemini": gemini(gemini_answer({"text": "correct"}, finishReason="STOP")),
    "openai": openai_response,
    "azure": lambda body: (200, completion("correct")),
}


class Line(NamedTuple):
    who: str
    environment: dict[str, str]
    words: list[str]

    @property
    def model(self) -> str:
        return self.words[self.words.index("--model") + 1]


def read_lines() -> Iterator[Line]:
    for row in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if len(cells) != 2 or "faithsieve " not in cells[1] or cells[0] in ELSEWHERE:
            continue
        words = shlex.split(" ".join(re.findall(r"`([^`]+)`", cells[1])))
        start = words.index("faithsieve")
        set_there = (word.partition("=") for word in words[:start] if "=" in word)
        environment = {name: value.replace("…", "test-key-123") for name, _, value in set_there}
        yield Line(cells[0], environment, [NAMES.get(word, word) for word in words[start + 1 :]])


LINES = tuple(read_lines())


@contextmanager
def serving(line: Line) -> Iterator[str]:
    shape = line.model.removeprefix("litellm:").partition("/")[0]
    if line.model.startswith("litellm:"):
        pytest.importorskip("litellm")
        with provider(SHAPES[shape]) as seen:
            yield seen.url
        return
    family = next(family for family in FAMILIES if family.model == line.model)
    with serving_family(family, lambda body: "correct") as running:
        yield running.base_url


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.who)
def test_the_line_works_without_another_setting(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = ["# Problem", "Find x with 3x = 15.", "# Proof", "1. Divide by 3.", "2. x = 5."]
    Path("proof.md").write_text("\n".join(rows))
    for name, value in line.environment.items():
        monkeypatch.setenv(name, value)
    key = line.environment.get("FAITHSIEVE_MODEL__API_KEY_ENV", "OPENAI_API_KEY")
    monkeypatch.setenv(key, "test-key-123")
    with serving(line) as url:
        words = [url if word.startswith("http") else word for word in line.words]
        if "--base-url" not in words:
            words += ["--base-url", url]
        # Without Lean, which has tests of its own: the model is what this page is about.
        result = CliRunner().invoke(cli, [*words, "--method", "direct", "--store", "s.sqlite"])
    assert result.exit_code == 0, result.output
    assert "correct" in result.output


def test_every_family_of_the_issue_has_a_line() -> None:
    wanted = ("OpenAI", "Azure", "Anthropic", "Gemini", "DeepSeek", "Mistral", "OpenRouter", "vLLM")
    told = " ".join(line.who for line in LINES)
    assert all(name in told for name in (*wanted, "SGLang", "Ollama", "llama.cpp", "LM Studio"))
