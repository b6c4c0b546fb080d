"""The README's first command with a model, as it stands there, in a process of its own.

The endpoint is strict about what a current reasoning model refuses and thinks before it answers;
its replies are made up for every prompt of the pipeline. Lean is the real one.
"""

import asyncio
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bench._rehearsal import rehearsal_model, review_reply

from faithsieve.prompts.library import load, prompt_ids
from faithsieve.records.chat import ChatMessage, ChatRequest, PromptStamp
from faithsieve.records.digest import digest_of
from faithsieve.records.verification import ReviewVerdict
from support.embedded_lean import LEAN_FOLDER, find_lean
from support.json_server import Json
from support.model_families import FAMILIES, serving_family

ROOT = Path(__file__).parents[2]
PROMPT_OF = {load(name).reply: name for name in prompt_ids() if not name.startswith("baselines/")}
"""The prompt that a reply's record belongs to; the endpoint sees only the record's name."""


def answer(body: Json) -> str:
    name = PROMPT_OF[body["response_format"]["json_schema"]["name"].replace("Sheet", "Reply")]
    roles = {"developer": "system"}
    request = ChatRequest(
        stage="readme",
        prompt=PromptStamp(id=name, version=1, digest=digest_of(name)),
        messages=tuple(
            ChatMessage(role=roles.get(m["role"], m["role"]), content=m["content"])
            for m in body["messages"]
        ),
    )
    if name == "verify/review":
        asked = request.messages[-1].content
        return review_reply(asked, ReviewVerdict.UNCERTAIN).model_dump_json()
    return asyncio.run(rehearsal_model().complete(request)).text


def readme_command() -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (first, *_) = re.findall(r"`(faithsieve check [^`]+)`", text)
    return shlex.split(first)


@pytest.mark.lean
def test_the_readmes_first_command_works_against_the_strict_reasoning_family(
    tmp_path: Path,
) -> None:
    find_lean()
    shutil.copy(ROOT / "examples" / "proof.md", tmp_path)
    program, *words = readme_command()
    assert (program, "gpt-5.4" in words) == ("faithsieve", True)
    strict = next(family for family in FAMILIES if family.name == "openai-reasoning")
    with serving_family(strict, answer) as running:
        done = subprocess.run(
            [sys.executable, "-m", "faithsieve.cli.main", *words],
            cwd=tmp_path,
            env=os.environ
            | {
                "OPENAI_API_KEY": "sk-test-key-1",
                "FAITHSIEVE_MODEL__BASE_URL": running.base_url,
                "FAITHSIEVE_HOME": str(LEAN_FOLDER.parent),
            },
            capture_output=True,
            text=True,
            timeout=280,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "not qualified as a gate" in done.stdout, "its answers are made up"
    assert "61" in (tmp_path / "evidence.html").read_text(encoding="utf-8")
    assert not running.refused, "the table of families knows the model"
    assert len(running.bodies) >= 4, "the whole method asked"
    assert all("temperature" not in body for body in running.bodies)
