"""Rules, models and proofs: positions go in, proven scores come out."""
