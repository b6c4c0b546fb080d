"""Ways to look at evidence in a browser: pages that need no network and run nothing from a proof.

:mod:`~faithsieve.web.evidence_page` turns one checked proof into one self-contained file.
"""
