"""An endpoint behind a bad network: three in ten requests go wrong, and no answer is paid twice."""

import pytest

from support.bad_network import bad_network
from support.commands import IS_LONG, ROWS, Workplace, eval_words

pytestmark = [pytest.mark.network, pytest.mark.timeout(900)]


@pytest.mark.parametrize("seed", range(4) if IS_LONG else range(1))
async def test_a_run_over_a_bad_network_gives_what_a_calm_one_gives(
    workplace: Workplace, endpoint: str, seed: int
) -> None:
    calm = await workplace.run(*eval_words(endpoint, out="calm"))
    assert calm.code == 0, calm.said
    async with bad_network(seed=seed) as passage:
        url = passage.server.base_url
        # Another host in the address is another model; replies depend on the question alone.
        rounds = await workplace.run_until_done(*eval_words(url))
        assert len(rounds) <= 3
    spoilt = sum(passage.acts.values()) - passage.acts["relay"]
    assert spoilt > ROWS * 0.2, passage.acts
    assert workplace.predictions() == workplace.predictions("calm")
    assert len(workplace.predictions()) == ROWS
    assert passage.asked_again == set()
    assert len(passage.questions) == ROWS
    assert passage.doubly_keyed == set()
