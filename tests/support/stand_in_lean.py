"""A stand-in for Node that answers as the embedded Lean does, and misbehaves on demand."""

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

from faithsieve.lean.embedded_worker import EmbeddedWorker, WorkerLimits
from support.lean_workers import installed_toolchain

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
    answer = {{"nonce": request["nonce"]}}
{on_request}
    put(number, answer)
    number += 1
"""

MakeWorker = Callable[..., EmbeddedWorker]


def worker_maker(tmp_path: Path) -> MakeWorker:
    """Return a maker of workers whose Node is a script with the given lines in it."""
    toolchain = installed_toolchain(tmp_path)
    (tmp_path / "empty").touch()
    image = toolchain.image_compilation(Path(), None).path_of(tmp_path / "empty")
    image.parent.mkdir()
    image.touch()

    def make(on_request: str = "", at_start: str = "", **limits: float) -> EmbeddedWorker:
        node = tmp_path / "node"
        body = textwrap.indent(on_request, "    ")
        node.write_text(STAND_IN.format(python=sys.executable, at_start=at_start, on_request=body))
        node.chmod(0o755)
        return EmbeddedWorker(toolchain, WorkerLimits.model_validate(limits), node=node)

    return make
