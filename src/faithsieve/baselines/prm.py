"""Process reward models as first-error judges (paper app. F.7).

A reward model gives every original step a score in [0, 1]; the first step below a frozen threshold
is the answer, and ``correct`` if every step passes.

Three families of public models are known. Qwen2.5-Math-PRM marks the end of each step with a token
of its own and classifies there; Skywork's model ends each step with a line end and has a value
head; EurusPRM is implicit: a step is as good as the policy finds the text so far more likely than
its reference does. Weights come from a folder the user names, as safetensors only, and no code from
that folder is ever run. torch and transformers are the ``prm`` extra.
"""

import asyncio
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from faithsieve.baselines.opinions import verdict_of_label
from faithsieve.errors import ConfigError, InputError, LLMError, MissingToolError
from faithsieve.records.proof import Label, Proof
from faithsieve.records.settings import PrmSettings
from faithsieve.records.verdict import Verdict

FROZEN_THRESHOLDS = {
    "qwen2.5-math-prm": 0.904296875,
    "skywork-o1-open-prm": 0.34375,
    "eurusprm-stage2": 0.5007799117379625,
}
"""Calibrated outside, on ProcessBench GSM8K-400, and frozen before evaluation (app. F.7)."""


class StepScorer(Protocol):
    """Anything that scores the steps of a proof."""

    async def score(self, proof: Proof) -> tuple[float, ...]:
        """Return one score in [0, 1] for each step.

        Raises:
            InputError: the proof is longer than the model can read.
        """


def first_below(scores: Sequence[float], threshold: float) -> Label:
    """Return the first step whose score lies below the threshold, or ``correct``."""
    return next(
        (step for step, score in enumerate(scores, start=1) if score < threshold), "correct"
    )


async def judge_by_scores(proof: Proof, *, scorer: StepScorer, settings: PrmSettings) -> Verdict:
    """Judge a proof by its step scores.

    Raises:
        InputError: the proof is longer than the model can read.
        LLMError: the model gave no score, or no number, for a step.
    """
    threshold = settings.threshold
    if threshold is None:
        threshold = FROZEN_THRESHOLDS[settings.name]
    scores = checked_scores(await scorer.score(proof), proof)
    label = first_below(scores, threshold)
    shown = ", ".join(f"{score:.4f}" for score in scores)
    return verdict_of_label(
        label, rationale=f"step scores {shown}; threshold {threshold}", artifacts=()
    )


def checked_scores(scores: Sequence[float], proof: Proof) -> tuple[float, ...]:
    """Check that there is exactly one number in [0, 1] for each step, and return them.

    A broken score must not pass for a good one: ``nan < threshold`` is false.

    Raises:
        LLMError: anything else.
    """
    if len(scores) != len(proof.steps):
        raise LLMError(f"{len(scores)} scores for a proof with {len(proof.steps)} steps")
    for step, score in enumerate(scores, start=1):
        if math.isnan(score) or not 0 <= score <= 1:
            raise LLMError(f"the score of step {step} is {score!r}, not a number from 0 to 1")
    return tuple(scores)


# ---- how the families read a proof

INSTALL = "pip install 'faithsieve[prm]'"
STEP_END = "<extra_0>"
"""The token after which Qwen2.5-Math-PRM judges the step before it."""
QWEN_SYSTEM = "Please reason step by step, and put your final answer within \\boxed{}."
"""What Qwen2.5-Math-PRM saw as system message in training; another text would be another model."""
EURUS_BETA = 0.001
"""The scale of EurusPRM's log-likelihood ratios."""


class Libraries(NamedTuple):
    """The two packages of the ``prm`` extra."""

    torch: Any
    transformers: Any


def libraries() -> Libraries:
    """Import torch and transformers.

    Raises:
        MissingToolError: one of them is not installed.
    """
    try:
        import torch
        import transformers
    except ModuleNotFoundError as error:
        raise MissingToolError(
            f"the package {error.name}", needed_for="process reward models", fix=INSTALL
        ) from error
    # Bars and reports of its own would run through FaithSieve's; what is missing is checked below.
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    return Libraries(torch, transformers)


class ScoredTokens(NamedTuple):
    """A proof as a model reads it."""

    ids: list[int]
    ends: list[int]
    """For each step, the position of the token where its score is read."""


class _Scorer:
    """What the families share: one proof at a time, off the event loop, within the context."""

    def __init__(self, libs: Libraries, tokenizer: Any, body: Any, head: Any, device: str) -> None:
        """Take a loaded model; the head is what turns its output into scores."""
        self._libs = libs
        self._tokenizer = tokenizer
        self._body = body
        self._head = head
        self._device = device
        self._turn = asyncio.Lock()

    async def score(self, proof: Proof) -> tuple[float, ...]:
        """Return one score in [0, 1] for each step.

        Raises:
            InputError: the proof is longer than the model can read.
        """
        read = self._read(proof)
        limit = getattr(self._body.config, "max_position_embeddings", None)
        if limit is not None and len(read.ids) > limit:
            raise InputError(f"the proof has {len(read.ids)} tokens; the model reads {limit}")
        # More than one at a time would only compete for the same processor.
        async with self._turn:
            return await asyncio.to_thread(self._run, read)

    def _run(self, read: ScoredTokens) -> tuple[float, ...]:
        with self._libs.torch.no_grad():
            return tuple(self._scores(read))

    def _input(self, ids: Sequence[int]) -> Any:
        return self._libs.torch.tensor([list(ids)], device=self._device)

    def _read(self, proof: Proof) -> ScoredTokens:
        raise NotImplementedError

    def _scores(self, read: ScoredTokens) -> Iterable[float]:
        raise NotImplementedError


class QwenPrm(_Scorer):
    """Qwen2.5-Math-PRM: two classes at each end-of-step token."""

    def _read(self, proof: Proof) -> ScoredTokens:
        end = self._tokenizer.convert_tokens_to_ids(STEP_END)
        if end is None or end == self._tokenizer.unk_token_id:
            raise ConfigError(f"the tokenizer has no token {STEP_END!r}; is this Qwen2.5-Math-PRM?")
        steps = [disarm(step.text, self._tokenizer) for step in proof.steps]
        messages = [
            {"role": "system", "content": QWEN_SYSTEM},
            {"role": "user", "content": disarm(proof.problem, self._tokenizer)},
            {"role": "assistant", "content": STEP_END.join(steps) + STEP_END},
        ]
        text = self._tokenizer.apply_chat_template(messages, tokenize=False)
        ids = self._tokenizer.encode(text, add_special_tokens=False)
        return ScoredTokens(ids, [at for at, token in enumerate(ids) if token == end])

    def _scores(self, read: ScoredTokens) -> Iterable[float]:
        hidden = self._body(self._input(read.ids)).last_hidden_state[0, read.ends]
        classes = self._head(hidden.to(self._head[0].weight.dtype)).float().softmax(-1)
        return [float(score) for score in classes[:, 1]]


class SkyworkPrm(_Scorer):
    """Skywork-o1-Open-PRM: a value head at the line end behind each step."""

    def _read(self, proof: Proof) -> ScoredTokens:
        tokenizer = self._tokenizer
        opening = (tokenizer.bos_token or "") + disarm(proof.problem, tokenizer) + "\n"
        ids = list(tokenizer.encode(opening, add_special_tokens=False))
        line_end = tokenizer.encode("\n", add_special_tokens=False)[-1]
        ends = []
        for step in proof.steps:
            ids += tokenizer.encode(disarm(step.text, tokenizer), add_special_tokens=False)
            ends.append(len(ids))
            ids.append(line_end)
        return ScoredTokens(ids, ends)

    def _scores(self, read: ScoredTokens) -> Iterable[float]:
        hidden = self._body(self._input(read.ids)).last_hidden_state[0, read.ends]
        values = self._head(hidden.to(self._head.weight.dtype)).float().sigmoid()
        return [float(score) for score in values[:, 0]]


class EurusPrm(_Scorer):
    """EurusPRM: the policy's likelihood of the text up to each step over its reference's (head)."""

    def _read(self, proof: Proof) -> ScoredTokens:
        steps = [
            f"Step {step.index}: {disarm(step.text, self._tokenizer).strip()}"
            for step in proof.steps
        ]
        answer = "\n\n".join(steps)
        messages = [
            {"role": "user", "content": disarm(proof.problem, self._tokenizer)},
            {"role": "assistant", "content": answer},
        ]
        text = self._tokenizer.apply_chat_template(messages, tokenize=False)
        begin = text.rindex(answer)
        read = self._tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)
        starts = [first for first, _ in read["offset_mapping"]]
        # The first entry is where the answer begins: what stands before it earns nothing.
        borders = [begin]
        place = begin
        for step in steps:
            borders.append(place + len(step))
            place += len(step) + len("\n\n")
        ends = [sum(start < border for start in starts) for border in borders]
        return ScoredTokens(list(read["input_ids"]), ends)

    def _scores(self, read: ScoredTokens) -> Iterable[float]:
        gain = self._log_likelihoods(self._body, read) - self._log_likelihoods(self._head, read)
        begin, *ends = read.ends
        # Entry t of the gain belongs to token t + 1: the first token has nothing before it.
        totals = [gain[max(begin - 1, 0) : end - 1].sum() for end in ends]
        return [float((EURUS_BETA * total).sigmoid()) for total in totals]

    def _log_likelihoods(self, model: Any, read: ScoredTokens) -> Any:
        ids = self._input(read.ids)
        logs = model(ids).logits[0, :-1].float().log_softmax(-1)
        return logs.gather(1, ids[0, 1:, None])[:, 0]


def disarm(text: str, tokenizer: Any) -> str:
    """Break up control tokens inside a proof, so that it cannot end its own steps."""
    for token in (*tokenizer.get_added_vocab(), STEP_END):
        if len(token) > 1 and not token.isspace():
            text = text.replace(token, f"{token[0]} {token[1:]}")
    return text


def load_scorer(settings: PrmSettings) -> QwenPrm | SkyworkPrm | EurusPrm:
    """Load the model that the settings name.

    Raises:
        ConfigError: no folder is named, it is none, or its weights are not those of the family.
        MissingToolError: torch or transformers is not installed.
    """
    folder = _folder(settings.weights, "prm.weights")
    libs = libraries()
    tokenizer = _from(libs.transformers.AutoTokenizer, folder)
    device = settings.device
    match settings.name:
        case "qwen2.5-math-prm":
            body = _model(libs.transformers.AutoModel, folder, device)
            return QwenPrm(libs, tokenizer, body, _classifier(libs, folder, device), device)
        case "skywork-o1-open-prm":
            body = _model(libs.transformers.AutoModel, folder, device)
            return SkyworkPrm(libs, tokenizer, body, _value_head(libs, folder, device), device)
        case "eurusprm-stage2":
            other = _folder(settings.reference, "prm.reference")
            causal = libs.transformers.AutoModelForCausalLM
            reference = _model(causal, other, device)
            body = _model(causal, folder, device)
            return EurusPrm(libs, tokenizer, body, reference, device)


def _folder(name: str | None, setting: str) -> Path:
    if name is None:
        raise ConfigError(f"{setting} is not set; name the folder that holds the model's weights")
    folder = Path(name)
    if not folder.is_dir():
        raise ConfigError(f"{setting} = {name!r} is no folder; download the model's weights first")
    return folder


def _from(factory: Any, folder: Path, **options: Any) -> Any:
    try:
        # Files of this folder only, and none of the code that may lie in it.
        return factory.from_pretrained(
            str(folder), local_files_only=True, trust_remote_code=False, **options
        )
    except (OSError, ValueError, KeyError) as error:
        raise ConfigError(f"no model can be loaded from {str(folder)!r}: {error}") from error


def _model(factory: Any, folder: Path, device: str) -> Any:
    model, report = _from(
        factory, folder, dtype="auto", use_safetensors=True, output_loading_info=True
    )
    missing = sorted(report["missing_keys"])
    if missing:
        # A model with random parts would still give scores.
        raise ConfigError(f"the weights in {str(folder)!r} lack {', '.join(missing[:3])}")
    return model.to(device).eval()


def _classifier(libs: Libraries, folder: Path, device: str) -> Any:
    """Return the two linear layers above Qwen2.5-Math-PRM's body."""
    names = ["score.0.weight", "score.0.bias", "score.2.weight", "score.2.bias"]
    found = _tensors(folder, names)
    nn = libs.torch.nn
    first, second = (_linear(nn, found, f"score.{place}") for place in (0, 2))
    return nn.Sequential(first, nn.ReLU(), second).to(device).eval()


def _value_head(libs: Libraries, folder: Path, device: str) -> Any:
    """Return the one linear layer above Skywork's body."""
    found = _tensors(folder, ["v_head.summary.weight", "v_head.summary.bias"])
    return _linear(libs.torch.nn, found, "v_head.summary").to(device).eval()


def _linear(nn: Any, tensors: dict[str, Any], name: str) -> Any:
    weight, bias = tensors[f"{name}.weight"], tensors[f"{name}.bias"]
    layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.weight = nn.Parameter(weight, requires_grad=False)
    layer.bias = nn.Parameter(bias, requires_grad=False)
    return layer


def _tensors(folder: Path, names: Sequence[str]) -> dict[str, Any]:
    """Read single tensors out of a folder's safetensors files.

    Raises:
        ConfigError: one is not there.
    """
    from safetensors import safe_open

    found: dict[str, Any] = {}
    for file in sorted(folder.glob("*.safetensors")):
        with safe_open(str(file), framework="pt") as opened:
            held = set(opened.keys())
            found |= {name: opened.get_tensor(name) for name in names if name in held}
    missing = [name for name in names if name not in found]
    if missing:
        raise ConfigError(f"the weights in {str(folder)!r} lack {', '.join(missing)}")
    return found
