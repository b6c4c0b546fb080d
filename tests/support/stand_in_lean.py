"""A stand-in for Node that answers as the embedded Lean does, and misbehaves on demand."""

import sys
import textwrap
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from faithsieve.lean.embedded_worker import MailboxWorker, WorkerLimits
from support.lean_workers import installed_toolchain, write_image

STAND_IN = """\
#!{python} -IS
import json, os, pathlib, sys, time
box = pathlib.Path(os.environ["LEAN_WASM_MAILBOX"])
config = json.loads((box / "config.json").read_text())
(box / "config.json").unlink()
def put(name, reply):
    (box / "tmp").write_text(reply if isinstance(reply, str) else json.dumps(reply))
    (box / "tmp").rename(box / f"{{name}}.reply")
ready = {{"nonce": config["nonce"], "messages": [], "message_count": 0, "errors": 0, "axioms": 0}}
ready |= {{"internal": None, "ended": True}}
{at_start}
put("ready", ready)
number = 0
while True:
    path = box / f"{{number}}.json"
    if not path.exists():
        time.sleep(0.002)
        continue
    request = json.loads(path.read_text())
    path.unlink()
    answer = {{"nonce": request["nonce"], "errors": 0}}
    if request.get("theorem") != "trial":
{on_request}
    put(number, answer)
    number += 1
"""

MakeWorker = Callable[..., MailboxWorker]
StartWorker = Callable[..., Awaitable[MailboxWorker]]


def write_program(path: Path, text: str) -> Path:
    """Write a program that stands in for Node."""
    path.write_text(text)
    path.chmod(0o755)
    return path


def worker_maker(tmp_path: Path) -> MakeWorker:
    """Return a maker of workers whose Node is a script with the given lines in it."""
    toolchain = replace(installed_toolchain(tmp_path), node=tmp_path / "node")
    write_image(toolchain)

    def make(on_request: str = "", at_start: str = "", **limits: float) -> MailboxWorker:
        body = textwrap.indent(f"pass\n{on_request}", " " * 8)
        script = STAND_IN.format(python=sys.executable, at_start=at_start, on_request=body)
        write_program(tmp_path / "node", script)
        return MailboxWorker(toolchain, WorkerLimits.model_validate(limits))

    return make
