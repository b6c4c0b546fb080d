"""A page carries everything inside itself, and its colours can be read."""

import base64
import hashlib
import re
from itertools import product

import pytest

from faithsieve.web.page_assets import page_assets

TOKENS = {
    name: (light, dark)
    for name, light, dark in re.findall(
        r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", page_assets().styles[1]
    )
}
PLAIN_GROUNDS = ("page", "card", "sunken")
CODE = [name for name in TOKENS if name.startswith("code-")]
PAIRS = [
    *product(("ink", "muted"), (*PLAIN_GROUNDS, "accent-soft")),
    *product(("accent", "bad", "doubt", "good"), (*PLAIN_GROUNDS, "accent-soft")),
    *((name, f"{name}-soft") for name in ("good", "open", "doubt", "bad", "accent")),
    *product(CODE, ("sunken", "card")),
]


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_has_the_contrast_of_wcag_aa_in_light_and_dark(text: str, ground: str) -> None:
    for shade in (0, 1):
        assert contrast(TOKENS[text][shade], TOKENS[ground][shade]) >= 4.5


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


def test_every_font_lies_inside_the_style_sheet() -> None:
    css = "".join(page_assets().styles)
    sources = re.findall(r"url\(([^)]{0,25})", css)
    assert len(sources) == 20
    assert all(source.startswith("data:font/woff2;base64,") for source in sources)
    assert "@import" not in css
