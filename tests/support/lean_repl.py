"""The community REPL over the plain ``lean`` command: JSON on standard input and output.

Usage: ``python lean_repl.py ROOT VISIBLE``, as for ``lean_command.py``. It
elaborates what it is sent, command by command, so that code in a text really runs.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from faithsieve.lean.embedded_toolchain import driver_text

HERE = Path(__file__).parent
_IMPORT = re.compile(r"^import [\w.]+$", re.MULTILINE)


def main() -> None:
    root, visible = sys.argv[1:]
    with tempfile.TemporaryDirectory(dir=visible) as name:
        folder = Path(name)
        program = folder / "Repl.lean"
        repl = (HERE / "repl.lean").read_text(encoding="utf-8")
        program.write_text(f"{driver_text('')}\n{repl}", encoding="utf-8")
        (folder / "config.json").write_text("{}", encoding="utf-8")
        command = [sys.executable, str(HERE / "lean_command.py"), root, visible]
        command += ["--run", str(program), str(folder)]
        lean = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=sys.stderr, stderr=sys.stderr
        )
        try:
            _serve(folder, lean)
        finally:
            lean.kill()
            lean.wait()


def _serve(folder: Path, lean: "subprocess.Popen[bytes]") -> None:
    number, lines = 0, ""
    for line in sys.stdin:
        if line.strip():
            lines += line
            continue
        if not lines:
            continue
        request = json.loads(lines)
        # Imports are there already; a blank line keeps the places of what follows.
        request["cmd"] = _IMPORT.sub("", request["cmd"])
        reply = _ask(folder, number, request, lean)
        sys.stdout.write(json.dumps(_in_repl_words(reply), indent=1) + "\n\n")
        sys.stdout.flush()
        number, lines = number + 1, ""


def _ask(
    folder: Path, number: int, request: dict[str, object], lean: "subprocess.Popen[bytes]"
) -> dict[str, object]:
    draft, answer = folder / "draft", folder / f"{number}.reply"
    draft.write_text(json.dumps({k: v for k, v in request.items() if v is not None}), "utf-8")
    draft.rename(folder / f"{number}.json")
    while not answer.exists():
        if lean.poll() is not None:
            sys.exit("Lean ended")
        time.sleep(0.005)
    found: dict[str, object] = json.loads(answer.read_text(encoding="utf-8"))
    return found


def _in_repl_words(reply: dict[str, object]) -> dict[str, object]:
    messages = reply.get("messages")
    assert isinstance(messages, list)
    shown = [
        {"severity": m["severity"], "pos": {"line": m["line"], "column": m["column"]}}
        | {"data": m["text"]}
        for m in messages
    ]
    return {"env": reply["env"], "messages": shown}


if __name__ == "__main__":
    main()
