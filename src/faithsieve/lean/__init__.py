"""Lean behind one protocol; ``soundness.py`` alone says what counts as proved.

- ``protocol``: what stages may ask (``LeanChecker``, ``StatementJudge``) and what no answer means.
- ``soundness``: the judge, with its layers, canaries and the quarantine of statements of which both
  sides were proved; ``screening`` refuses texts before Lean sees them.
- ``caching_judge``: a judge that asks Lean each question once; ``judges``: others around a judge
  (what one proof asked, a budget, a replay).
- ``signature``, ``attempts``, ``structure_attempts``: a statement's text, and the proof bodies
  automation tries on it.
- ``judge_cases``: a file of cases for ``faithsieve lean judge``.
- Leans that run our driver (``driver/``), from outside in: ``embedded_checker``, ``pool``,
  ``embedded_worker``, ``embedded_process``; ``embedded_toolchain`` is what decides the embedded
  one's answers, ``embedded_setup`` installs it (``embedded_patch``, ``embedded_module``), ``wire``
  is what the driver writes.
- External Leans: ``external_backend`` is what they share, with the driver inside their texts;
  ``repl``, ``mcp_client``, ``kimina`` are the adapters with their wire formats. ``backends``
  chooses by the settings; ``doctor`` tries known snippets.
- ``mcp_server``: Lean code of agents.
"""
