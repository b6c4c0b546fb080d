"""The plain reader asks nobody, loses nothing and judges nothing."""

from faithsieve.llm.scripted import ScriptedModel
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.reader import PlainReader
from faithsieve.localize.stage import choose_reader
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings

PROOF = Proof.from_texts("Find x.", ["Let x = 1. So y = 2.", "Hence z = 3."])


async def test_every_segment_is_a_unit_that_rests_on_the_one_before() -> None:
    read = await PlainReader().read(PROOF)
    assert [substep.text for substep in read.substeps] == [
        "Let x = 1.",
        "So y = 2.",
        "Hence z = 3.",
    ]
    assert [unit.uses for unit in read.tree.units] == [("problem",), ("h1",), ("h2",)]


async def test_no_call_is_cited_and_no_risk_is_a_judgement() -> None:
    read = await PlainReader(risk=0.2).read(PROOF)
    assert read.artifacts == ()
    assert {suspicion.risk for suspicion in read.suspicions} == {0.2}
    assert [note.detail for note in read.notes] == ["code read the proof; no risk is a judgement"]


def test_the_settings_choose_the_reader() -> None:
    model, decoding = ScriptedModel([]), DecodingSettings()
    plain = LocalizeSettings(reader="plain")
    assert isinstance(choose_reader(model, plain, decoding), PlainReader)
    assert isinstance(choose_reader(model, LocalizeSettings(), decoding), ModelReader)
