"""The number-card game: referee, records, model, puzzles."""
