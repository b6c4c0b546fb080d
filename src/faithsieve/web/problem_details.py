"""Errors of the HTTP API as ``application/problem+json`` (RFC 9457)."""

from collections.abc import Mapping
from http import HTTPStatus

from pydantic import Field
from starlette.responses import JSONResponse

from faithsieve.records.base import Record

MEDIA_TYPE = "application/problem+json"


class Problem(Record):
    """Why a request was not carried out."""

    type: str = "about:blank"
    """Always ``about:blank``: the status says what kind of problem it is."""
    title: str
    """The status in words."""
    status: int = Field(ge=400, le=599)
    """The HTTP status."""
    detail: str
    """What happened, and what to do about it."""


def problem(status: int, detail: str, *, headers: Mapping[str, str] | None = None) -> JSONResponse:
    content = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail)
    return JSONResponse(
        content.model_dump(), status, headers=headers and dict(headers), media_type=MEDIA_TYPE
    )
