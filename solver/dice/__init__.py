"""The dice game: referee, model and sheet designer."""
