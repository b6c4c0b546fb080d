"""``lean --json --stdin`` with our driver: every text is right that does not say ``wrong``."""

import json
import re
import sys


def main() -> None:
    text = sys.stdin.read()
    (call,) = re.findall(r'answerText "FSJ_.*', text)
    nonce = re.findall(r"FSJ_([0-9a-f]+)", call)[0]
    wrong = [{"severity": "error", "line": 1, "column": 0, "text": "this is wrong"}]
    reply = {
        "nonce": nonce,
        "messages": wrong if "wrong" in call else [],
        "errors": int("wrong" in call),
        "kinds": ["Lean.Parser.Command.eoi"],
        "constant": {"found": True, "new": 1, "kind": "theorem", "axioms": [], "type": "True"},
    }
    said = {"severity": "warning", "data": f"FSJ_{nonce} {json.dumps(reply)}"}
    sys.stdout.write(json.dumps(said) + "\n")


if __name__ == "__main__":
    main()
