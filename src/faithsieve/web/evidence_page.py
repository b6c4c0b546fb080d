"""The evidence page: one checked proof as one self-contained HTML file (paper §4.2).

Jinja escapes every value; only mathematics and Lean code become markup, escaped piece by piece. The
page needs no network and forbids it, and nothing that a proof, a model or a dataset says can run in
it (see :mod:`faithsieve.web.page_assets`).
"""

import base64
import json
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pygments.lexers.lean import Lean4Lexer
from pygments.token import Token

from faithsieve.lean.model_pictures import model_html
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.run import ProblemFailure
from faithsieve.records.wording import meaning_words, plain_words, verdict_words
from faithsieve.version import __version__
from faithsieve.web.evidence_view import EvidenceView, verdict_remarks, view_evidence
from faithsieve.web.mathematics import excerpt, legible, mathematics
from faithsieve.web.page_assets import page_assets
from faithsieve.web.tree_picture import BOX_HEIGHT, BOX_WIDTH

_COLOURS = {
    Token.Comment: "comment",
    Token.Generic.Error: "unfinished",
    Token.Keyword: "keyword",
    Token.Literal.Number: "number",
    Token.Literal.String: "string",
    Token.Name.Builtin: "symbol",
    Token.Operator: "symbol",
}
# Pygments takes tactics for ordinary names.
_TACTIC_LIST = """
intro intros exact apply refine constructor rcases cases induction simp simp_all omega decide
native_decide norm_num ring ring_nf linarith nlinarith positivity field_simp grind rfl rw
rewrite exfalso contradiction trivial assumption left right use exists ext funext unfold subst
specialize generalize revert change conv first repeat all_goals any_goals try skip done split
push_cast norm_cast push_neg by_contra by_cases absurd injection existsi bv_decide aesop tauto
gcongr convert congr
"""
_TACTICS = frozenset(_TACTIC_LIST.split())


def render_evidence_page(checked: CheckedProof) -> str:
    """Write one checked proof as one page.

    The same records always give the same page: it has no date and no random ids.
    """
    view = view_evidence(checked)
    return render("evidence.html", assets=page_assets(), **page_values(checked, view))


def page_values(checked: CheckedProof, view: EvidenceView) -> dict[str, Any]:
    """Return what templates about one checked proof are filled with."""
    return {
        "view": view,
        "checked": checked,
        "verdict": checked.verdict,
        "tree_json": script_json(tree_numbers(view)),
        "box": {"width": BOX_WIDTH, "height": BOX_HEIGHT},
    }


def render(template: str, **values: Any) -> str:
    return page_environment().get_template(template).render(version=__version__, **values)


def render_notebook(checked: CheckedProof) -> str:
    """Write the verdict and a row a step for a notebook's cell, without scripts or style sheets."""
    statuses = {finding.index: finding.status.value for finding in checked.verdict.steps}
    return render("notebook.html", checked=checked, verdict=checked.verdict, statuses=statuses)


def render_failure_page(row_id: str, failure: ProblemFailure, *, said_by: str) -> str:
    """Write the page of a proof without a verdict: what the provider said, and what to do."""
    return render("failure.html", id=row_id, failure=failure, said_by=said_by, assets=page_assets())


@lru_cache(maxsize=1)
def page_environment() -> Environment:
    """Build the Jinja environment of all pages: strict, escaping every value."""
    environment = Environment(
        loader=PackageLoader("faithsieve.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters |= {
        "mathematics": mathematics,
        # Its own text is escaped there, name by name.
        "model_picture": lambda parts: Markup(model_html(parts)),
        "excerpt": excerpt,
        "image": _as_image,
        "lean": highlight_lean,
        "words": plain_words,
        "verdict_words": verdict_words,
        "meaning_words": meaning_words,
        "verdict_remarks": verdict_remarks,
        "thousands": lambda number: f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"),
        "score": lambda number: f"{number:.2f}",
        "seconds": lambda number: f"{number:.1f} s",
    }
    return environment


def _as_image(svg: str) -> str:
    """Write a drawing for an ``<img>``, in which it cannot run scripts or load anything."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode('ascii')}"


def _shown(value: object) -> object:
    """Make invisible characters of a template value visible."""
    return legible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def highlight_lean(code: str) -> Markup:
    """Colour Lean code for reading: escaped HTML in which no character is changed."""
    tokens = Lean4Lexer().get_tokens_unprocessed(legible(code))
    return Markup("").join(_coloured(text, kind) for _, kind, text in tokens)


def _coloured(text: str, kind: object) -> Markup:
    colour = next((colour for known, colour in _COLOURS.items() if kind in known), "")
    if not colour and text in _TACTICS:
        colour = "tactic"
    elif not colour and text[:1].isupper():
        colour = "type"
    tag = Markup('<span class="lean-{0}">{1}</span>' if colour else "{1}")
    return tag.format(colour, text)


def tree_numbers(view: EvidenceView) -> dict[str, object]:
    """Return the tree as numbers only, for the page's script."""
    boxes = view.picture.boxes if view.picture else ()
    return {
        "boxes": [{"parent": box.parent, "unit": box.unit} for box in boxes],
        "selected": view.selected_unit,
    }


def script_json(value: object) -> Markup:
    """JSON for a data block; without ``<`` nothing in it can end the block."""
    return Markup(json.dumps(value).replace("<", "\\u003c"))
