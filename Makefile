# Every target prints what it does; `make help` lists them.
GO ?= go
export CGO_ENABLED ?= 0

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

run: bin/crm ## Run the demo: service, sandbox provider and playground on one embedded database
	@echo "  Starting the demo …"
	@bin/crm demo

build: bin/crm ## Build the binary into bin/crm

bin/crm: FORCE
	@GO="$(GO)" ./scripts/build

docs: ## Fetch the API playground's pinned bundle (once)
	@command -v node >/dev/null || { echo "✗ Node.js 20 or later is not installed: get it from https://nodejs.org/"; exit 1; }
	node web/fetch-scalar.mjs

.PHONY: app
app: ## Build the app for people into web/dist/app (when it changed)
	@./scripts/build-app

.PHONY: sdk
sdk: ## Pack the client libraries that the service hands out (when they changed)
	$(GO) run ./sdk/pack

# These compare times, so nothing else may run beside them.
MEASURED = ^Test(SignInsLeaveSendsAlone|ManyBreachesAreToldInTime|AnActionOfAHundredIsQuick|AnOutageOfTheProviderFailsNothing|StartOnAnEmptyDatabaseIsQuick)$$

test: docs app sdk ## Run every test: Go on both databases, SDK, app and playground in a browser
	$(GO) run ./internal/testkit/inmemory $(GO) test $(TESTFLAGS) -timeout 45m -parallel 4 -skip '$(MEASURED)' ./...
	$(GO) run ./internal/testkit/inmemory $(GO) test $(TESTFLAGS) -p 1 -run '$(MEASURED)' ./internal/api ./internal/crashtest
	$(MAKE) --no-print-directory -j2 -O test-verifiers test-openapi test-clients test-sdk-go # they share nothing but bin/crm
	$(MAKE) --no-print-directory test-sdk test-web test-browser test-docs test-image

test-verifiers: ## Let the libraries of other vendors verify what is sent to webhook endpoints
	cd test/verifiers && $(GO) vet ./... && $(GO) test -vet=off ./...

test-openapi: test/openapi/node_modules bin/crm ## Hold the document against linters, recorded answers and client generators
	npm --prefix test/openapi test
	cd test/openapi/go && $(GO) tool oapi-codegen -config oapi-codegen.yaml ../../../openapi/openapi.yaml && $(GO) vet ./...
	./scripts/with-demo sh -c 'npm --prefix test/openapi run clients && cd test/openapi/go && $(GO) test -count=1 ./...'

test-clients: test/clients/node_modules bin/crm ## Let public client libraries of the provider work against the sandbox
	npm --prefix test/clients test
	cd test/clients/go && $(GO) vet ./... && $(GO) test -vet=off -count=1 ./...

test/clients/node_modules: test/clients/package-lock.json
	cd test/clients && npm ci --no-audit --no-fund --ignore-scripts && touch node_modules

test-sdk: sdk/typescript/node_modules bin/crm ## Test the TypeScript SDK, also from its packed tarball against a running demo
	cd sdk/typescript && npm test
	./scripts/with-demo npm --prefix sdk/typescript run test:tarball

test-sdk-go: bin/crm ## Test the Go SDK, also against a running demo
	cd sdk/go && $(GO) vet -tags journey ./... && $(GO) test -vet=off ./...
	./scripts/with-demo sh -c 'cd sdk/go && $(GO) test -vet=off -count=1 -tags journey -run "Journey|Served|ReadmeRuns" ./...'

test-web: app ## Check the app's types, words, parts and size
	npm --prefix web test

test-browser: web/e2e/node_modules bin/crm ## Test the app and the playground in Chromium against a running demo
	./scripts/with-demo npm --prefix web/e2e test

screenshots: web/e2e/node_modules bin/crm ## Take pictures of every page of the app into screenshots/
	./scripts/with-demo node web/e2e/screenshots.mjs screenshots

pictures: screenshots ## Renew the pictures in README.md and docs/
	cp screenshots/conversation-light.png docs/pictures/inbox.png
	cp screenshots/deals-light.png docs/pictures/deals.png
	cp screenshots/playground-light.png docs/pictures/playground.png

app-figures: web/e2e/node_modules bin/crm ## Measure the inbox in Chromium on 100,000 conversations: what is seen how soon
	node web/e2e/figures.mjs $${CRM_FIGURES_CONVERSATIONS:-100000}

test-docs: bin/crm ## Run what README.md and the guides show, block by block, in a fresh copy
	cd test/docs && $(GO) vet ./... && $(GO) test -vet=off -count=1 -v ./...

.PHONY: release release-check
release: docs app ## Make the archives of a release in release/, with check sums and a list of parts
	$(GO) run ./sdk/pack -require
	$(GO) run ./packaging/release -out release

release-check: release ## Make the release once more from a fresh copy elsewhere: byte for byte the same
	./scripts/release-check

.PHONY: image image-folder test-image
CONTAINER ?= docker
image: image-folder ## Build the container image "crm" (CONTAINER=podman or buildah)
	$(CONTAINER) build -t crm -f Dockerfile bin/image

image-folder: bin/crm
	mkdir -p bin/image/data && cp bin/crm bin/image/crm

test-image: image-folder ## Build the image without a network and run it, read-only and without rights
	./scripts/test-image

sdk/typescript/node_modules: sdk/typescript/package-lock.json
	cd sdk/typescript && npm ci --no-audit --no-fund && touch node_modules

test/openapi/node_modules: test/openapi/package-lock.json
	cd test/openapi && npm ci --no-audit --no-fund --ignore-scripts && touch node_modules

web/e2e/node_modules: web/e2e/package-lock.json
	cd web/e2e && npm ci --no-audit --no-fund && touch node_modules

check: ## Run what CI runs: format, vet, lint, generated files in sync, all tests
	@list="$$(gofmt -l cmd internal bench packaging test web/*.go sdk)" && test -z "$$list" || { echo "$$list"; echo "run gofmt"; exit 1; }
	$(GO) vet ./...
	$(MAKE) --no-print-directory TESTFLAGS=-vet=off lint openapi-check test # all is vetted by now

# The tools have a module file of their own, so that the binary does not depend
# on what they need. sdk/go is another module, whose callers are not here.
lint: ## Find common mistakes and code that nothing reaches
	$(GO) tool -modfile=tools/go.mod staticcheck ./...
	@found="$$($(GO) tool -modfile=tools/go.mod deadcode -test ./...)" || exit 1; \
	dead="$$(echo "$$found" | grep -vE '^sdk/go/')"; test -z "$$dead" || { echo "$$dead"; exit 1; }

openapi: ## Write openapi/, internal/api/answers.json, the table of routes, the SDKs' types and lists of calls, docs/events.md, docs/errors.md and docs/permissions.md from the code
	$(GO) test ./internal/api -run TestEveryAnswerHasAnExample -count=1 -record
	$(GO) run ./cmd/crm openapi > openapi/openapi.yaml
	cd sdk/typescript && npm run generate
	$(GO) run ./cmd/crm openapi --json | (cd sdk/go && $(GO) run ./internal/generate && $(GO) test . -run TestReadmeListsEveryCall -count=1 -record)
	cd sdk/typescript && RECORD=1 npx vitest run test/readme.test.ts
	$(GO) test ./internal/api -run "TestEventTypesOnlyGrow|TestErrorDocument|TestRoutesAreWhatIsRegistered|TestPermissions" -count=1 -record

openapi-check:
	@$(GO) run ./cmd/crm openapi | diff -u openapi/openapi.yaml - || { echo "openapi/openapi.yaml is stale: run make openapi"; exit 1; }
	@$(GO) run ./cmd/crm openapi --json | (cd sdk/go && $(GO) run ./internal/generate -check)

schema: ## Write the tables that an empty embedded file gets, after a new migration
	$(GO) test ./internal/db -run TestTablesAreWhatTheMigrationsMake -count=1 -record

truth: ## Record the truth files and internal/api/answers.json anew; read the diff
	$(GO) test ./internal/api -run TestTruth -record
	$(GO) test ./internal/api -run TestEveryAnswerHasAnExample -count=1 -record

outage: ## Let 500,000 messages wait for a provider that is away for six simulated hours, on both databases
	CRM_OUTAGE_MESSAGES=$${CRM_OUTAGE_MESSAGES:-500000} $(GO) test ./internal/api -run TestAnOutageOfTheProvider -count=1 -v -timeout 6h

audit-kill: ## Kill a node forty times under 10,000 acts: the audit log has each once, and its chain verifies
	CRM_AUDIT_ACTS=$${CRM_AUDIT_ACTS:-10000} $(GO) test ./internal/crashtest -run TestTheAuditLogSurvivesKills -count=1 -v -timeout 30m

inbox-kill: ## Do 100,000 things to the inbox while nodes are killed: counts, timelines, assignments, queues and causes of waiting are true
	CRM_INBOX_ACTS=$${CRM_INBOX_ACTS:-100000} $(GO) test ./internal/crashtest -run TestTheInboxSurvivesKills -count=1 -v -timeout 2h

onboarding-kill: ## Let ten businesses come on board while the service is killed at every step: nothing that counts is asked for twice
	CRM_ONBOARDING_WALKS=$${CRM_ONBOARDING_WALKS:-10} $(GO) test ./internal/crashtest -run TestOnboardingSurvivesKills -count=1 -v -timeout 1h

forecasts: ## Hold the forecasts of fifty random broadcasts against what they cost
	CRM_FORECASTS=$${CRM_FORECASTS:-50} $(GO) run ./internal/testkit/inmemory $(GO) test ./internal/api -run TestForecastsComeTrue -count=1 -v -timeout 30m

broadcast-kill: ## Send a broadcast to 10,000 while nodes are killed forty times: each recipient gets one message, and the counts are true
	CRM_BROADCAST_RECIPIENTS=$${CRM_BROADCAST_RECIPIENTS:-10000} $(GO) test ./internal/crashtest -run TestBroadcastsSurviveKills -count=1 -v -timeout 1h

charges-month: ## Let 31 simulated days of charges pass, twice, and compare them with the provider's bill, before and after it was falsified
	CRM_CHARGE_DAYS=$${CRM_CHARGE_DAYS:-31} $(GO) test ./internal/api -run TestTheMonthOfCharges -count=1 -v -timeout 1h

rehearse-month: ## Let 30 simulated days pass, rehearse them, and let the forecast of one more person come true
	CRM_REHEARSAL_DAYS=$${CRM_REHEARSAL_DAYS:-30} $(GO) test ./internal/rehearse -run TestAMonth -count=1 -v -timeout 1h

sign-ins: ## Let 1,000 people sign in at once beside messages, on both databases
	CRM_SIGN_INS=$${CRM_SIGN_INS:-1000} $(GO) test ./internal/crashtest -run TestSignInsLeaveSendsAlone -count=1 -v -timeout 30m

kill-postgres: ## Kill PostgreSQL twenty times under two nodes at work: nothing acknowledged is lost or sent twice
	CRM_POSTGRES_KILLS=$${CRM_POSTGRES_KILLS:-20} $(GO) test ./internal/crashtest -run TestNothingIsLostWhenPostgresIsKilled -count=1 -v -timeout 30m

failover: ## Let PostgreSQL lose the end of its log ten times under two nodes at work: everything that it has is told
	CRM_FAILOVERS=$${CRM_FAILOVERS:-10} $(GO) test ./internal/crashtest -run TestEventsAreToldAfterAFailoverThatLostSome -count=1 -v -timeout 30m

plans: ## Hold every statement's plan against a history of a million messages and 11,000 workspaces, on both databases
	CRM_PLANS_MESSAGES=$${CRM_PLANS_MESSAGES:-1000000} $(GO) test ./internal/app -run TestStatementsDoNotGrow -count=1 -v -timeout 60m

hostile: ## Send 20,000 requests that nobody should make to every operation
	CRM_HOSTILE=20000 $(GO) test ./internal/api -run TestHostileRequests -count=1 -v -timeout 30m

bench: bin/crm ## Measure: accepts, full path, memory, each beside its baseline
	$(GO) run ./bench

FORCE:
.PHONY: schema broadcast-kill forecasts charges-month kill-postgres failover outage plans hostile help run build docs test test-verifiers test-openapi test-clients test-sdk test-sdk-go test-browser screenshots pictures app-figures test-docs check lint openapi openapi-check truth bench FORCE
