"""What the pages, the HTTP API and their tests share: the queue, the models, the folders."""

import pathlib
from typing import Annotated, NamedTuple, cast

from fastapi import Depends, Path, Request
from starlette.exceptions import HTTPException

from faithsieve.records.check_job import CheckJob
from faithsieve.web.checking import CheckService
from faithsieve.web.job_queue import JobQueue
from faithsieve.web.run_catalog import RunCatalog


class Site(NamedTuple):
    queue: JobQueue
    service: CheckService
    runs: RunCatalog
    tasks: pathlib.Path
    """The folder with tasks for annotators."""


def _site(request: Request) -> Site:
    return cast(Site, request.app.state.site)


AnySite = Annotated[Site, Depends(_site)]


def _job(
    site: AnySite,
    check_id: Annotated[str, Path(pattern="^[0-9a-f]{24}$", description="The check's id.")],
) -> CheckJob:
    job = site.queue.find(check_id)
    if job is None:
        raise HTTPException(404, "there is no such check here")
    return job


AnyJob = Annotated[CheckJob, Depends(_job)]
