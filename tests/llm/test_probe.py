"""The doctor finds out by real calls what a model takes, and changes nothing else."""

import pytest

from faithsieve.llm.adaptive import probe_model
from support.command_line import faithsieve
from support.fault_server import asking
from support.model_families import FAMILIES, FamilyServer, serving_family

pytestmark = pytest.mark.network


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
async def test_every_family_can_be_probed(family: FamilyServer) -> None:
    with serving_family(family, lambda body: '{"total": 5}') as running:
        async with asking(running.base_url, model=family.model) as model:
            probes = await probe_model(model)
    assert not [probe for probe in probes if probe.state == "failed"]


def test_the_command_prints_what_a_strict_model_takes() -> None:
    strict = next(family for family in FAMILIES if family.name == "unknown-reasoner")
    with serving_family(strict, lambda body: '{"total": 5}') as running:
        words = ("--model", strict.model, "--base-url", running.base_url)
        printed = faithsieve("doctor", *words).out
    assert "– temperature" in printed
    assert "max_completion_tokens" in printed
    assert "head-room is added" in printed


def test_a_refused_key_is_shown_in_the_providers_words() -> None:
    said = {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}
    strict = FAMILIES[0]
    with serving_family(strict, lambda body: "") as running:
        running.faults = [lambda body: (401, said)]
        words = ("--model", strict.model, "--base-url", running.base_url)
        assert "Incorrect API key provided" in faithsieve("doctor", *words).out
