# One command for each thing a contributor does; CI runs the same ones. `make` alone lists them.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
BIN := .venv/bin

# What a user set for other Pythons must not reach this one.
unexport PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE

.PHONY: help setup run test check bench gpu docs pictures index mutants money-mutants deletions breaks simulate-house tamper kills soak lock clean for-use for-work

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Both do nothing when .venv is as the lock files and pyproject.toml say.
for-use:
	@$(PYTHON) tools/install.py run
for-work:
	@$(PYTHON) tools/install.py dev

setup: for-work ## Make .venv with the command dicehouse and every tool
	@echo "Ready: $(BIN)/dicehouse"

run: for-use ## Serve the demo house in the browser; its journal is build/demo.db
	@mkdir -p build
	@$(BIN)/dicehouse serve --demo --journal build/demo.db

# Coverage slows what it watches threefold, so it watches the tests of the rooms that must be covered whole, without the
# one in which random people play for long. The browser's tests come by themselves: a browser's loop stays open.
COVERED := $(addprefix tests/,words games rulebooks conformance odds fairness table house journal leading cli) \
	$(patsubst %,tests/test_%.py,dice money wager layout golden)
AT_RANDOM := tests/table/test_machines.py
OTHERS := $(filter-out $(COVERED) %/__pycache__,$(patsubst %/,%,$(wildcard tests/*/)) $(wildcard tests/test_*.py))
SIDE_BY_SIDE = -n $$(($$(nproc) + 1)) --dist worksteal

test: check ## Run every check and every test, with branch coverage of the rooms that decide
	@$(BIN)/pytest $(SIDE_BY_SIDE) --cov --cov-report=term $(COVERED) --ignore=$(AT_RANDOM)
	@$(BIN)/pytest $(SIDE_BY_SIDE) $(AT_RANDOM) $(OTHERS) --ignore=tests/web/browser
	@$(BIN)/pytest -n auto --dist worksteal tests/web/browser

check: for-work ## Lint, format, types, and the arrows between the rooms; of the consoles too
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tools/consoles.py check

bench: for-work ## Run every benchmark
	@for script in bench/[!_]*.py; do \
		name=$${script#bench/}; echo "== $$script"; $(BIN)/python -m "bench.$${name%.py}"; \
	done

# CuPy is not among the locked packages: it and the CUDA libraries it brings are larger than all of them together.
gpu: for-work ## Run the tests of the GPU engine on this machine's GPU, and its benchmark
	@$(BIN)/python -c 'import cupy' || { echo "make gpu needs CuPy: $(BIN)/pip install -e '.[gpu]'" >&2; exit 1; }
	@DICEHOUSE_GPU=1 $(BIN)/pytest -q tests/simulate/test_gpu.py tests/simulate/test_gpu_devices.py
	@$(BIN)/python -m bench.gpu

docs: for-work ## Regenerate the reference pages and build the site in build/site
	@$(BIN)/python docs/generate.py
	@$(BIN)/zensical build --strict --clean

pictures: for-work ## Take the pictures of every console anew, by the tests that use them
	@DICEHOUSE_PICTURES=1 $(BIN)/pytest -q tests/web/browser

index: for-work ## Write down which tests name which clause, for `dicehouse clauses`
	@$(BIN)/pytest -q --clause-index=src/dicehouse/rulebooks/clause_tests.json

mutants: for-work ## Break the rules one by one and count the breaks the tests notice
	@rm -rf mutants
	@HYPOTHESIS_PROFILE=mutants MUTANTS_NEAR=2 $(BIN)/mutmut run
	@left=$$($(BIN)/python -m tools.mutants survivors); [ -z "$$left" ] || HYPOTHESIS_PROFILE=mutants $(BIN)/mutmut run $$left
	@$(BIN)/mutmut results
	@$(BIN)/mutmut export-cicd-stats
	@$(BIN)/python -m tools.mutants

# The same SEED draws the same of the same code; ONLY=house/promotions keeps to a part of it.
SEED ?= 1
DRAWN = --seed $(SEED) $(if $(COUNT),--count $(COUNT)) $(if $(ONLY),--only $(ONLY))
money-mutants: for-work ## Break the code that money passes through at random, and count the breaks the tests notice
	@$(BIN)/python -m tools.money_mutants $(DRAWN)

deletions: for-work ## Delete requirements of the documents at random, one by one, and name those no test misses
	@$(BIN)/python -m tools.deletions $(DRAWN)

breaks: for-work ## Break the rules of a whole house by a list, and hold each to the tests that must notice it
	@$(BIN)/python -m tools.breaks $(if $(ONLY),--only $(ONLY))

# The same SEED does the same, byte for byte; HOURS are table-hours, in shifts of an hour.
HOURS ?= 20
simulate-house: for-work ## Simulate a whole house with faults, HOURS table-hours from SEED on
	@$(BIN)/python -m tools.house_simulation --seed $(SEED) --hours $(HOURS)

# All of it takes an hour and a half of a quiet core; MINUTES=20 changes as much as there is time for, and says how much.
tamper: for-work ## Change every byte and row of a journal of 2,000 entries, one by one, and see each found
	@DICEHOUSE_TAMPER=$(or $(MINUTES),0) $(BIN)/pytest -q -s -x tests/journal/test_tamper.py

# COUNT kills on SQLite and SERVED on PostgreSQL, JOBS journals at a time.
COUNT_OF_KILLS = $(or $(COUNT),10000)
SERVED ?= 500
JOBS ?= 2
kills: for-work ## Kill a whole house 10,000 times on SQLite and 500 times on PostgreSQL, and see nothing lost or twice
	@$(BIN)/python -m tools.kills --sqlite $(COUNT_OF_KILLS) --postgres $(SERVED) --jobs $(JOBS) --seed $(SEED)

soak: for-work ## Run the tests with many more random examples, simulate a house for long, and kill one often
	@HYPOTHESIS_PROFILE=soak $(BIN)/pytest -n auto --ignore=tests/web/browser
	@$(BIN)/python -m tools.house_simulation --seed 1 --hours 10000
	@$(BIN)/python -m tools.kills --sqlite 10000 --postgres 500

# UPGRADE=1 also takes newer versions of what is already locked. The second lock is held to the versions of the first.
lock: ## Recompile requirements/*.txt after a change of dependencies (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	@uv pip compile pyproject.toml --group dev $(LOCKED_EXTRAS:%=--extra %) $(LOCK_FLAGS) --output-file requirements/dev.txt
	@uv pip compile pyproject.toml --group build --extra serve --constraint requirements/dev.txt $(LOCK_FLAGS) --output-file requirements/run.txt
	@if grep -nE 'https?:|file:|find-links|index-url' requirements/*.txt; then echo "a lock file names a host" >&2; exit 1; fi

LOCKED_EXTRAS := audit exact fast notebook postgres report serve spark
LOCK_FLAGS = --quiet --universal --no-strip-extras --generate-hashes --no-header --no-config $(if $(UPGRADE),--upgrade)

clean: ## Remove everything these commands made
	@rm -rf .venv build consoles/node_modules dist mutants src/dicehouse/web/static .cache .coverage .coverage.* .hypothesis \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests bench docs tools -name __pycache__ -type d -prune -exec rm -rf {} +
