"""Facts and designs of the number-card game."""
