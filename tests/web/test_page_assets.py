"""A page runs exactly the scripts that it carries."""

import base64
import hashlib
import re

from faithsieve.web.page_assets import page_assets


def test_the_policy_allows_exactly_the_scripts_of_the_page() -> None:
    assets = page_assets()
    hashes = [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in assets.scripts
    ]
    (allowed,) = re.findall(r"script-src ([^;]*);", assets.policy)
    assert allowed == " ".join(f"'sha256-{found}'" for found in hashes)
    assert assets.policy.startswith("default-src 'none';")
    assert "unsafe-eval" not in assets.policy
    assert not any("</script" in text.lower() or "<!--" in text for text in assets.scripts)
    assert not any("</style" in text.lower() for text in assets.styles)
    # A browser reads CRLF as LF, and the hash would no longer be the one of the policy.
    assert not any("\r" in text for text in assets.scripts)
