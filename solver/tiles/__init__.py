"""The tile game: referee, records, and proofs."""
