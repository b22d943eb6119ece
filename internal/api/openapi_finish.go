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
	"UploadMediaLink":         {"url"},
	"CreateWebhookEndpoint":   {"url"},
	"CreateAPIKey":            {"name", "scopes"},
	"ConnectMessagingAccount": {"messagingAccountId", "systemUserToken"},
	"CreateKnowledgeSource":   {"kind"},
	"AnswerGap":               {"answer"},
	"RecordConsent":           {"purpose", "state", "proof"},
	"ContactCard":             {"name"}, "ContactName": {"formattedName"}, "ContactPhone": {"phone"}, "ContactEmail": {"email"}, "ContactURL": {"url"},
	"ReplyButton": {"id", "title"}, "CTAURL": {"displayText", "url"}, "Flow": {"cta"},
	"InteractiveList": {"button", "sections"}, "ListSection": {"rows"}, "ListRow": {"id", "title"},
	"ProductRef": {"catalogId", "productRetailerId"}, "ProductList": {"catalogId", "sections"}, "ProductSection": {"productRetailerIds"},
}

// nullable are fields of events that refer to another schema or nothing.
var nullable = map[string][]string{
	"MessageReceivedData": {"media", "interactive"},
	"MessageUpsertData":   {"media", "interactive"},
	"MessageStatusData":   {"error", "charge"},
	"EventError":          {"provider_error"},

	"ConversationAssignedData": {"from_assignee", "to_assignee"},
}

// enums are values that the server checks itself, for the same reason.
var enums = []struct {
	schema, field string
	values        any
}{
	{"Flow", "mode", []string{"published", "draft"}},
	{"Flow", "action", []string{"navigate", "dataExchange"}},
	{"CreateWebhookEndpoint", "events", crm.EventPatterns()},
	{"UpdateWebhookEndpoint", "events", crm.EventPatterns()},
	{"TestWebhookEndpoint", "event", crm.EventKinds},
	{"CreateRedelivery", "what", []crm.RedeliveryWhat{crm.RedeliverFailed, crm.RedeliverMissed, crm.RedeliverRange}},
	{"CreateRedelivery", "events", crm.EventPatterns()},
	{"CreateAPIKey", "scopes", crm.Scopes},
	{"HealthNotice", "kind", crm.HealthKinds},
	{"RecordConsent", "purpose", crm.ConsentPurposes},
	{"RecordConsent", "state", []crm.ConsentState{crm.ConsentOptedIn, crm.ConsentOptedOut}},
	{"UpdateConsentSettings", "stopPurpose", crm.ConsentPurposes},
	{"CreateContactField", "type", crm.FieldTypes},
	{"CreateKnowledgeSource", "kind", []crm.SourceKind{crm.SourceArticle, crm.SourceQuestion, crm.SourcePage, crm.SourceSite}},
	{"CreateContactImport", "onDuplicate", []string{crm.DuplicateUpdate, crm.DuplicateSkip}},
}

// topLevel is the order in which people read the document.
var topLevel = []string{"openapi", "info", "servers", "tags", "paths", "webhooks", "components"}

// inOrder are types whose fields, and those of the types within them, the
// document lists as the code does.
var inOrder = []any{SendMessage{}, SendResult{}, BatchResult{}, Message{}, MediaFile{}, UploadMediaLink{}, MediaLink{}, Template{}, WebhookEndpoint{}, CreateWebhookEndpoint{},
	UpdateWebhookEndpoint{}, Delivery{}, DeliveryDetail{}, CreateRedelivery{}, Redelivery{}, EndpointStatistics{}, TestDelivery{}, Event{}, EventWithDeliveries{}, APIKey{}, CreateAPIKey{}, PhoneNumber{}, MessagingAccount{}, ConnectMessagingAccount{}, Problem{},
	Contact{}, CreateContact{}, UpdateContact{}, ContactField{}, CreateContactField{}, CreateContactImport{}, ContactImport{}, crm.MessageReceivedData{}, crm.MessageUpsertData{}, crm.MessageStatusData{}, crm.TemplateStatusData{},
	crm.ContactConsentData{}, crm.PhoneNumberData{}, crm.DealStageData{}, crm.AIFailoverData{}, crm.ConversationAssignedData{}, crm.ConversationStatusData{},
	crm.ConversationHandedOffData{}, crm.BroadcastCompletedData{}, crm.OnboardingData{}, ContactConsent{}, RecordConsent{}, ConsentSettings{}, UpdateConsentSettings{}, PhoneNumberHealth{}}

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
	split(schemas)
	paths := doc["paths"].(map[string]any)
	strict := map[string]bool{}
	reachable(schemas, requestBodies(paths), strict)
	for name, s := range schemas {
		if !strict[name] {
			delete(s.(map[string]any), "additionalProperties")
		}
	}
	for _, v := range inOrder {
		orderFields(schemas, reflect.TypeOf(v))
	}
	orderExamples(paths)
	share(doc)
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

func orderFields(schemas map[string]any, t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return
	}
	schema, _ := schemas[t.Name()].(map[string]any)
	if fields, ok := schema["properties"].(map[string]any); ok {
		schema["properties"] = ordered{fieldNames(t), fields}
	}
	for i := range t.NumField() {
		orderFields(schemas, t.Field(i).Type)
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
		if f.Anonymous {
			names = append(names, fieldNames(f.Type)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
