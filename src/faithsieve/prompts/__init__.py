"""Prompt files and their strict loader."""
