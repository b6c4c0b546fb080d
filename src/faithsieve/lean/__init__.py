"""Lean behind one protocol; ``soundness.py`` alone says what counts as proved."""
