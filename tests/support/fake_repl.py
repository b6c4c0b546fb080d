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
    found = re.search(r"sentinel (\w+)", command)
    nonce = found[1] if found else ""
    signs = [f"FS_{nonce} axioms [propext]", f"FS_{nonce} kind theorem", f"FS_{nonce} type True"]
    if "silent" in command:
        return {"env": 1}
    if "stale" in command:
        return {"env": 1, "messages": [warning(9, f"FS_{'0' * 24} axioms []")]}
    if "old" in command:
        place = {"line": 1, "column": 4}
        return {
            "env": 1,
            "sorries": [{"goal": "⊢ 1 = 2", "pos": place, "proofState": 0}],
            "messages": [warning(1, "declaration uses 'sorry'"), *(warning(9, s) for s in signs)],
        }
    return {"env": 1, "messages": [warning(9, sign) for sign in signs]}


def warning(line: int, text: str) -> dict[str, object]:
    return {"severity": "warning", "pos": {"line": line, "column": 0}, "data": text}


def reply(value: dict[str, object]) -> None:
    write(json.dumps(value, indent=1))


def write(text: str) -> None:
    sys.stdout.write(f"{text}\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
