package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	typescript "service.example/crm/sdk/typescript"
)

// introduction is what /docs begins with.
//
//go:embed introduction.md
var introduction string

// problems makes huma answer with problems of ours: once, because huma keeps
// this per process and several servers may run in one.
var problems = sync.OnceFunc(func() {
	huma.NewErrorWithContext = strayProblem
	huma.DefaultArrayNullable = false // a list is a list; what may be null says so
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		// Only the document asks without a request: it wants the type.
		return &Problem{Status: status, Title: http.StatusText(status), Detail: msg}
	}
})

func humaConfig() huma.Config {
	problems()
	c := huma.DefaultConfig("Business Messaging CRM", Version)
	c.CreateHooks, c.Transformers, c.Formats = nil, nil, answerFormats()
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.Info.Description = introduction
	c.Info.License = &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}
	c.Info.Extensions = map[string]any{"x-scalar-sdk-installation": []any{
		map[string]any{"lang": "TypeScript", "description": "The client library, with types for every operation and event. Your server hands out the version that fits it.",
			"source": "npm install " + exampleAddress + "/sdk/typescript.tgz"},
		map[string]any{"lang": "Go", "description": "The client library, with types for every operation and event. Your server hands out the version that fits it.",
			"source": "GOPROXY=" + exampleAddress + "/sdk/go,$(go env GOPROXY) GONOSUMDB=service.example go get service.example/crm/sdk/go"}}}
	c.Servers = []*huma.Server{{URL: "/"}}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"apiKey": {Type: "http", Scheme: "bearer", BearerFormat: "sk_live_… or sk_test_…", Description: "An API key of the workspace."},
	}
	c.Tags = tags
	return c
}

// document completes the description that huma derives from the types: what
// clients must give, headers, examples, samples and webhooks.
func (s *Server) document() {
	doc := s.huma.OpenAPI()
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				describe(op)
			}
		}
	}
	doc.Webhooks = map[string]*huma.PathItem{}
	for _, t := range crm.EventTypes {
		doc.Webhooks[string(t.Kind)] = &huma.PathItem{Post: s.webhook(t)}
	}
}

// describe adds to an operation what every one has.
func describe(op *huma.Operation) {
	if op.Method == http.MethodPost || op.Method == http.MethodPut {
		op.Parameters = append(op.Parameters, &huma.Param{Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: "string", MaxLength: ptr(maxIdempotencyKey)},
			Description: "A key of your choice: the same key with the same body gives the first answer again for 24 hours."})
	}
	for status, res := range op.Responses {
		if res.Headers == nil {
			res.Headers = map[string]*huma.Param{}
		}
		res.Headers["X-Request-Id"] = &huma.Param{Description: "Names the request in the logs.", Schema: &huma.Schema{Type: "string"}}
		if status == "429" {
			res.Headers["Retry-After"] = &huma.Param{Description: "Seconds to wait.", Schema: &huma.Schema{Type: "integer"}}
		}
	}
	if body := op.RequestBody; body != nil {
		if example, ok := examples[op.OperationID]; ok {
			body.Content["application/json"].Example = example
		}
	}
	if list := samples(op.OperationID); len(list) > 0 {
		if op.Extensions == nil {
			op.Extensions = map[string]any{}
		}
		op.Extensions["x-codeSamples"] = list
	}
}

// examples are requests that work against the demo.
var examples = map[string]any{
	"send-message": map[string]any{"to": "+14155550123", "type": "template", "templateName": "order_shipped",
		"parameters": map[string]string{"name": "Ada", "order_number": "48213", "eta": "on Friday"}},
	"send-message-batch": map[string]any{"messages": []any{
		map[string]any{"to": "+14155550123", "type": "template", "templateName": "hello_world"},
		map[string]any{"to": "+14155550124", "type": "template", "templateName": "hello_world"}}},
	"mark-message-read":              map[string]any{"typing": true},
	"upload-media":                   map[string]any{"url": "https://example.com/receipt.pdf"},
	"create-media-link":              map[string]any{"expiresInSeconds": 300},
	"create-contact-import":          map[string]any{"csv": "Phone;Full name\n+14155550141;Ada Lovelace\n+14155550142;Alan Turing", "tags": []string{"fair"}},
	"preview-contact-import":         map[string]any{"csv": "Phone;Full name\n0151 23456789;Ada Lovelace", "defaultCountry": "DE"},
	"create-contact":                 map[string]any{"phone": "+14155550188", "name": "Ada Lovelace", "tags": []string{"vip"}},
	"update-contact":                 map[string]any{"name": "Ada King"},
	"add-contact-tags":               map[string]any{"tags": []string{"vip"}},
	"merge-contacts":                 map[string]any{"contactId": "con_01jd5k3v6rf0w8m2a4t9x7bq1e"},
	"create-ai-provider":             map[string]any{"name": "OpenAI", "kind": "openai", "model": "gpt-4.1-mini", "apiKey": "sk-proj-4f9a7c21b8e3d650"},
	"update-ai-provider":             map[string]any{"model": "gpt-4.1", "timeoutSeconds": 10},
	"update-ai-settings":             map[string]any{"enabled": true, "dailyTokens": 2000000},
	"create-contact-field":           map[string]any{"key": "tier", "label": "Tier", "type": "select", "options": []string{"gold", "silver"}},
	"update-contact-field":           map[string]any{"label": "Customer tier"},
	"create-webhook-endpoint":        map[string]any{"url": "https://example.com/webhook", "events": []string{"*"}},
	"upsert-webhook-endpoint":        map[string]any{"url": "https://example.com/webhook", "events": []string{"messages.*"}},
	"update-webhook-endpoint":        map[string]any{"enabled": false},
	"rotate-webhook-endpoint-secret": map[string]any{"overlapSeconds": 86400},
	"test-webhook-endpoint":          map[string]any{"event": "messages.upsert", "wait": true},
	"create-redelivery":              map[string]any{"what": "missed"},
	"create-api-key":                 map[string]any{"name": "Order service", "scopes": []string{"messages:write", "messages:read"}},
	"rotate-api-key":                 map[string]any{"overlapSeconds": 86400},
	"connect-messaging-account":      map[string]any{"messagingAccountId": "102290129340398", "systemUserToken": "EAA…"},
	"create-knowledge-source":        map[string]any{"kind": "question", "question": "When are you open?", "answer": "Monday to Friday from 9 to 18."},
	"update-knowledge-source":        map[string]any{"answer": "Monday to Saturday from 9 to 18."},
	"search-knowledge":               map[string]any{"question": "when do you open"},
	"update-knowledge-settings":      map[string]any{"synonyms": [][]string{{"opening hours", "timings"}, {"refund", "money back"}}},
	"answer-knowledge-gap":           map[string]any{"answer": "Yes, from 10 euros, in the shop and online."},
	"create-assistant": map[string]any{"name": "Shop assistant", "config": map[string]any{
		"instructions": "You answer customers of Lucky Shop.", "tone": "friendly and brief", "languages": []string{"en", "es"}}},
	"update-assistant":  map[string]any{"config": map[string]any{"tone": "formal", "burstPauseMs": 1000}},
	"publish-assistant": map[string]any{"revision": 1, "withoutEvaluation": true, "reason": "Back to what worked."},
	"create-assistant-evaluation": map[string]any{"source": "questions", "questions": []any{
		map[string]any{"question": "How much does delivery cost?", "expectedFacts": []string{"4.90 euros"}},
		map[string]any{"question": "I want to talk to a person.", "shouldHandOff": true}}},
	"test-assistant":            map[string]any{"question": "When do you open on Saturday?"},
	"update-assistant-settings": map[string]any{"stopped": true},
	"update-conversation":       map[string]any{"assistant": "off"},
	"take-over-conversation":    map[string]any{},
	"simulate-message":          map[string]any{"from": customer, "name": "Ada Lovelace", "text": "Hello! When are you open?"},
	"record-contact-consent":    map[string]any{"purpose": "marketing", "state": "opted_in", "proof": "Newsletter form, 203.0.113.7"},
	"update-consent-settings": map[string]any{"languages": []any{map[string]any{"language": "en", "stopWords": []string{"STOP", "UNSUBSCRIBE", "CANCEL"},
		"stopConfirmation": map[string]any{"text": "You will not hear from us again."}}}},
}

type codeSample struct {
	Lang   string `json:"lang" yaml:"lang"`
	Label  string `json:"label" yaml:"label"`
	Source string `json:"source" yaml:"source"`
}

// samples are the programs of the client libraries for an operation; a test of
// each library compiles them.
func samples(operationID string) []codeSample {
	source, ok := typescript.Sample(operationID)
	if !ok {
		return nil
	}
	return []codeSample{{"TypeScript", "@service/sdk", source}}
}

// webhook describes one kind of event as the receiver gets it.
func (s *Server) webhook(t crm.EventType) *huma.Operation {
	kind, sample := t.Kind, t.Sample
	data := s.described(sample, "What happened.")
	header := func(name, text string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Required: true, Description: text, Schema: &huma.Schema{Type: "string"}}
	}
	return &huma.Operation{
		OperationID: "on-" + strings.NewReplacer(".", "-", "_", "-").Replace(string(kind)),
		Summary:     string(kind), Description: webhookText(t), Tags: []string{"Events"},
		Parameters: []*huma.Param{
			header("webhook-id", "Id of the event, the same on every retry."),
			header("webhook-timestamp", "Second of this attempt, since 1970."),
			header("webhook-signature", "v1 signatures of Standard Webhooks, separated by spaces."),
		},
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {
			Schema: &huma.Schema{Type: "object", Required: []string{"event", "timestamp", "data"}, Properties: map[string]*huma.Schema{
				"event":     {Type: "string", Enum: []any{string(kind)}, Description: "Kind of the event."},
				"timestamp": {Type: "integer", Format: "int64", Description: "Seconds since 1970."},
				"data":      data}},
			Example: map[string]any{"event": kind, "timestamp": 1767225600, "data": sample},
		}}},
		Responses: map[string]*huma.Response{"200": {Description: "Any 2xx within 15 seconds means that the event was received."}},
	}
}

func ptr[T any](v T) *T { return &v }

func webhookText(t crm.EventType) string {
	if t.Emitted {
		return t.Description
	}
	return t.Description + " " + notEmitted
}

// notEmitted stands beside every kind that is for what comes.
const notEmitted = "This version of the service does not emit it yet; until it does, its data may change."

// rendered is the document as it is served, made once.
type rendered struct {
	once       sync.Once
	json, yaml []byte
}

func (s *Server) rendered() *rendered {
	out := &s.rendering
	out.once.Do(func() {
		raw, err := json.Marshal(s.huma.OpenAPI())
		if err != nil {
			panic("api: " + err.Error()) // only for types of ours, which always marshal
		}
		if out.json, out.yaml, err = complete(raw, nullables(s.huma.OpenAPI().Components.Schemas)); err != nil {
			panic("api: " + err.Error())
		}
	})
	return out
}

// OpenAPI returns the document as YAML, as it is checked in.
func (s *Server) OpenAPI() []byte { return s.rendered().yaml }

// OpenAPIJSON returns the same document as JSON.
func (s *Server) OpenAPIJSON() []byte { return s.rendered().json }

func (s *Server) openAPIJSON(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(s.addressed(s.rendered().json, r))
}

func (s *Server) openAPIYAML(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	_, _ = w.Write(s.addressed(s.rendered().yaml, r))
}

// addressed has the libraries installed from the address that the reader uses.
func (s *Server) addressed(document []byte, r *http.Request) []byte {
	return bytes.ReplaceAll(document, []byte(exampleAddress+"/sdk/"), []byte(s.address(r)+"/sdk/"))
}
