"""Stage one: from a proof to its units, their suspicion and the audit window (paper §3).

===================== ============================================================================
``stage.py``          the stage: a reader reads, code chooses the window
``reader.py``         the ``Reader`` protocol, and the plain reader that asks nobody
``model_reader.py``   the reader that asks a language model, once where a reply fits
``questions.py``      the questions about one proof, with their notes and keys
``segments.py``       proof text cut into numbered segments that lose no character
``reading.py``        a reply about segments becomes units, moves, scopes and doubts (app. B.1)
``scopes.py``         how scopes nest and what each leaves behind (natural deduction)
``state_tree.py``     the context and the goal of every unit (app. B.2)
``rewriting.py``      sentences in the model's own words, the paper's form (app. B.1)
``suspicion.py``      a risk for every unit (§3.2, app. B.3)
``audit_window.py``   which units stage two looks at (§3.2, app. F.1)
``prompt_context.py`` what the prompts show: shared prefix, portions
``replies.py``        the records that replies parse into
``quoting.py``        whether a model's words are the author's
===================== ============================================================================

The edge unit itself is a record: ``records/edge_unit.py``.
"""
