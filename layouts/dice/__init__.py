"""The dice game: facts, sheets and aids as TOML."""
