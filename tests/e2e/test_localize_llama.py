"""Stage one on a real llama.cpp server: its reply schemas decode, and odd answers are survived."""

from pathlib import Path

import pytest

from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.llm.endpoint import Endpoint
from faithsieve.llm.local_model import serving
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.stage import localize
from faithsieve.records.chat import Decoding
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings, LocalSettings

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.xdist_group("local_model"),
    pytest.mark.timeout(900),
]

SHORT = Decoding(temperature=0, max_output_tokens=160)
DECODING = DecodingSettings(
    decompose=SHORT,
    decompose_check=SHORT,
    state_tree=SHORT,
    state_tree_check=SHORT,
    suspicion=SHORT,
    strict_retry=SHORT,
)
PROOF = Proof.from_texts("Solve 3x + 5 = 20.", ["Subtract 5, so 3x = 15.", "Thus x = 6."])


async def test_the_smallest_model_localizes_a_small_proof(smollm: Path) -> None:
    settings = LocalSettings(context_tokens=4096, threads=1)
    costs = CostLedger()
    async with serving(smollm, alias="smollm2-135m", settings=settings) as reached:
        client = OpenAICompatible("smollm2-135m", Endpoint(*reached))
        try:
            wanted = LocalizeSettings(context_tokens=4000)
            reader = ModelReader(AccountedModel(client, costs), settings=wanted, decoding=DECODING)
            found = await localize(PROOF, reader=reader, settings=wanted)
        finally:
            await client.aclose()
    assert {unit.original_step_idx for unit in found.units} == {1, 2}
    assert {stage.stage for stage in costs.stages} >= {
        "localize.state_tree",
        "localize.suspicion",
    }
    assert all(stage.usage.output_tokens for stage in costs.stages)
