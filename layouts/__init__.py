"""Facts and designs as TOML, and the typed loader that reads them."""
