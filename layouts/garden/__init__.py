"""The garden game: facts, cards and their layouts as TOML."""
