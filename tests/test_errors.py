import faithsieve.errors as errors
from faithsieve.errors import FaithSieveError, MissingToolError


def test_the_docstring_draws_every_error_class() -> None:
    classes = [c for c in vars(errors).values() if isinstance(c, type) and issubclass(c, Exception)]
    assert all(issubclass(c, FaithSieveError) for c in classes)
    assert errors.__doc__ is not None
    missing = [c.__name__ for c in classes if c.__name__ not in errors.__doc__]
    assert missing == []


def test_a_missing_tool_names_the_command_that_installs_it() -> None:
    error = MissingToolError("Lean", needed_for="checking", fix="faithsieve lean setup")
    assert "faithsieve lean setup" in str(error)
    assert (error.tool, error.fix) == ("Lean", "faithsieve lean setup")
