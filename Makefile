.PHONY: lint check bench accuracy
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

accuracy:
	COMPANION_EXTRAS="[test]" ./run --setup-only
	$(PYTHON) -m vision.accuracy --write docs/accuracy.md --sheet build/worst-readings.png
