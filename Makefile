.PHONY: lint check words picture bench accuracy accuracy-tiles accuracy-boards soak on-device-like on-device-camera on-device-pins on-device-systemd soak-service torture train train-alone train-two train-express strength lock manual wiring api licences sbom
PYTHON = .venv/bin/python

lint:
	.venv/bin/ruff format --check companion hardware vision web tests tools
	.venv/bin/ruff check companion hardware vision web tests tools
	.venv/bin/mypy companion hardware vision web tests tools

check:
	./check

# The catalogue: finds new texts, brings companion/catalogue/de.po up to date and compiles it.
words:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m tools.words

# The README's picture of the page, docs/table.png, from `companion play` in Chromium.
picture:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m tests.web.picture

bench:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m tests.bench
	$(PYTHON) -m tests.web.bench
	$(PYTHON) -m tests.vision.bench
	$(PYTHON) -m tests.games.express.bench
	$(PYTHON) -m tests.games.highway.bench
	$(PYTHON) -m tests.games.rush_hour_shift.bench
	$(PYTHON) -m tests.service_bench

accuracy:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m vision.accuracy --write docs/accuracy.md --sheet build/worst-readings.png

# 1,512 drawn pictures of tiles with their codes, as many without, and tiles beside rendered dice: half an hour alone.
accuracy-tiles:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m vision.tiles.accuracy --write docs/tile-accuracy.md

# Drawn photos of boards with planted faults; ten minutes.
accuracy-boards:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m tools.board_accuracy --write docs/board-accuracy.md

# Random games in their thousands, each judged at every step; minutes, so no part of `check`.
soak:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m tests.games.express.soak
	$(PYTHON) -m tests.games.highway.soak
	$(PYTHON) -m tests.games.rush_hour_shift.soak

# An hour or two of throws through the whole service: its memory must stay below 180 MB, and not grow.
soak-service:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m tests.service_soak 10000

# Pulled plugs, kill -9, broken parts and bad input (docs/torture.md): nothing may be lost. `SEED=7` tries another
# evening, `PART=0.2` a fifth of it in two minutes.
SEED = 1
PART = 1
torture:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m tests.torture $(SEED) $(PART)

# What can be real without a Pi is real; minutes, and root for Debian trees, so no part of `check`.
on-device-like: on-device-camera on-device-pins on-device-systemd

# The service on the real picamera2 and libcamera, killed, stalled and left without a camera.
on-device-camera:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m pytest tests/on_device/camera/check_service.py

# Buttons, lamps and buzzer on the real lgpio, over a pretend chip; short enough for `check`, which runs it too.
on-device-pins:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m pytest tests/on_device/test_pins.py

# The service under the systemd of Debian 12 and 13, in containers that mmdebstrap and systemd-container make.
on-device-systemd:
	tests/on_device/systemd/boot.sh bookworm
	tests/on_device/systemd/boot.sh trixie

# The advisor's workshop: numba and scipy in an environment of their own, which the companion does not need.
WORKSHOP = build/workshop/bin/python

$(WORKSHOP):
	python3 -m venv build/workshop
	$(WORKSHOP) -m pip install -q "numba>=0.60,<1" "scipy>=1.11,<2"

# `make -j2 train` uses two cores. Stopped, it goes on where it was; build/advisor/ holds all that it knows.
train: train-alone train-two

train-alone train-two: train-%: $(WORKSHOP)
	OPENBLAS_NUM_THREADS=1 nice -n 10 $(WORKSHOP) -m tools.train_$*

# Needs nothing but the companion itself. The easy game is learnt from what the usual one has taught.
EXPRESS = companion/advisor/express
train-express:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	nice -n 10 $(PYTHON) -m tools.train_express
	nice -n 10 $(PYTHON) -m tools.train_express --penalty 150 --begin $(EXPRESS)/sheet-200.npz --generations 30

strength: $(WORKSHOP)
	OPENBLAS_NUM_THREADS=1 nice -n 10 $(WORKSHOP) -m tools.strength
	OPENBLAS_NUM_THREADS=1 nice -n 10 $(WORKSHOP) -m tools.strength_express
	OPENBLAS_NUM_THREADS=1 nice -n 10 $(WORKSHOP) -m tools.strength_highway
	OPENBLAS_NUM_THREADS=1 nice -n 10 $(WORKSHOP) -m tools.strength_rush_hour_shift

# What is installed on a Pi. uv makes the lock and cyclonedx-bom the list of parts, in an environment of their own.
SUPPLY = build/supply/bin

$(SUPPLY)/uv:
	python3 -m venv build/supply
	$(SUPPLY)/python -m pip install -q "uv>=0.9,<1" "cyclonedx-bom[json-validation]>=7,<8"

# For Python 3.11 (Bookworm) and later at once; setuptools builds the companion itself. `UPGRADE=--upgrade` takes the newest.
UPGRADE =
lock: $(SUPPLY)/uv
	echo "setuptools>=70.1" | $(SUPPLY)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	    --no-annotate --no-header $(UPGRADE) pyproject.toml - -o requirements-pi.lock

# The drawing of the wires, after a change of the default pins; and the public docstrings as pages: build/api/index.html.
wiring:
	$(PYTHON) -m tools.wiring
api:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -W error -m pdoc --output-directory build/api companion hardware vision web

# The man page and the completions of bash and zsh, after a change of the command line.
manual:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m tools.manual

# The page of licences, by what the installed packages say of themselves.
licences:
	COMPANION_EXTRAS="[gpio,test]" ./run --setup-only
	$(PYTHON) -m tools.licences

# A CycloneDX list of all that the lock installs, with licences and who needs whom: build/sbom.json.
sbom: $(SUPPLY)/uv
	rm -rf build/locked
	python3 -m venv build/locked
	build/locked/bin/python -m pip install -q --no-deps --only-binary :all: --require-hashes -r requirements-pi.lock
	$(SUPPLY)/cyclonedx-py environment build/locked --pyproject pyproject.toml --mc-type application \
	    --output-reproducible --of JSON -o build/sbom.json
	$(SUPPLY)/python -m tools.sbom build/sbom.json
