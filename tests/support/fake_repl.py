"""A community REPL in a page: it lacks a module ``Absent``; words in commands say what it does."""

import json
import re
import sys
import time

CONSTANT = {"found": True, "new": 1, "kind": "theorem", "axioms": ["propext"], "type": "True"}


def logged(text: str, **changes: object) -> str:
    """What our driver logs about the text in which it is called: all is well, but for changes."""
    (nonce,) = re.findall(r'answerText "FSJ_([0-9a-f]+)"', text)
    reply = {"nonce": nonce, "errors": 0, "kinds": ["Lean.Parser.Command.eoi"]}
    return f"FSJ_{nonce} {json.dumps(reply | {'constant': CONSTANT} | changes)}"


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
    elif "silent" in command:
        reply({"env": 1})
    else:
        changes = {"nonce": "0" * 32} if "stale" in command else {}
        reply({"env": 1, "messages": [{"severity": "warning", "data": logged(command, **changes)}]})


def reply(value: dict[str, object]) -> None:
    write(json.dumps(value, indent=1))


def write(text: str) -> None:
    sys.stdout.write(f"{text}\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
