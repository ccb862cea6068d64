# `make run` scores the sample photo; `make test` runs every check. Both set up what they need.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SOAK := tests/hupai/test_web_soak.py

.PHONY: run test test-long test-soak test-slow test-train lint typecheck audit bench train clean

run: $(VENV)/.ready
	$(BIN)/hupai score samples/all-pons.jpg --self-draw --save-image out/all-pons.jpg

test: $(VENV)/.ready-dev lint typecheck
	$(BIN)/python -m pytest

# The ten minutes of steady use leave most of the machine idle: the other long tests run beside them.
test-long: $(VENV)/.ready-dev
	$(MAKE) --jobs=2 test-soak test-slow

test-soak: $(VENV)/.ready-dev
	$(BIN)/python -m pytest --long -m long $(SOAK)

test-slow: $(VENV)/.ready-dev
	$(BIN)/python -m pytest --long -m long --ignore=$(SOAK)

test-train: $(VENV)/.ready-train
	$(BIN)/python -m pytest tests/models --require-train

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

typecheck: $(VENV)/.ready-dev
	$(BIN)/mypy

# Known vulnerabilities of what is installed; asks an index over the network.
audit: $(VENV)/.ready-dev
	$(BIN)/python -m pip_audit

# About a quarter of an hour on a machine that does nothing else; writes docs/benchmarks.* and
# the marked blocks of the documents.
bench: $(VENV)/.ready-bench
	$(BIN)/python -m benchmarks

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $@

# Without the other programs their rows say so.
$(VENV)/.ready-bench: $(VENV)/.ready-dev
	$(BIN)/python -m pip install --quiet --editable ".[dev,bench]" \
		|| echo "the other programs could not be installed; they are left out"
	touch $@

$(VENV)/.ready-train: $(VENV)/.ready-dev
	$(BIN)/python -m pip install --quiet --editable ".[dev,train]"
	touch $@

train: $(VENV)/.ready-train
	$(BIN)/python -m models.train detector --out runs/detector --steps 20000 --keep 6000
	$(BIN)/python -m models.train reader --out runs/reader --steps 20000
	$(BIN)/python -m models.export detector runs/detector/ema.pt models/detector.onnx
	$(BIN)/python -m models.export reader runs/reader/ema.pt models/reader.onnx

clean:
	rm -rf $(VENV) out build dist *.egg-info
