"""A community REPL in a page: it lacks a module ``Absent``; words in commands say what it does."""

import json
import re
import sys
import time


def main() -> None:
    """Answer requests separated by blank lines until the input ends."""
    text = ""
    for line in sys.stdin:
        if line.strip():
            text += line
            continue
        asked, text = json.loads(text), ""
        if "env" not in asked:
            missing = [{"severity": "error", "data": "unknown module prefix 'Absent'"}]
            reply({"env": 0, "messages": missing if "import Absent" in asked["cmd"] else []})
        else:
            answer(asked["cmd"])


def answer(command: str) -> None:
    if "garbage" in command:
        write("not json")
    elif "die" in command:
        sys.exit(3)
    elif "hang" in command:
        time.sleep(60)
    else:
        reply(spoken(command))


def spoken(command: str) -> dict[str, object]:
    (nonce,) = re.findall(r'answerText "FSJ_([0-9a-f]+)"', command)
    if "silent" in command:
        return {"env": 1}
    if "stale" in command:
        nonce = "0" * 32
    constant = {"found": True, "new": 1, "kind": "theorem", "axioms": ["propext"], "type": "True"}
    said = {"nonce": nonce, "kinds": ["Lean.Parser.Command.eoi"], "constant": constant}
    return {"env": 1, "messages": [warning(1, f"FSJ_{nonce} {json.dumps(said)}")]}


def warning(line: int, text: str) -> dict[str, object]:
    return {"severity": "warning", "pos": {"line": line, "column": 0}, "data": text}


def reply(value: dict[str, object]) -> None:
    write(json.dumps(value, indent=1))


def write(text: str) -> None:
    sys.stdout.write(f"{text}\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
