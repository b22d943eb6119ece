module service.example/crm/test/verifiers

go 1.26.0

require (
	github.com/openai/openai-go/v3 v3.95.0
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	github.com/svix/svix-webhooks v1.44.0
	service.example/crm v0.0.0
)

require (
	github.com/coder/websocket v1.8.15 // indirect
	github.com/tidwall/gjson v1.20.0 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.1 // indirect
	github.com/tidwall/sjson v1.2.5 // indirect
	gopkg.in/validator.v2 v2.0.1 // indirect
)

replace service.example/crm => ../..
