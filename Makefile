# Every target prints what it does; `make help` lists them.
GO ?= go
export CGO_ENABLED ?= 0

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

run: bin/crm ## Run the demo: service, sandbox provider and playground on one embedded database
	bin/crm demo

build: bin/crm ## Build the binary into bin/crm

bin/crm: docs FORCE
	$(GO) build -trimpath -o bin/crm ./cmd/crm

docs: ## Fetch the API playground's pinned bundle (once)
	node web/fetch-scalar.mjs

test: docs ## Run every test: Go on both databases, SDK, playground in a browser
	$(GO) test -timeout 18m ./...
	$(MAKE) --no-print-directory test-verifiers test-sdk test-sdk-go test-browser

test-verifiers: ## Let the libraries of other vendors verify what is sent to webhook endpoints
	cd test/verifiers && $(GO) vet ./... && $(GO) test ./...

test-sdk: sdk/typescript/node_modules bin/crm ## Test the TypeScript SDK, also from its packed tarball against a running demo
	cd sdk/typescript && npm test
	./scripts/with-demo npm --prefix sdk/typescript run test:tarball

test-sdk-go: bin/crm ## Test the Go SDK, also against a running demo
	cd sdk/go && $(GO) vet -tags journey ./... && $(GO) test ./...
	./scripts/with-demo sh -c 'cd sdk/go && $(GO) test -count=1 -tags journey -run Journey ./...'

test-browser: web/e2e/node_modules bin/crm ## Test the playground in Chromium against a running demo
	./scripts/with-demo npm --prefix web/e2e test

sdk/typescript/node_modules: sdk/typescript/package-lock.json
	cd sdk/typescript && npm ci --no-audit --no-fund && touch node_modules

web/e2e/node_modules: web/e2e/package-lock.json
	cd web/e2e && npm ci --no-audit --no-fund && touch node_modules

check: ## Run what CI runs: format, vet, generated files in sync, all tests
	@test -z "$$(gofmt -l cmd internal bench test web/*.go sdk)" || { gofmt -l cmd internal bench test sdk; echo "run gofmt"; exit 1; }
	$(GO) vet ./...
	$(MAKE) --no-print-directory openapi-check test

openapi: ## Write openapi/, the SDKs' types and docs/events.md from the code
	$(GO) run ./cmd/crm openapi > openapi/openapi.yaml
	cd sdk/typescript && npm run generate
	$(GO) run ./cmd/crm openapi --json | (cd sdk/go && $(GO) run ./internal/generate)
	$(GO) test ./internal/api -run TestEventTypesOnlyGrow -count=1 -record

openapi-check:
	@$(GO) run ./cmd/crm openapi | diff -u openapi/openapi.yaml - || { echo "openapi/openapi.yaml is stale: run make openapi"; exit 1; }
	@$(GO) run ./cmd/crm openapi --json | (cd sdk/go && $(GO) run ./internal/generate -check)

truth: ## Record the truth files anew; read the diff
	$(GO) test ./internal/api -run TestTruth -record

bench: bin/crm ## Measure: accepts, full path, memory, each beside its floor
	$(GO) run ./bench

FORCE:
.PHONY: help run build docs test test-verifiers test-sdk test-sdk-go test-browser check openapi openapi-check truth bench FORCE
