package api_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/testkit"
)

// Whoever reads the document, or a generated client, finds a sentence about
// every tag, operation, parameter and field.
func TestEverythingIsDescribed(t *testing.T) {
	doc := readDocument(t, testkit.New(t, testkit.Options{}))
	say := func(what string, node map[string]any) {
		text, _ := node["description"].(string)
		if text = strings.TrimSpace(text); text == "" {
			t.Errorf("%s has no description", what)
		}
	}
	for _, tag := range doc["tags"].([]any) {
		tag := tag.(map[string]any)
		say("the tag "+tag["name"].(string), tag)
	}
	for _, op := range doc.operations() {
		say(op.id, op.node)
		parameters, _ := op.node["parameters"].([]any)
		for _, p := range parameters {
			if p := p.(map[string]any); p["$ref"] == nil {
				say("the parameter "+p["name"].(string)+" of "+op.id, p)
			}
		}
		fieldsOf(op.node, op.id, say)
	}
	for kind, item := range doc["webhooks"].(map[string]any) {
		post := item.(map[string]any)["post"].(map[string]any)
		say("the event "+kind, post)
		if list, ok := post["security"].([]any); !ok || len(list) > 0 {
			t.Errorf("the event %s does not say that it needs no API key", kind)
		}
		fieldsOf(post, kind, say)
	}
	components := doc["components"].(map[string]any)
	for _, kind := range []string{"schemas", "parameters", "responses", "headers", "securitySchemes"} {
		list := components[kind].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(list)) {
			node := list[name].(map[string]any)
			if kind != "schemas" {
				say(kind+"/"+name, node)
			}
			fieldsOf(node, name, say)
		}
	}
}

// fieldsOf tells of every field of the schemas in a part of the document.
func fieldsOf(node any, at string, tell func(what string, field map[string]any)) {
	switch node := node.(type) {
	case []any:
		for _, part := range node {
			fieldsOf(part, at, tell)
		}
	case map[string]any:
		fields, _ := node["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			field := fields[name].(map[string]any)
			tell(at+"."+name, field)
			fieldsOf(field, at+"."+name, tell)
		}
		for key, part := range node {
			if key != "properties" && key != "example" && key != "examples" {
				fieldsOf(part, at, tell)
			}
		}
	}
}
