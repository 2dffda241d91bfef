"""The tile game: what its rulebook fixes, and its layouts."""
