# Everything a fresh clone needs: Python 3.11 or newer, GNU make, and a package index that pip can reach.
# `make` alone lists the targets. ARGS="..." is handed on to the program a target runs.

PYTHON ?= python3
GAME ?= uboat_cards
ARGS ?=
FUZZ ?= 10
MINUTES ?= 1

venv := .venv
bin := $(venv)/bin
pip := $(bin)/python -m pip --disable-pip-version-check install --quiet
sphinx := $(bin)/python -m sphinx -W --keep-going --jobs auto --nitpicky --quiet --doctree-dir docs/_build/doctrees docs
installed := $(venv)/.installed
installed_dev := $(venv)/.installed-dev
installed_table := $(venv)/.installed-table
installed_website := website/node_modules/.package-lock.json
installed_mutants := $(venv)/.installed-mutants

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup play serve test proofs night versions fuzz endurance check lint prose types imports docs site doctest man print examples bench mutants calibrate format clean

help: ## list the targets
	@echo 'make TARGET [PYTHON=python3.12] [ARGS="..."]'
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS='|' read -r target text; do printf '%-11s %s\n' "$$target" "$$text"; done

setup: $(installed_dev) ## make the virtual environment with everything a contributor needs

play: $(installed) ## play in the terminal (GAME=uboat_cards, ARGS="--seed 3")
	@$(bin)/navalcore play $(GAME) $(ARGS)

serve: $(installed_table) ## play in a browser, alone or with friends (ARGS="--port 8080")
	@$(bin)/navalcore serve $(ARGS)

test: $(installed_dev) ## run the tests but those that take long (ARGS="tests/engine -k undo" runs a selection in one process)
	@$(bin)/python -m pytest $(if $(ARGS),$(ARGS),-m "not long" --numprocesses auto --dist worksteal)

proofs: $(installed_dev) ## run the tests that take long: whole games by the kit, kills, many processes, other projects
	@$(bin)/python -m pytest -m "long and not night" --numprocesses auto --dist worksteal $(ARGS)

night: $(installed_dev) ## run the tests that take longest: matches of two browsers to their ends, other browsers, thousands of matches
	@$(bin)/python -m pytest -m night --numprocesses auto --dist worksteal $(ARGS)

fuzz: $(installed_dev) ## property tests at random, ten times as long, then a minute of fuzz for every game (FUZZ=100, MINUTES=5 for longer)
	@NAVALCORE_FUZZ=$(FUZZ) $(bin)/python -m pytest $(if $(ARGS),$(ARGS),tests/engine/test_lives_of_matches.py tests/components)
	@$(if $(ARGS),,for game in uboat_cards tonnage_war silent_war aa50_subwar bismarck; do $(bin)/navalcore fuzz $$game --minutes $(MINUTES) || exit 1; done)

endurance: $(installed_dev) ## go on with the counted runs of tests/endurance/counts.json (ARGS="--minutes 60 --jobs 2")
	@$(bin)/python -m tests.endurance $(ARGS)

check: lint prose types imports docs doctest ## run every check that is not a test

lint: $(installed_dev) ## ruff: faults, names, docstrings, format
	$(bin)/ruff check
	$(bin)/ruff format --check

versions: $(installed_dev) ## the tests of Python on the newest one here, those of the engine with the lowest requirements (ARGS="--whole": all on all)
	@$(bin)/python -m tests.versions $(ARGS)

prose: $(installed_dev) ## house style: no phrase that docs/style.md forbids, in pages, docstrings and rule books
	$(bin)/python -m pytest --quiet tests/test_prose.py tests/rulebook/test_titles.py

types: $(installed_dev) ## mypy --strict over navalcore, games, benchmarks, examples and tests
	$(bin)/mypy

imports: $(installed_dev) ## import-linter: dependencies point one way
	$(bin)/lint-imports --no-logo

docs: $(installed_dev) ## build the documentation and the rule books to print into docs/_build/html, every warning an error
	@rm -rf docs/_generated docs/_build/notebooks # or pictures and notebooks that are gone would stay
	$(sphinx) docs/_build/html
	@echo 'open docs/_build/html/index.html'

site: $(installed_dev) $(installed_website) ## build the documentation with the page that plays without a server, for any web server, into docs/_build/site
	@rm -rf docs/_generated docs/_build/notebooks docs/_build/site
	$(sphinx) -t site docs/_build/site
	$(bin)/python -m website.build docs/_build/site/play
	@echo 'hold it with any web server: $(bin)/python -m http.server --directory docs/_build/site'

man: $(installed_dev) ## write the manual pages of the command into share/man/man1, from where they get into the wheel
	@$(bin)/python -m docs.man share/man/man1
	@echo 'man -M share/man navalcore-play'

print: $(installed_dev) ## the rule books alone: PDF, EPUB and a player aid of two pages for each game (ARGS="uboat_cards"; needs the library Pango)
	@$(bin)/python -m docs.print $(ARGS)

examples: $(installed_dev) ## write the positions of the boards that the pages of first matches show
	@rm -rf docs/_build/examples
	@NAVALCORE_EXAMPLES=write $(bin)/python -m sphinx -q -d docs/_build/examples/doctrees docs docs/_build/examples

doctest: $(installed_dev) ## run the examples in the docstrings and in the documentation
	$(bin)/python -m pytest --quiet --doctest-modules --ignore navalcore/table/_migrations navalcore navalcore_games
	$(sphinx) -b doctest docs/_build/doctest

bench: $(installed_dev) ## measure the engine against the same game written by hand, and as other libraries have it
	@$(bin)/python -m benchmarks $(ARGS)

mutants: $(installed_mutants) ## put small faults into the code, see if the tests notice (ARGS="--part core --seed 2 --number 25")
	@$(bin)/python -m tests.mutants $(ARGS)

calibrate: $(installed) ## play Silent War's campaign against history, rewrite its report (ARGS="--jobs 4 --campaigns 60")
	@$(bin)/python -m navalcore_games.silent_war.calibration $(ARGS)

format: $(installed_dev) ## let ruff mend what it can and lay out the code
	$(bin)/ruff check --fix
	$(bin)/ruff format

clean: ## remove everything these targets made, the virtual environment too
	rm -rf $(venv) .mutants build dist docs/_build docs/_generated share
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# The stamps make a second run free of work and of the network; they are remade when pyproject.toml changes.
# Whoever has the contributor's installation has the player's too.

$(installed): pyproject.toml | $(bin)/python
	@echo 'installing navalcore into $(venv) ...'
	@$(pip) --editable '.[terminal]'
	@touch $@

$(installed_table): pyproject.toml | $(bin)/python
	@echo 'installing navalcore and what its server needs into $(venv) ...'
	@$(pip) --editable '.[table]'
	@touch $(installed) $@

$(installed_dev): pyproject.toml | $(bin)/python
	@echo 'installing navalcore and the tools of its contributors into $(venv) ...'
	@$(pip) --editable '.[dev]'
	@touch $(installed) $(installed_table) $@

$(installed_mutants): pyproject.toml | $(bin)/python
	@echo 'installing navalcore, the tools of its contributors and those for mutants into $(venv) ...'
	@$(pip) --editable '.[dev,mutants]'
	@touch $(installed) $(installed_table) $(installed_dev) $@

$(installed_website): website/package-lock.json
	@command -v npm >/dev/null || { echo 'the page that plays without a server is made with npm, which is not here' >&2; exit 1; }
	@npm ci --prefix website --silent
	@touch $@

$(bin)/python:
	@command -v $(PYTHON) >/dev/null || { \
		echo 'navalcore needs Python 3.11 or newer, and there is no "$(PYTHON)" here.' \
			'Name one: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "navalcore needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
			'Name another: make PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'navalcore is installed into a virtual environment, and $(PYTHON) comes without the module for it' \
			'(venv with ensurepip). Debian and Ubuntu keep it in the package python3-venv.' \
			'Or name another Python: make PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -m venv $(venv) || { rm -rf $(venv); exit 1; }
