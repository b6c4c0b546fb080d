"""Stage one: from a proof to its units, their suspicion and the audit window (paper §3).

===================== ============================================================================
``stage.py``          the stage: a reader reads, code chooses the window
``reader.py``         the ``Reader`` protocol, and the plain reader that asks nobody
``model_reader.py``   the reader that asks a language model: substeps, tree, suspicion
``segments.py``       proof text cut into numbered segments that lose no character
``decomposition.py``  steps become substeps of one inference each (app. B.1)
``rewriting.py``      substeps in the model's own words, the paper's form (app. B.1)
``state_tree.py``     the tree of proof states and its nine update patterns (app. B.2)
``suspicion.py``      a risk for every unit (§3.2, app. B.3)
``audit_window.py``   which units stage two looks at (§3.2, app. F.1)
``prompt_context.py`` what the prompts show: shared prefix, portions, lists of units
``replies.py``        the records that replies parse into
``quoting.py``        whether a model's words are the author's
===================== ============================================================================

The edge unit itself is a record: ``records/edge_unit.py``.
"""
