"""The faithfulness gate: Lean counts only if its statement says what the proof said (paper §4.1).

- ``decision.py``: the whole gate on one statement: probe, ask the checker, score, decide.
- ``lean_probes.py``: vacuity and missing premises, each shown by a Lean proof or a checked point.
- ``candidate.py``: the statement beside its texts, both read as far as code can.
- ``claim_words.py``, ``indices.py``: quantifiers and conditions in words; ``a_n`` beside ``a n``.
- ``text_probes.py``: numbers, relations and quantifiers against the text.
- ``assumed_claim.py``: hypotheses that no text grants; Lean shows which of them is the claim.
- ``near_misses.py``: relations of the text with one number changed.
- ``solver_probes.py``: numbers at which hypotheses, context, claim and conclusion hold, or none.
- ``probe_bodies.py``: proof bodies that show clashing hypotheses, empty or assumed conclusions.
- ``semantic_check.py``: the question to the model: which part of the statement carries what.
- ``faithfulness.py``: slots and equations of the paper, the score and the decision.
- ``calibration.py``: the gate over labelled pairs, for ``faithsieve audit gate``.

Where no model may judge, ``judge_by_code`` in ``verify/templates.py`` takes the checker's place.
"""
