.PHONY: lint check bench accuracy soak
PYTHON = .venv/bin/python

lint:
	.venv/bin/ruff format --check companion hardware vision web tests
	.venv/bin/ruff check companion hardware vision web tests
	.venv/bin/mypy companion hardware vision web tests

check:
	./check

bench:
	COMPANION_EXTRAS="[test]" ./run --setup-only
	$(PYTHON) -m tests.bench
	$(PYTHON) -m tests.games.highway.bench
	$(PYTHON) -m tests.games.rush_hour_shift.bench

accuracy:
	COMPANION_EXTRAS="[test]" ./run --setup-only
	$(PYTHON) -m vision.accuracy --write docs/accuracy.md --sheet build/worst-readings.png

# Random games in their thousands, each judged at every step; minutes, so no part of `check`.
soak:
	COMPANION_EXTRAS="[test]" ./run --setup-only
	$(PYTHON) -m tests.games.express.soak
	$(PYTHON) -m tests.games.highway.soak
	$(PYTHON) -m tests.games.rush_hour_shift.soak
