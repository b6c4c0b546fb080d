"""The paper's baselines, one file each, with the same result type as the pipeline."""
