"""Reward models of a few thousand parameters, made on the spot and saved as the real ones are."""

import os
from pathlib import Path
from typing import Any

import pytest

INSTALL = "no torch or transformers: pip install -e '.[prm]'"
SPECIAL = ["<|im_start|>", "<|im_end|>", "<extra_0>", "<unk>"]
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}"
    "<|im_end|>\n{% endfor %}"
)


def need_torch() -> tuple[Any, Any]:
    """Give torch and transformers, or skip loudly; they are not part of ``make install``."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    torch = pytest.importorskip("torch", reason=INSTALL)
    return torch, pytest.importorskip("transformers", reason=INSTALL)


def save_tokenizer(folder: Path) -> None:
    """A byte-level tokenizer without merges: every byte is a token."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    _, transformers = need_torch()
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={c: n for n, c in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=SPECIAL[0],
        eos_token=SPECIAL[1],
        pad_token=SPECIAL[1],
        unk_token=SPECIAL[3],
        additional_special_tokens=[SPECIAL[2]],
    )
    fast.chat_template = TEMPLATE
    fast.save_pretrained(str(folder))


def config() -> Any:
    _, transformers = need_torch()
    return transformers.Qwen2Config(
        vocab_size=300,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=2048,
    )


def save_model(
    folder: Path, *, seed: int = 0, heads: dict[str, tuple[int, ...]] | None = None
) -> Path:
    """A causal model with extra tensors beside its own, as reward models are published."""
    torch, transformers = need_torch()
    torch.manual_seed(seed)
    model = transformers.Qwen2ForCausalLM(config())
    save_tokenizer(folder)
    state = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    state |= {name: torch.randn(shape) for name, shape in (heads or {}).items()}
    model.save_pretrained(str(folder), state_dict=state)
    return folder


QWEN_HEADS = {
    "score.0.weight": (16, 16),
    "score.0.bias": (16,),
    "score.2.weight": (2, 16),
    "score.2.bias": (2,),
}
SKYWORK_HEADS = {"v_head.summary.weight": (1, 16), "v_head.summary.bias": (1,)}
