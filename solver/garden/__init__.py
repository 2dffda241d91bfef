"""The garden game: referee, records, model and card designer."""
