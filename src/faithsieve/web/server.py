"""The application behind ``faithsieve serve``: pages, HTTP API, static files and their guard."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from faithsieve.errors import ConfigError, FaithSieveError, InputError, UserError
from faithsieve.version import __version__
from faithsieve.web import annotation_pages, http_api, pages, run_pages
from faithsieve.web.http_api import PREFIX
from faithsieve.web.job_queue import QueueFullError
from faithsieve.web.security import MEDIA_TYPE, Access, Guard, Problem, problem
from faithsieve.web.site import Site

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
TOKEN_VARIABLE = "FAITHSIEVE_SERVE_KEY"
PARTS = (http_api, pages, run_pages, annotation_pages)
_PROBLEMS = (400, 401, 403, 404, 405, 409, 413, 421, 422, 429, 503)


def build_access(host: str, token: str | None, *, names: tuple[str, ...] = ()) -> Access:
    """Build the access rules of a server at an address.

    Raises:
        ConfigError: the address is not the machine's own and there is no token.
    """
    if host not in LOOPBACK and not token:
        raise ConfigError(
            f"refusing to serve on {host!r} without a token; set {TOKEN_VARIABLE}, or serve on "
            "127.0.0.1"
        )
    return Access(hosts=frozenset({*LOOPBACK, host.lower(), *map(str.lower, names)}), token=token)


def build_app(site: Site, access: Access) -> ASGIApp:
    """Build the application from pages and API; the queue runs as long as it does."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        async with site.queue:
            yield

    app = FastAPI(
        title="FaithSieve",
        version=__version__,
        description="Find the first wrong step of a proof, with evidence anyone can re-run.",
        lifespan=running,
        # The usual pages about an API fetch their scripts from a CDN.
        docs_url=None,
        redoc_url=None,
    )
    app.state.site = site
    app.state.access = access
    for part in PARTS:
        app.include_router(part.router)
    app.mount("/static", StaticFiles(packages=[("faithsieve.web", "static")]))
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(FaithSieveError, _failed)
    app.openapi = lambda: _schema(app)  # type: ignore[method-assign]
    return Guard(GZipMiddleware(app, minimum_size=1000), access)


class Server(uvicorn.Server):
    """A server that ends event streams before it stops, because they never end by themselves."""

    def __init__(self, site: Site, access: Access, *, host: str, port: int) -> None:
        config = uvicorn.Config(
            build_app(site, access),
            host=host,
            port=port,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=5,
        )
        super().__init__(config)
        self._queue = site.queue

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._queue.dismiss_watchers()
        await super().shutdown(sockets)


def _schema(app: FastAPI) -> dict[str, Any]:
    """Describe the API, with problems in the one shape that they have."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        parts = schema["components"]["schemas"]
        parts["Problem"] = Problem.model_json_schema()
        for leftover in ("HTTPValidationError", "ValidationError"):
            parts.pop(leftover, None)
        content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for path in schema["paths"].values():
            for operation in path.values():
                operation["responses"] |= {
                    str(status): {"description": HTTPStatus(status).phrase, "content": content}
                    for status in _PROBLEMS
                }
        app.openapi_schema = schema
    return app.openapi_schema


async def _not_valid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    lines = [
        f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}"
        for fault in error.errors()[:5]
    ]
    return _answer(request, 422, "; ".join(lines))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    methods = _methods_of(request) if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED else ()
    if methods:
        headers = {"allow": ", ".join(methods)}
    return _answer(request, error.status_code, str(error.detail), headers=headers)


def _methods_of(request: Request) -> list[str]:
    """List the methods of a path; the framework names only those of its first route."""
    routes = [route for part in PARTS for route in part.router.routes]
    return sorted(
        method
        for route in routes
        if isinstance(route, Route) and route.matches(request.scope)[0] is Match.PARTIAL
        for method in route.methods or ()
    )


async def _failed(request: Request, error: Exception) -> Response:
    if isinstance(error, QueueFullError):
        return _answer(request, 503, str(error), headers={"retry-after": "60"})
    if isinstance(error, InputError) and str(error).startswith("there is no "):
        return _answer(request, 404, str(error))
    return _answer(request, 422 if isinstance(error, UserError) else 503, str(error))


def _answer(
    request: Request, status: int, words: str, *, headers: dict[str, str] | None = None
) -> Response:
    if request.url.path.startswith(PREFIX):
        return problem(status, words, headers=headers)
    return pages.error_page(status, words, headers=headers)
