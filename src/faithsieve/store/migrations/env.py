"""What Alembic runs: the migrations, inside the transaction that ``schema`` has opened."""

from alembic import context

from faithsieve.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
context.run_migrations()
