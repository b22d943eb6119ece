package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2/yaml"

	"service.example/crm/internal/crm"
)

// required is what a client must give although the server finds it out itself,
// so that it can tell all faults of a request at once.
var required = map[string][]string{
	"SendMessage":             {"type"},
	"CreateWebhookEndpoint":   {"url"},
	"CreateAPIKey":            {"name", "scopes"},
	"ConnectMessagingAccount": {"messagingAccountId", "systemUserToken"},
}

// requestSchemas are refused with unknown fields; answers may gain fields.
var requestSchemas = []string{"SendMessage", "SendMessageBatch", "Text", "MediaReference", "Location", "ButtonParameter", "Card",
	"CreateWebhookEndpoint", "UpdateWebhookEndpoint", "TestWebhookEndpoint", "Overlap", "CreateAPIKey", "ConnectMessagingAccount"}

// nullable are fields of events that refer to another schema or nothing.
var nullable = map[string][]string{
	"MessageStatusData": {"error", "charge"},
	"EventError":        {"provider_error"},
}

// enums are values that the server checks itself, for the same reason.
var enums = []struct {
	schema, field string
	values        any
}{
	{"SendMessage", "type", []string{"template", "text"}},
	{"CreateWebhookEndpoint", "events", append([]crm.EventKind{crm.AllEvents}, crm.EventKinds...)},
	{"UpdateWebhookEndpoint", "events", append([]crm.EventKind{crm.AllEvents}, crm.EventKinds...)},
	{"TestWebhookEndpoint", "event", crm.EventKinds},
	{"CreateAPIKey", "scopes", crm.Scopes},
}

// topLevel is the order in which people read the document.
var topLevel = []string{"openapi", "info", "servers", "tags", "paths", "webhooks", "components"}

// inOrder are types whose fields the document lists as the code does.
var inOrder = []any{SendMessage{}, Text{}, MediaReference{}, Location{}, ButtonParameter{}, Card{}, SendResult{}, BatchResult{}, Message{},
	Attempt{}, Template{}, WebhookEndpoint{}, CreateWebhookEndpoint{}, UpdateWebhookEndpoint{}, Event{}, APIKey{}, CreateAPIKey{},
	PhoneNumber{}, MessagingAccount{}, ConnectMessagingAccount{}, Problem{}, crm.MessageReceivedData{}, crm.MessageUpsertData{},
	crm.MessageStatusData{}, crm.TemplateStatusData{}, crm.FieldError{}, crm.ProviderError{}}

// complete finishes the document that huma derives from the types, as JSON and
// as YAML.
func complete(raw []byte) (pretty, text []byte, err error) {
	var doc map[string]any
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, nil, err
	}
	schemas := doc["components"].(map[string]any)["schemas"].(map[string]any)
	for name, s := range schemas {
		finish(name, s.(map[string]any))
	}
	orderFields(schemas)
	orderExamples(doc["paths"].(map[string]any))
	var out, lines bytes.Buffer
	out.WriteString("{")
	for i, key := range topLevel {
		part, err := json.MarshalIndent(doc[key], "  ", "  ")
		if err != nil {
			return nil, nil, err
		}
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n  \"" + key + "\": ")
		out.Write(part)
		if err := yaml.Convert(&lines, strings.NewReader(`{"`+key+`": `+string(part)+"}")); err != nil {
			return nil, nil, err
		}
	}
	out.WriteString("\n}\n")
	return out.Bytes(), lines.Bytes(), nil
}

func finish(name string, schema map[string]any) {
	if !slices.Contains(requestSchemas, name) {
		delete(schema, "additionalProperties")
	}
	for _, field := range required[name] {
		list, _ := schema["required"].([]any)
		schema["required"] = append(list, field)
	}
	fields, _ := schema["properties"].(map[string]any)
	for _, field := range nullable[name] {
		fields[field] = map[string]any{"anyOf": []any{fields[field], map[string]any{"type": "null"}}}
	}
	for _, e := range enums {
		if e.schema != name {
			continue
		}
		target := fields[e.field].(map[string]any)
		if items, ok := target["items"].(map[string]any); ok {
			target = items
		}
		target["enum"] = e.values
	}
}

// ordered is an object whose members keep the order of the code.
type ordered struct {
	keys    []string
	members map[string]any
}

// MarshalJSON writes the members in order; those without a place come last.
func (o ordered) MarshalJSON() ([]byte, error) {
	rest := make([]string, 0, len(o.members))
	for k := range o.members {
		if !slices.Contains(o.keys, k) {
			rest = append(rest, k)
		}
	}
	slices.Sort(rest)
	var out bytes.Buffer
	out.WriteByte('{')
	for _, k := range append(slices.Clone(o.keys), rest...) {
		v, ok := o.members[k]
		if !ok {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		name, _ := json.Marshal(k)
		value, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

func orderFields(schemas map[string]any) {
	for _, v := range inOrder {
		t := reflect.TypeOf(v)
		schema, ok := schemas[t.Name()].(map[string]any)
		if !ok {
			continue
		}
		if fields, ok := schema["properties"].(map[string]any); ok {
			schema["properties"] = ordered{fieldNames(t), fields}
		}
	}
}

// orderExamples lets the example of a send begin with to, as people write it.
func orderExamples(paths map[string]any) {
	send := paths["/v1/messages"].(map[string]any)["post"].(map[string]any)
	content := send["requestBody"].(map[string]any)["content"].(map[string]any)["application/json"].(map[string]any)
	if example, ok := content["example"].(map[string]any); ok {
		content["example"] = ordered{fieldNames(reflect.TypeFor[SendMessage]()), example}
	}
}

func fieldNames(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
