"""``lean --json --stdin`` with our driver: every text is right that does not say ``wrong``."""

import json
import sys

from fake_repl import logged  # type: ignore[import-not-found]

WRONG = {"severity": "error", "line": 1, "column": 0, "text": "this is wrong"}

if __name__ == "__main__":
    text = sys.stdin.read()
    is_wrong = "wrong" in text.rpartition("answerText")[2]
    said = logged(text, messages=[WRONG] if is_wrong else [], errors=int(is_wrong))
    sys.stdout.write(json.dumps({"severity": "warning", "data": said}) + "\n")
