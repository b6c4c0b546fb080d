"""A checked proof in a notebook: the verdict and a row a step, without scripts or style sheets.

The evidence page has everything; this is what a cell shows when its last line is the result.
"""

from faithsieve.records.checked_proof import CheckedProof
from faithsieve.web.evidence_page import page_environment

_TEMPLATE = "notebook.html"


def render_notebook(checked: CheckedProof) -> str:
    """Write the verdict and the status of every step as a piece of HTML."""
    return (
        page_environment()
        .get_template(_TEMPLATE)
        .render(
            checked=checked,
            verdict=checked.verdict,
            statuses={finding.index: finding.status.value for finding in checked.verdict.steps},
        )
    )
