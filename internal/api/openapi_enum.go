package api

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
)

// valued is a type that lists the values of its fields itself, by their names in
// JSON. Only the document has them: of a request the server checks them itself,
// so that it can tell all faults at once.
type valued interface{ FieldValues() map[string]any }

// listValues adds the values of fields to the schema of their type. Of a list
// they are those of its items.
func listValues(fields map[string]any, t reflect.Type) {
	v, ok := reflect.Zero(t).Interface().(valued)
	if !ok {
		return
	}
	for name, values := range v.FieldValues() {
		field := fields[name].(map[string]any)
		if items, ok := field["items"].(map[string]any); ok {
			field = items
		}
		field["enum"] = values
	}
}

// Parameters that take the words of a list.
type (
	templateStatus string
	messageStatus  string
	messageType    string
	eventName      string
	aiPurpose      string
)

// Schema lists the statuses of templates.
func (templateStatus) Schema(huma.Registry) *huma.Schema { return oneOf(crm.TemplateStatuses) }

// Schema lists the statuses of messages.
func (messageStatus) Schema(huma.Registry) *huma.Schema { return oneOf(crm.Statuses) }

// Schema lists the types of messages.
func (messageType) Schema(huma.Registry) *huma.Schema { return oneOf(crm.MessageTypes) }

// Schema lists the kinds of events.
func (eventName) Schema(huma.Registry) *huma.Schema { return oneOf(crm.EventKinds) }

// Schema lists what AI providers are called for.
func (aiPurpose) Schema(huma.Registry) *huma.Schema { return oneOf(crm.AIPurposes) }

func oneOf[T any](words []T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
	return s
}
