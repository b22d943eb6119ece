package api

import (
	"maps"
	"slices"
	"strings"
)

// pick is a schema that has some of the fields of another one. The server
// reads a request into one struct with the fields of every type, so that it
// can tell all faults at once; the document shows each type by itself, so that
// clients know which fields go together.
type pick struct {
	name, of string
	is       string         // the value of the field type, where there is one
	fields   string         // a * marks those that must be given
	as       map[string]any // schemas that are narrower here
	example  any            // a value of the type of the other schema; nil for none
}

// union is a schema that is the choice between picks.
type union struct {
	name  string
	by    string // the field that tells them apart, "" for none
	picks string
}

const schemaPath = "#/components/schemas/"

func ref(name string) map[string]any { return map[string]any{"$ref": schemaPath + name} }

// split adds the picks and makes the unions of them.
func split(schemas map[string]any) {
	values := map[string]string{}
	for _, p := range slices.Concat(messagePicks, interactivePicks) {
		schemas[p.name] = p.schema(schemas[p.of].(map[string]any))
		values[p.name] = p.is
	}
	for _, u := range slices.Concat(messageUnions, interactiveUnions) {
		mapping, choice := map[string]any{}, []any{}
		for _, name := range strings.Fields(u.picks) {
			choice = append(choice, ref(name))
			mapping[values[name]] = schemaPath + name
		}
		schema := map[string]any{"oneOf": choice}
		if u.by != "" {
			schema["discriminator"] = map[string]any{"propertyName": u.by, "mapping": mapping}
		}
		schemas[u.name] = schema
	}
}

func (p pick) schema(of map[string]any) map[string]any {
	have := of["properties"].(map[string]any)
	properties, names, needed := map[string]any{}, []string{}, []string{}
	for _, name := range strings.Fields(p.fields) {
		name, must := strings.CutSuffix(name, "*")
		if must {
			needed = append(needed, name)
		}
		field := maps.Clone(have[name].(map[string]any))
		if narrow, ok := p.as[name].(map[string]any); ok {
			delete(field, "$ref")
			maps.Copy(field, narrow)
		}
		if name == "type" {
			delete(field, "examples")
			field["enum"] = []string{p.is}
		}
		properties[name], names = field, append(names, name)
	}
	out := map[string]any{"type": "object", "additionalProperties": false, "properties": ordered{names, properties}}
	if len(needed) > 0 {
		out["required"] = needed
	}
	if p.example != nil {
		out["examples"] = []any{asJSON(p.example)}
	}
	return out
}

// requestBodies are the schemas of what operations take.
func requestBodies(paths map[string]any) (out []any) {
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		for _, op := range paths[path].(map[string]any) {
			if op, ok := op.(map[string]any); ok && op["requestBody"] != nil {
				out = append(out, op["requestBody"])
			}
		}
	}
	return out
}

// reachable notes every schema that a part of the document refers to, also by
// way of others: what is reached from a request is refused with unknown
// fields, while answers may gain some.
func reachable(schemas map[string]any, part any, found map[string]bool) {
	switch part := part.(type) {
	case ordered:
		reachable(schemas, part.members, found)
	case []any:
		for _, v := range part {
			reachable(schemas, v, found)
		}
	case map[string]any:
		if target, ok := part["$ref"].(string); ok {
			if name := strings.TrimPrefix(target, schemaPath); !found[name] {
				found[name] = true
				reachable(schemas, schemas[name], found)
			}
		}
		for _, v := range part {
			reachable(schemas, v, found)
		}
	}
}
