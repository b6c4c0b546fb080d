"""The first schema: model calls, artifacts, runs and results.

Spelt out and not taken from ``schema``: that file moves on, while this revision must keep making
the tables it made on the day it was published.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "model_calls",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("identity", sa.Text, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("prompt_id", sa.Text, nullable=False),
        sa.Column("prompt_version", sa.Integer, nullable=False),
        sa.Column("prompt_digest", sa.String(64), nullable=False),
        sa.Column("sample_index", sa.Integer, nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("request_seal", sa.String(64), nullable=False),
        sa.Column("reply", sa.Text),
        sa.Column("reply_seal", sa.String(64)),
        sa.Column("input_tokens", sa.Integer),
        sa.Column("output_tokens", sa.Integer),
        sa.Column("cached_tokens", sa.Integer),
        sa.Column("cost_usd", sa.Float),
        sa.Column("seconds", sa.Float),
        sa.Column("run_id", sa.Text),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("interruptions", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("begun_at", sa.String(40), nullable=False),
        sa.Column("ended_at", sa.String(40)),
    )
    op.create_index("model_calls_by_run_and_state", "model_calls", ["run_id", "state"])
    op.create_table(
        "artifacts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("written_at", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key"),
    )
    op.create_table(
        "runs",
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("manifest", sa.Text, nullable=False),
        sa.Column("manifest_digest", sa.String(64), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("written_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("run_id", sa.Text, nullable=False),
        sa.Column("problem_id", sa.Text, nullable=False),
        sa.Column("manifest_digest", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("failure_kind", sa.String(32)),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("written_at", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "problem_id"),
    )
