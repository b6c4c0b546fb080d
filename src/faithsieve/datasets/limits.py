"""The caps a dataset file must stay within, so that no file can cost memory or tokens unseen.

They are far above every public benchmark (the longest known proof has under 200 steps). A row above
a cap is a row problem; a file above a cap is refused as a whole, before any model is asked.
"""

MAX_FILE_BYTES = 1 << 30
"""Bytes of a file after decompression; a compressed file that grows past it is refused."""
MAX_LINES = 2_000_000
"""Lines of a JSONL file, blank ones included: a bomb of line ends costs time, not bytes."""
MAX_ARRAY_BYTES = 256 << 20
"""Bytes of a JSON array, which is read whole; JSON Lines has no such need."""
MAX_LINE_BYTES = 32 << 20
"""Bytes of one JSONL line."""
MAX_NESTING = 100
"""Levels of arrays and objects in one row; far below what Python can write back."""
MAX_STEPS = 2_000
"""Steps of one proof."""
MAX_STEP_CHARS = 50_000
"""Characters of one step."""
MAX_PROOF_CHARS = 500_000
"""Characters of the problem and all steps together."""
MAX_ID_CHARS = 10_000
"""Characters of an id; file names made from ids are hashed, so long ids are legal."""
