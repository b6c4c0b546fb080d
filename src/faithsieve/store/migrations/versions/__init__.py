"""One file a revision; a published one is never edited."""
