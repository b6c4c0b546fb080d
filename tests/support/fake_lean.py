"""``lean --json --stdin`` in a page: signs every text that does not say ``wrong``."""

import json
import re
import sys


def main() -> None:
    text = sys.stdin.read()
    line = text.count("\n")
    nonce = (re.findall(r"sentinel (\w+)", text) or [""])[-1]
    if "wrong" in text:
        say(line, "error", "this is wrong")
    else:
        for sign in ("axioms [propext]", "kind theorem", "type True"):
            say(line, "warning", f"FS_{nonce} {sign}")


def say(line: int, severity: str, data: str) -> None:
    pos = {"line": line, "column": 0}
    sys.stdout.write(json.dumps({"severity": severity, "pos": pos, "data": data}) + "\n")


if __name__ == "__main__":
    main()
