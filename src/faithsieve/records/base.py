"""The base of every value that crosses a package boundary: frozen, closed, documented."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """An immutable value: no unknown fields, no NaN, field docstrings become descriptions."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", use_attribute_docstrings=True, allow_inf_nan=False
    )
