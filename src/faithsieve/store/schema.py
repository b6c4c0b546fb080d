"""The tables of a store, and the migrations this code knows.

A row's payload is JSON beside a seal over it (see ``sealed``); the other columns repeat
what people want to query and are never read back as truth.
"""

from sqlalchemy import Column, Float, Index, Integer, MetaData, PrimaryKeyConstraint, String, Table
from sqlalchemy import Text as LongText

VERSION_TABLE = "faithsieve_schema"
"""Where the schema's revision is kept; its own name, so that a shared database stays usable."""

REVISIONS = ("0001", "0002", "0003", "0004")
"""Every migration below ``migrations/versions``, oldest first; the last one is current."""

CURRENT = REVISIONS[-1]

metadata = MetaData()

model_calls = Table(
    "model_calls",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("identity", LongText, nullable=False),
    Column("stage", LongText, nullable=False),
    Column("prompt_id", LongText, nullable=False),
    Column("prompt_version", Integer, nullable=False),
    Column("prompt_digest", String(64), nullable=False),
    Column("sample_index", Integer, nullable=False),
    Column("request", LongText, nullable=False),
    Column("request_seal", String(64), nullable=False),
    Column("reply", LongText),
    Column("reply_seal", String(64)),
    Column("input_tokens", Integer),
    Column("output_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("cost_usd", Float),
    Column("seconds", Float),
    Column("run_id", LongText),
    Column("attempts", Integer, nullable=False),
    Column("interruptions", Integer, nullable=False),
    Column("reason", LongText),
    Column("begun_at", String(40), nullable=False),
    Column("ended_at", String(40)),
    Column("owner", String(200)),
    Column("leased_until", Float),
    Index("model_calls_by_run_and_state", "run_id", "state"),
)

artifacts = Table(
    "artifacts",
    metadata,
    Column("key", String(64), nullable=False),
    Column("kind", String(64), nullable=False),
    Column("request", LongText, nullable=False),
    Column("result", LongText, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("written_at", String(40), nullable=False),
    PrimaryKeyConstraint("kind", "key"),
)

runs = Table(
    "runs",
    metadata,
    Column("run_id", LongText, primary_key=True),
    Column("manifest", LongText, nullable=False),
    Column("manifest_digest", String(64), nullable=False),
    Column("seal", String(64), nullable=False),
    Column("written_at", String(40), nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("run_id", LongText, nullable=False),
    Column("problem_id", LongText, nullable=False),
    Column("manifest_digest", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("failure_kind", String(32)),
    Column("result", LongText, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("written_at", String(40), nullable=False),
    PrimaryKeyConstraint("run_id", "problem_id"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("job_id", String(64), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("idempotency_key", String(200), unique=True),
    Column("job", LongText, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("submitted_at", String(40), nullable=False),
    Column("owner", String(200)),
    Column("leased_until", Float),
    Index("jobs_by_time", "submitted_at"),
)

job_events = Table(
    "job_events",
    metadata,
    Column("job_id", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    # Without a seal: events are shown to watchers and nothing is concluded from them.
    Column("event", LongText, nullable=False),
    PrimaryKeyConstraint("job_id", "number"),
)
