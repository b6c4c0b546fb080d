"""The base of every value that crosses a package boundary: frozen, closed, documented."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """An immutable value: no unknown fields, no NaN, field docstrings become descriptions."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", use_attribute_docstrings=True, allow_inf_nan=False
    )

    def changed(self, **fields: Any) -> Self:
        """Build the same record with some fields changed, checked like any new one."""
        return type(self)(**(dict(self) | fields))
