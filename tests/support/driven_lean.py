"""Leans that take text, by how they are asked."""

from faithsieve.lean.external_backend import MATHLIB, ExternalToolchain, Header


def toolchain(backend: str = "repl", *reached: str, header: Header = MATHLIB) -> ExternalToolchain:
    """An external Lean by how it is asked; a test that reaches it says where it is."""
    return ExternalToolchain(backend=backend, header=header, reached=reached or ("served",))
