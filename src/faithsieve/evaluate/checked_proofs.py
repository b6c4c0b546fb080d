"""Everything a run found out about one problem, kept beside its result for the evidence page."""

from pydantic import ValidationError

from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest, digest_of
from faithsieve.store.run_store import RunStore

KIND = "checked_proof"


def checked_key(problem: str, manifest: Digest) -> Digest:
    """The address of a problem's evidence in every run with the same manifest."""
    return digest_of([KIND, manifest, problem])


def checked_artifact(problem: str, checked: CheckedProof, manifest: Digest) -> StoredArtifact:
    return StoredArtifact(
        kind=KIND,
        key=checked_key(problem, manifest),
        request=checked.proof.model_dump_json(),
        result=checked.model_dump_json(),
    )


async def find_checked(store: RunStore, problem: str, manifest: Digest) -> CheckedProof | None:
    """What a run found out about a problem; None where it kept nothing readable."""
    found = await store.find_artifact(KIND, checked_key(problem, manifest))
    if found is None:
        return None
    try:
        return CheckedProof.model_validate_json(found.result)
    except ValidationError:
        return None
