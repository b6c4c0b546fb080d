"""The faithfulness gate: Lean counts only if its statement says what the proof said (paper §4.1).

- ``semantic_check.py``: the question to the model: which part of the statement carries what.
- ``faithfulness.py``: slots and equations of the paper, the score and the decision.
- ``probes.py``: what Lean proves against a statement that the checker accepted.
- ``decision.py``: the whole gate on one statement: ask the checker, score, probe.
- ``qualification.py``: whether a model may be a gate at all: bundled pairs, asked once.
- ``calibration.py``: the gate over labelled pairs, for ``faithsieve audit gate``.
"""
