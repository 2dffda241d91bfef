# Needs Python >= 3.11 and make. On Windows use the pip lines of the README.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test test-full coverage mutants lint types bench fairness gallery wheel clean

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

demo: .venv/installed
	$(BIN)/bloomprint demo -o printed/demo --force

test: .venv/installed lint types
	$(BIN)/python -m pytest -n 2 -m "not full"

test-full: .venv/installed lint types
	$(BIN)/python -m pytest -n 2

# Branches of the rules and of the output that no test goes through.
coverage: .venv/installed
	$(BIN)/python -m pytest -m "not full" --cov=output --cov=solver --cov-report=term-missing:skip-covered tests/output tests/solver

# Changes of the rules that no test sees: 10 to 15 minutes of one core for all games.
mutants: .venv/installed
	for game in dice field tiles garden; do $(BIN)/python -m tests.trust.mutants $$game; done

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: .venv/installed
	$(BIN)/mypy

bench: .venv/installed
	for bench in tests/bench/bench_*.py; do $(BIN)/python -m tests.bench.$$(basename $$bench .py); done

fairness: .venv/installed
	$(BIN)/python -m tests.bench.fairness -o docs/fairness.md

gallery: .venv/installed
	$(BIN)/python -m tests.bench.gallery

# The wheel, checked, then used from an empty environment and another folder.
wheel: .venv/installed
	rm -rf build dist
	$(BIN)/python -m build --wheel --outdir dist .
	$(BIN)/check-wheel-contents dist/*.whl
	rm -rf build/empty && $(PYTHON) -m venv build/empty
	build/empty/bin/python -m pip install --quiet dist/*.whl
	mkdir -p build/elsewhere && cd build/elsewhere && ../empty/bin/bloomprint doctor
	cd build/elsewhere && ../empty/bin/bloomprint print dice/sheets -o sheets.pdf --force

clean:
	rm -rf .venv build dist printed *.egg-info
