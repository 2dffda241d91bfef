"""The names of other ways to prove a result, for ``--certify``; no engine is loaded for them."""

NO_PRESOLVE, HIGHS = "no-presolve", "highs"
VARIANTS = (NO_PRESOLVE, HIGHS)
