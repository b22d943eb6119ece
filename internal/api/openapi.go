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
		map[string]any{"lang": "TypeScript", "description": "The client library, with types for every operation and event. Your server offers the matching version.",
			"source": "npm install " + exampleAddress + "/sdk/typescript.tgz"},
		map[string]any{"lang": "Go", "description": "The client library, with types for every operation and event. Your server offers the matching version.",
			"source": "GOPROXY=" + exampleAddress + "/sdk/go,$(go env GOPROXY) GONOSUMDB=service.example go get service.example/crm/sdk/go"}}}
	c.Servers = []*huma.Server{{URL: "/"}}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"apiKey": {Type: "http", Scheme: "bearer", BearerFormat: "sk_live_… or sk_test_…", Description: "An API key of the workspace."},
		"session": {Type: "apiKey", In: "cookie", Name: sessionCookie, Description: "The session of a person, made by POST /v1/session. " +
			"Browsers send the cookie by themselves (its name is crm on plain http at loopback). The header Crm-Workspace names the workspace; it may be left out by people who work in one only. " +
			"Requests that change something must come from the service's own site (Origin or Sec-Fetch-Site)."},
	}
	c.Tags = tags()
	return c
}

// document completes the description that huma derives from the types: what
// clients must give, headers, samples and webhooks.
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
	access, _ := op.Extensions["x-access"].(string)
	scope, _ := op.Extensions["x-scope"].(string)
	ofWorkspace := scope != "" || access != accessUser.String() && access != accessPublic.String() // answers are kept by workspace
	if ofWorkspace && (op.Method == http.MethodPost || op.Method == http.MethodPut) {
		op.Parameters = append(op.Parameters, &huma.Param{Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: "string", MaxLength: ptr(maxIdempotencyKey)},
			Description: "A key of your choice. For 24 hours, the same key with the same body returns the first answer again."})
	}
	for status, res := range op.Responses {
		if res.Headers == nil {
			res.Headers = map[string]*huma.Param{}
		}
		for _, header := range res.Headers {
			if header.Description == "" && header.Schema != nil { // huma writes it to the schema alone
				header.Description, header.Schema.Description = header.Schema.Description, ""
			}
		}
		res.Headers["X-Request-Id"] = &huma.Param{Description: "Id of the request in the log.", Schema: &huma.Schema{Type: "string"}}
		if status == "429" {
			res.Headers["Retry-After"] = &huma.Param{Description: "Number of seconds to wait.", Schema: &huma.Schema{Type: "integer"}}
		}
	}
	if list := samples(op.OperationID); len(list) > 0 {
		if op.Extensions == nil {
			op.Extensions = map[string]any{}
		}
		op.Extensions["x-codeSamples"] = list
	}
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
			header("webhook-id", "Id of the event; the same for every retry."),
			header("webhook-timestamp", "Time of this attempt, in seconds since 1970."),
			header("webhook-signature", "v1 signatures of Standard Webhooks, separated by spaces."),
		},
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {
			Schema: &huma.Schema{Type: "object", Required: []string{"event", "timestamp", "data"}, Properties: map[string]*huma.Schema{
				"event":     {Type: "string", Enum: []any{string(kind)}, Description: "Kind of the event."},
				"timestamp": {Type: "integer", Format: "int64", Description: "Seconds since 1970."},
				"data":      data}},
			Example: map[string]any{"event": kind, "timestamp": 1767225600, "data": sample},
		}}},
		Responses: map[string]*huma.Response{"200": {Description: "Any 2xx within 15 seconds confirms that you received the event."}},
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
const notEmitted = "This version of the service does not emit it yet. Its data may change until then."

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
		if out.json, out.yaml, err = s.complete(raw); err != nil {
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
