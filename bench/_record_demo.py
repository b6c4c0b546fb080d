"""Record the replies of the demo's reader (``python -m bench._record_demo --answers FOLDER``).

The demo's proofs are checked with the real Lean. A question that the bundled recording can answer
is answered from it; any other is written to ``FOLDER/qN.txt`` and the answer awaited in
``FOLDER/qN.json``. At the end the recording is written anew, with the prompts as they are now. When
a prompt is reworded and asks for the same things, the command needs no answers at all.
"""

import argparse
import asyncio
import json
from collections.abc import Iterable
from pathlib import Path

import faithsieve.demo
from faithsieve.api import check_by
from faithsieve.cli.demo import METHOD
from faithsieve.cli.verdict_view import headline
from faithsieve.demo.examples import bundled_proofs
from faithsieve.demo.recorded import (
    FILE,
    DemoRecording,
    RecordedReader,
    RecordedReply,
    about_of,
    problem_of,
    prompts_used,
    questions_of,
    read_recording,
)
from faithsieve.llm.protocol import ChatModel
from faithsieve.methods import Tools
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.verify.gate.qualification import qualification_sheets
from faithsieve.wiring import build_judge

PROBLEMS = frozenset(row.proof.problem for row in bundled_proofs()) | {
    sheet.problem for sheet in qualification_sheets()
}


class Recorder:
    """A model that answers from a recording, and waits for somebody to answer the rest."""

    def __init__(self, known: DemoRecording, folder: Path) -> None:
        self.replies = {(r.problem, r.prompt, r.about): r for r in known.replies}
        self.used: dict[tuple[str, str, str], RecordedReply] = {}
        self._folder = folder
        self._asked = 0
        self._kept = folder / "answered.json"
        if self._kept.exists():
            kept = DemoRecording.model_validate_json(self._kept.read_text("utf-8"))
            self.replies |= {(r.problem, r.prompt, r.about): r for r in kept.replies}

    async def complete(self, request: ChatRequest) -> ChatReply:
        await asyncio.gather(*(self._find(request, item) for item in questions_of(request)))
        return await self._reader().complete(request)

    async def _find(self, request: ChatRequest, question: str) -> None:
        prompt = request.prompt.id
        key = (problem_of(request, PROBLEMS), prompt, about_of(prompt, question))
        if key not in self.replies:
            reply = await self._answer(request, question)
            self.replies[key] = RecordedReply(
                problem=key[0], prompt=key[1], about=key[2], reply=reply
            )
            # What was answered once is not asked again, whatever happens to this process.
            self._kept.write_text(_recording(self.replies.values()).model_dump_json(), "utf-8")
        self.used[key] = self.replies[key]

    def _reader(self) -> ChatModel:
        return RecordedReader(DemoRecording(prompts={}, replies=tuple(self.replies.values())))

    async def _answer(self, request: ChatRequest, question: str) -> str:
        self._asked += 1
        name = f"q{self._asked}"
        whole = "\n\n".join(message.content for message in request.messages)
        (self._folder / f"{name}.txt").write_text(f"{whole}\n\nTHE ITEM:\n{question}", "utf-8")
        answer = self._folder / f"{name}.json"
        answer.unlink(missing_ok=True)
        print(f"{name} {request.prompt.id} {about_of(request.prompt.id, question)}", flush=True)
        while not answer.exists():
            await asyncio.sleep(0.5)
        return json.dumps(json.loads(answer.read_text("utf-8")), ensure_ascii=False)


async def record(folder: Path) -> DemoRecording:
    folder.mkdir(parents=True, exist_ok=True)
    recorder = Recorder(read_recording(), folder)
    settings = Settings()
    with RunStore.open(folder / "store.sqlite") as store:
        async with build_judge(settings, store) as judge:
            for row in bundled_proofs():
                tools = Tools(recorder, settings, judge=judge)
                checked = await check_by(METHOD, row.proof, tools)
                print(f"{row.id}: {headline(checked.verdict)}", flush=True)
    return _recording(recorder.used.values())


def _recording(replies: Iterable[RecordedReply]) -> DemoRecording:
    found = tuple(sorted(replies, key=lambda r: (r.problem, r.prompt, r.about)))
    return DemoRecording(prompts=prompts_used(iter(found)), replies=found)


def main() -> None:
    """Record, and write the bundled file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=Path, default=Path("runs/record-demo"))
    recording = asyncio.run(record(parser.parse_args().answers))
    path = Path(faithsieve.demo.__path__[0]) / FILE
    path.write_text(recording.model_dump_json(indent=1) + "\n", encoding="utf-8")
    print(f"{len(recording.replies)} replies in {path}")


if __name__ == "__main__":
    main()
