"""Numbers with their nouns, so that no text says "1 proofs"."""


def counted(number: int, noun: str) -> str:
    """``1 proof``, ``2 proofs``, ``1,200 proofs``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
