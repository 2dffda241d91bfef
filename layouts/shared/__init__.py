"""Papers, sizes, palettes, editions and shapes for all games."""
