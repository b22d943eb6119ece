package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"service.example/crm/internal/crm"
)

// EventType describes one kind of event.
type EventType struct {
	Name        crm.EventKind `json:"name" doc:"The value of event in events of this kind."`
	Version     int           `json:"version" doc:"Starts at 1 and rises by 1 when fields are added to the data."`
	Description string        `json:"description" doc:"When an event of this kind is emitted."`
	Emitted     bool          `json:"emitted" doc:"Whether this version of the service emits it. You can subscribe to every kind. The data of a kind that is not emitted yet may still change."`
	LimitedBy   []string      `json:"limitedBy" nullable:"false" enum:"phoneNumberIds,assistantIds,pipelineIds" doc:"The subscription limits that apply to this kind."`
	Schema      any           `json:"schema" doc:"JSON Schema (2020-12) of the whole event, self-contained."`
	Example     any           `json:"example" doc:"An example event, as delivered."`
}

// EventTypes is the catalogue.
type EventTypes struct {
	Data []EventType `json:"data" nullable:"false" doc:"Every kind of event."`
}

type (
	// EventTypeInput names a kind of event in the path.
	EventTypeInput struct {
		Name crm.EventKind `path:"name" maxLength:"64" doc:"Name of the kind, such as messages.upsert."`
	}
	eventTypesOutput struct{ Body EventTypes }
	eventTypeOutput  struct{ Body EventType }
)

func eventTypeRoutes(s *Server) {
	const path = "/v1/event-types"
	register(s, operation{id: "list-event-types", method: http.MethodGet, path: path, tag: eventsTag,
		scope: crm.ScopeEventsRead, summary: "List kinds of events", description: "All kinds, each with its JSON Schema and an example. Kinds and fields are never removed."},
		func(_ context.Context, a crm.Actor, _ *struct{}) (*eventTypesOutput, error) {
			list, err := s.svc.Event.EventTypes(a)
			out := &eventTypesOutput{EventTypes{make([]EventType, 0, len(list))}}
			for _, t := range list {
				out.Body.Data = append(out.Body.Data, s.renderEventType(t))
			}
			return out, err
		})
	register(s, operation{id: "get-event-type", method: http.MethodGet, path: path + "/{name}", tag: eventsTag, errors: []int{404},
		scope: crm.ScopeEventsRead, summary: "Get a kind of event", description: "With its JSON Schema and an example."},
		func(_ context.Context, a crm.Actor, in *EventTypeInput) (*eventTypeOutput, error) {
			t, err := s.svc.Event.EventType(a, in.Name)
			if err != nil {
				return nil, err
			}
			return &eventTypeOutput{s.renderEventType(t)}, nil
		})
}

func (s *Server) renderEventType(t crm.EventType) EventType {
	body := s.eventSchemas.of(t.Kind, s.OpenAPIJSON)
	return EventType{Name: t.Kind, Version: t.Version, Description: t.Description, Emitted: t.Emitted,
		LimitedBy: limitedBy(t.Scope), Schema: body.schema, Example: body.example}
}

// eventSchemas are the schemas and examples of all kinds, taken once from the
// document.
type eventSchemas struct {
	once   sync.Once
	byKind map[crm.EventKind]eventSchema
}

type eventSchema struct{ schema, example any }

func (c *eventSchemas) of(kind crm.EventKind, document func() []byte) eventSchema {
	c.once.Do(func() {
		type media struct{ Schema, Example any }
		var doc struct {
			Webhooks map[crm.EventKind]struct {
				Post struct {
					RequestBody struct{ Content map[string]media }
				}
			}
			Components struct{ Schemas map[string]any }
		}
		if err := json.Unmarshal(document(), &doc); err != nil {
			panic("api: " + err.Error()) // we wrote it
		}
		c.byKind = map[crm.EventKind]eventSchema{}
		for kind, w := range doc.Webhooks {
			body := w.Post.RequestBody.Content["application/json"]
			c.byKind[kind] = eventSchema{complementSchema(body.Schema, doc.Components.Schemas), body.Example}
		}
	})
	return c.byKind[kind]
}

func limitedBy(s crm.KindScope) []string {
	list := []string{}
	for _, l := range []struct {
		applies bool
		name    string
	}{{s.PhoneNumber, "phoneNumberIds"}, {s.Assistant, "assistantIds"}, {s.Pipeline, "pipelineIds"}} {
		if l.applies {
			list = append(list, l.name)
		}
	}
	return list
}

// complementSchema returns a schema of the document with those that it refers
// to, so that it stands alone.
func complementSchema(schema any, schemas map[string]any) map[string]any {
	defs := map[string]any{}
	var localize func(v any) any
	localize = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			out := make(map[string]any, len(v))
			for key, part := range v {
				ref, isText := part.(string)
				name, isRef := strings.CutPrefix(ref, "#/components/schemas/")
				if key != "$ref" || !isText || !isRef {
					out[key] = localize(part)
					continue
				}
				out[key] = "#/$defs/" + name
				if _, have := defs[name]; !have {
					defs[name] = nil // schemas may refer to themselves
					defs[name] = localize(schemas[name])
				}
			}
			return out
		case []any:
			out := make([]any, len(v))
			for i := range v {
				out[i] = localize(v[i])
			}
			return out
		}
		return v
	}
	out := localize(schema).(map[string]any)
	out["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	if len(defs) > 0 {
		out["$defs"] = defs
	}
	return out
}
