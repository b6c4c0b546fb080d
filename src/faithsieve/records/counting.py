"""Numbers with their nouns, so that no text says "1 proofs"."""


def counted(number: int, noun: str) -> str:
    """``1 proof``, ``2 proofs``, ``1,200 proofs``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def share_of(some: int, total: int, noun: str) -> str:
    """``1 of 3 steps is``, ``0 of 1 step is``, ``2 of 3 steps are``: a subject with its verb."""
    return f"{some:,} of {counted(total, noun)} {'is' if 1 in (some, total) else 'are'}"
