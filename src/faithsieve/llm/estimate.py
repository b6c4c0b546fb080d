"""How many tokens a call may take, guessed before it is sent: for limits and budgets only."""

from faithsieve.records.chat import ChatRequest
from faithsieve.records.cost import TokenUsage

BYTES_PER_TOKEN = 3
"""English runs at about four bytes a token and formulas at less; three is on the safe side."""

MESSAGE_OVERHEAD_TOKENS = 8
"""What the chat format adds to each message."""

ASSUMED_OUTPUT_TOKENS = 2048
"""The reply's length where the request sets no limit."""


def estimate_usage(request: ChatRequest) -> TokenUsage:
    """Guess input from the text's length and output from the limit; both rather too high."""
    texts = [message.content for message in request.messages]
    if request.reply_schema is not None:
        texts.append(request.reply_schema.json_schema)
    size = sum(len(text.encode()) for text in texts)
    return TokenUsage(
        input_tokens=-(-size // BYTES_PER_TOKEN) + MESSAGE_OVERHEAD_TOKENS * len(texts),
        output_tokens=request.decoding.max_output_tokens or ASSUMED_OUTPUT_TOKENS,
    )
