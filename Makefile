# Steward. `make help` lists what there is.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CODE := domain workflows activities adapters agents bot language local settings wiring \
	cli.py codec_server.py http_channel.py telegram_bot.py worker.py
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
ARGS ?=
DIR ?=

.DEFAULT_GOAL := help
.PHONY: help run test lint docs format bench safety chaos soak eval calibrate lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

run: $(VENV)/.run ## start everything here and open a chat (ARGS="--data-dir x")
	@test ! -t 2 || printf "Starting …\r" >&2
	@exec $(BIN)/python -m cli run $(ARGS)

# Three, also where there are two cores: one of them mostly waits, for the processes of tests/e2e.
test: $(VENV)/.dev ## all tests (ARGS="tests/local -x")
	@exec $(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder $(ARGS)

lint: $(VENV)/.dev ## style, types and the direction of imports
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy .
	@$(BIN)/lint-imports --no-logo

docs: $(VENV)/.dev ## write which test shows which criterion (docs/requirements.md, docs/scenarios.md)
	@$(BIN)/python -m tests.shown

format: $(VENV)/.dev ## rewrite the code in the house style
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format .

bench: $(VENV)/.dev ## speed of conversations; with DIR=folder, accuracy on its receipts
	@exec $(BIN)/python benchmarks/$(if $(DIR),receipts.py "$(DIR)",conversation.py) $(ARGS)

eval: $(VENV)/.dev ## reading DIR=folder with truth.json, beside Tesseract and plain rules
	@test -n "$(DIR)" || { echo "Name a folder with truth.json: make eval DIR=receipts" >&2; exit 1; }
	@exec $(BIN)/python benchmarks/evaluate.py "$(DIR)" $(ARGS)

calibrate: $(VENV)/.dev ## fit confidences on DIR=folder again (ARGS="--cache lines.jsonl --write")
	@test -n "$(DIR)" || { echo "Name a folder with truth.json: make calibrate DIR=receipts" >&2; exit 1; }
	@exec $(BIN)/python benchmarks/calibrate.py "$(DIR)" $(ARGS)

safety: $(VENV)/.dev ## the whole injection corpus (ARGS="--small" adds a real model)
	@exec $(BIN)/python benchmarks/safety.py $(ARGS)

chaos: $(VENV)/.dev ## 1,000 Telegram updates while bot and worker are killed ten times
	@exec $(BIN)/python -m tests.e2e.chaos $(ARGS)

soak: $(VENV)/.dev ## what takes hours: real weights, 5,000 examples a property, each interruption
	@$(BIN)/python -m pytest -m "soak or hypothesis" --hypothesis-profile=soak --timeout=7200
	@$(BIN)/python -m tests.workflows.interruptions
	@$(MAKE) --no-print-directory chaos

# uv resolves for every platform at once; it is a tool of this step only, so it goes to a
# folder that is thrown away.
lock: $(VENV)/.made ## resolve the dependencies again into both lock files
	@set -e; tool=$$(mktemp -d); trap 'rm -rf "$$tool"' EXIT; \
	$(BIN)/python -m venv "$$tool"; \
	"$$tool/bin/python" -m pip --quiet --disable-pip-version-check install uv; \
	compile="$$tool/bin/uv pip compile --quiet pyproject.toml --universal --python-version 3.11"; \
	compile="$$compile --generate-hashes --no-emit-index-url $(ARGS)"; \
	$$compile --extra local --extra build -o requirements.lock \
		--custom-compile-command "make lock"; \
	$$compile --all-extras -c requirements.lock -o requirements-dev.lock \
		--custom-compile-command "make lock"

clean: ## remove what was installed and cached here (not your data)
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache \
		.coverage htmlcov dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Of what pip says, every twentieth package: a sign of life, not a page of names.
define installed
{ $(PIP) install --progress-bar off --no-deps --require-hashes -r $(1); echo "ended $$?"; } | { \
	n=0; while read -r what rest; do case $$what in \
		Collecting|Requirement) n=$$((n + 1)); \
			test $$((n % 20)) -ne 0 || echo "  $$n of some $$(grep -c == $(1)) packages …" >&2 ;; \
		Installing) echo "  putting them in place …" >&2 ;; \
		ended) exit $$rest ;; \
	esac; done; }
endef

# What is installed is stamped, so that the next call starts at once.
$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { echo "Steward needs Python 3.11 to 3.14, and found no $(PYTHON)." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' || { \
		echo "Steward needs Python 3.11 to 3.14; $(PYTHON) is $$($(PYTHON) -V 2>&1)." >&2; \
		echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
		echo "Python cannot make a virtual environment; on Debian: apt install python3-venv" >&2; exit 1; }
	@touch $@

$(VENV)/.run: $(VENV)/.made requirements.lock pyproject.toml
	@echo "installing, once; this takes a minute or two …" >&2
	@$(call installed,requirements.lock)
	@$(PIP) --quiet install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q $(CODE)
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	@echo "installing the tools for tests, once …" >&2
	@$(call installed,requirements-dev.lock)
	@touch $@
