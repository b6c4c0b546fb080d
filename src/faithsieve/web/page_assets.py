"""What every page carries inside itself: KaTeX with its fonts, the style sheet and the script.

The policy names the scripts by their hashes, so that a page runs exactly these bytes: neither a
script nor an event handler that slips out of a proof could start, and nothing can be loaded.
KaTeX is the npm package ``katex`` 0.19.1 (MIT licence, beside it), with its woff2 fonts only.
"""

import base64
import hashlib
import re
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from markupsafe import Markup

_FONT_SOURCES = re.compile(r"src:url\(fonts/([\w-]+\.woff2)\)[^}]*")


class PageAssets(NamedTuple):
    styles: tuple[Markup, ...]
    scripts: tuple[Markup, ...]
    policy: str


@lru_cache(maxsize=2)
def page_assets(script: str = "evidence.js") -> PageAssets:
    """Read the assets of a page with its own script, once a process."""
    katex = _static("katex/katex.min.css")
    scripts = tuple(map(_static, ("katex/katex.min.js", "typeset.js", script)))
    return PageAssets(
        styles=(Markup(_FONT_SOURCES.sub(_font_source, katex)), style_sheet()),
        scripts=tuple(Markup(script) for script in scripts),
        policy=_policy(scripts),
    )


def style_sheet() -> Markup:
    """Read the style sheet that all pages share."""
    return Markup(_static("evidence.css"))


def _policy(scripts: tuple[str, ...]) -> str:
    digests = [hashlib.sha256(script.encode()).digest() for script in scripts]
    hashes = " ".join(f"'sha256-{base64.b64encode(digest).decode('ascii')}'" for digest in digests)
    # KaTeX places its glyphs with inline styles; a style alone cannot load anything here, because
    # every kind of request stays forbidden but fonts from inside the page.
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; font-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    )


def _font_source(found: re.Match[str]) -> str:
    fonts = resources.files("faithsieve.web").joinpath("static/katex/fonts")
    font = fonts.joinpath(found[1]).read_bytes()
    encoded = base64.b64encode(font).decode("ascii")
    return f'src:url(data:font/woff2;base64,{encoded}) format("woff2")'


def _static(name: str) -> str:
    return resources.files("faithsieve.web").joinpath("static", name).read_text(encoding="utf-8")
