import faithsieve.errors as errors
from faithsieve.errors import FaithSieveError


def test_the_docstring_draws_every_error_class() -> None:
    classes = [c for c in vars(errors).values() if isinstance(c, type) and issubclass(c, Exception)]
    assert all(issubclass(c, FaithSieveError) for c in classes)
    assert errors.__doc__ is not None
    missing = [c.__name__ for c in classes if c.__name__ not in errors.__doc__]
    assert missing == []
