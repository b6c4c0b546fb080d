"""Proofs out of documents as people write them: LaTeX, Markdown, HTML, Word, Typst, plain text.

:mod:`~faithsieve.documents.proof_files` is the way in. A document is read to blocks (``pandoc.py``,
``blocks.py``), its problem and steps are told apart (``roles.py``, ``steps.py``), and every step is
found again in the file (``places.py``). ``collection.py`` reads many
files. A file is untrusted: sizes are capped, and pandoc runs in its sandbox with limits on memory,
time and output.
"""
