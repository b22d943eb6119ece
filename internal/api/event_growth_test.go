package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"service.example/crm/internal/testkit"
)

// releasedEventTypes is the catalogue as it was released: what receivers rely
// on. It is written by make openapi, which refuses to write what takes away.
const releasedEventTypes = "../../openapi/event-types.json"

type eventType struct {
	Name        string         `json:"name"`
	Version     int            `json:"version"`
	Description string         `json:"description"`
	Emitted     bool           `json:"emitted"`
	LimitedBy   []string       `json:"limitedBy"`
	Schema      map[string]any `json:"schema"`
	Example     any            `json:"example"`
}

// The catalogue only grows: what was released of it stays.
func TestEventTypesOnlyGrow(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	var now struct{ Data []eventType }
	k.Must(json.Unmarshal(k.Do(http.MethodGet, "/v1/event-types", k.Key, nil).Body, &now))
	text, err := json.MarshalIndent(now.Data, "", "  ")
	k.Must(err)
	text = append(text, '\n')
	released, err := os.ReadFile(releasedEventTypes)
	if err != nil && !*record {
		t.Fatal(err)
	}
	var before []eventType
	if err == nil {
		k.Must(json.Unmarshal(released, &before))
	}
	for _, fault := range taken(before, now.Data) {
		t.Error(fault)
	}
	if t.Failed() {
		return
	}
	if *record {
		k.Must(os.WriteFile(releasedEventTypes, text, 0o644))
	} else if string(text) != string(released) {
		t.Errorf("%s is stale: run make openapi, read the difference and commit it with the change", releasedEventTypes)
	}
	holdDocument(t, "../../docs/events.md", "catalogue", describeCatalogue(now.Data))
}

// taken returns what a new catalogue takes away from receivers of the one
// before, a sentence each that says what to do.
func taken(before, after []eventType) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for _, b := range before {
		i := slices.IndexFunc(after, func(a eventType) bool { return a.Name == b.Name })
		if i < 0 {
			fault("%s was removed: endpoints subscribe to it. Put it back into crm.EventTypes.", b.Name)
			continue
		}
		a := after[i]
		if !b.Emitted { // nobody ever got one
			continue
		}
		if !a.Emitted {
			fault("%s is not emitted any more: receivers wait for it. Emit it, and say so in crm.EventTypes.", b.Name)
		}
		if !reflect.DeepEqual(a.LimitedBy, b.LimitedBy) {
			fault("%s is limited by %v instead of %v, so that limited endpoints get other events than before: keep its scope, or add a kind of event beside it.", b.Name, a.LimitedBy, b.LimitedBy)
		}
		c := comparison{kind: b.Name, before: b.Schema, after: a.Schema}
		c.compare(b.Schema, a.Schema, "")
		faults = append(faults, c.faults...)
		same := reflect.DeepEqual(bare(b.Schema, b.Schema), bare(a.Schema, a.Schema))
		if want := b.Version + 1; !same && len(c.faults) == 0 && a.Version != want {
			fault("%s gained something: set its Version in crm.EventTypes to %d.", b.Name, want)
		}
		if same && a.Version != b.Version {
			fault("%s has the same data as before: set its Version in crm.EventTypes back to %d.", b.Name, b.Version)
		}
	}
	return faults
}

// comparison is that of one kind's schemas, in which it follows references.
type comparison struct {
	kind          string
	before, after map[string]any
	faults        []string
}

// annotations say something to people only.
var annotations = []string{"description", "example", "examples", "title", "default", "$schema", "$defs", "readOnly"}

func (c *comparison) fault(at, format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf("%s: %s %s. Receivers rely on it: undo that, and add a field, or a kind of event beside it.", c.kind, at, fmt.Sprintf(format, args...)))
}

func (c *comparison) compare(before, after map[string]any, at string) {
	before, after = follow(c.before, before), follow(c.after, after)
	before, wasNull := withoutNull(c.before, before)
	after, isNull := withoutNull(c.after, after)
	if isNull && !wasNull {
		c.fault(at, "may be null now")
	}
	for _, word := range slices.Sorted(maps.Keys(joined(before, after))) {
		b, a := before[word], after[word]
		switch word {
		case "type":
			if !reflect.DeepEqual(b, a) {
				c.fault(at, "changed its type from %v to %v", b, a)
			}
		case "enum":
			if b == nil && inWords(before["description"], a) {
				continue // what it said in words before
			}
			c.compareEnum(b, a, at)
		case "required":
			for _, name := range texts(b) {
				if !slices.Contains(texts(a), name) && has(after, name) {
					c.fault(at+"/"+name, "is not always present any more")
				}
			}
		case "properties":
			b, a := members(b), members(a)
			for _, name := range slices.Sorted(maps.Keys(b)) {
				if a[name] == nil {
					c.fault(at+"/"+name, "was removed")
					continue
				}
				c.compare(members(b[name]), members(a[name]), at+"/"+name)
			}
		case "items", "additionalProperties":
			b, wasSchema := b.(map[string]any)
			a, isSchema := a.(map[string]any)
			if wasSchema && isSchema {
				c.compare(b, a, at+"/*")
				continue
			}
			if !reflect.DeepEqual(before[word], after[word]) {
				c.fault(at, "changed its %s from %v to %v", word, before[word], after[word])
			}
		default:
			if !slices.Contains(annotations, word) && !reflect.DeepEqual(b, a) {
				c.fault(at, "changed its %s from %v to %v", word, b, a)
			}
		}
	}
}

func (c *comparison) compareEnum(before, after any, at string) {
	if before == nil {
		c.fault(at, "takes only the values %v now", after)
	}
	if after == nil {
		return // anything is taken now, what was before, too
	}
	for _, v := range texts(before) {
		if !slices.Contains(texts(after), v) {
			c.fault(at, "does not have the value %q any more", v)
		}
	}
}

// inWords reports whether a description named every one of the values, and did
// not leave room for others.
func inWords(description, values any) bool {
	text := fmt.Sprint(description)
	words := strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, v := range texts(values) {
		if !slices.Contains(words, v) {
			return false
		}
	}
	return values != nil && !strings.Contains(text, "such as")
}

// follow returns the schema that a reference names.
func follow(root, schema map[string]any) map[string]any {
	if ref, ok := schema["$ref"].(string); ok {
		return members(members(root["$defs"])[strings.TrimPrefix(ref, "#/$defs/")])
	}
	return schema
}

// withoutNull takes null out of what a schema takes.
func withoutNull(root, schema map[string]any) (rest map[string]any, null bool) {
	isNull := func(v any) bool { return v == "null" || reflect.DeepEqual(v, map[string]any{"type": "null"}) }
	for _, word := range []string{"type", "anyOf"} {
		list, _ := schema[word].([]any)
		if !slices.ContainsFunc(list, isNull) {
			continue
		}
		list = slices.DeleteFunc(slices.Clone(list), isNull)
		if word == "anyOf" && len(list) == 1 {
			return follow(root, members(list[0])), true
		}
		rest = maps.Clone(schema)
		if rest[word] = list; len(list) == 1 {
			rest[word] = list[0]
		}
		return rest, true
	}
	return schema, false
}

// bare is a schema with what it refers to in its place, and without what is
// for people only.
func bare(root map[string]any, v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, part := range follow(root, v) {
			if key == "properties" {
				fields := map[string]any{}
				for name, field := range members(part) {
					fields[name] = bare(root, field)
				}
				out[key] = fields
			} else if !slices.Contains(annotations, key) {
				out[key] = bare(root, part)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = bare(root, v[i])
		}
		return out
	}
	return v
}

func members(v any) map[string]any { m, _ := v.(map[string]any); return m }

func has(schema map[string]any, field string) bool {
	return members(schema["properties"])[field] != nil
}

func texts(v any) (list []string) {
	items, _ := v.([]any)
	for _, item := range items {
		list = append(list, fmt.Sprint(item))
	}
	return list
}

func joined(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]any{}
	}
	maps.Copy(out, b)
	return out
}

// The check finds everything that takes away, and lets additions pass.
func TestWhatIsTakenFromReceivers(t *testing.T) {
	const released = `[{"name":"a.b","version":2,"emitted":true,"limitedBy":["phoneNumberIds"],"schema":{"type":"object","required":["event","data"],
		"properties":{"event":{"type":"string","enum":["a.b"]},"data":{"$ref":"#/$defs/Data"}},
		"$defs":{"Data":{"type":"object","required":["id","state","list","part"],"description":"What happened.","properties":{
			"id":{"type":"string","format":"date-time"},"state":{"type":"string","enum":["open","shut"]},"note":{"type":["string","null"]},"count":{"type":"integer","minimum":0},
			"kind":{"type":"string","description":"new, old or lost."},"sort":{"type":"string","description":"Its sort, such as new or old."},
			"list":{"type":"array","items":{"$ref":"#/$defs/Part"}},"part":{"anyOf":[{"$ref":"#/$defs/Part"},{"type":"null"}]},
			"map":{"type":"object","additionalProperties":{"type":"string"}}}},
			"Part":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}}}},
		{"name":"c.d","version":1,"emitted":false,"limitedBy":[],"schema":{"type":"object","properties":{"x":{"type":"string"}}}}]`
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(released) }
	next := []string{`"version":2`, `"version":3`}
	for _, c := range []struct{ what, after, want string }{
		{"nothing", released, ""},
		{"another description", replace("What happened.", "Something."), ""},
		{"another name of a part", replace("Part", "Piece"), ""},
		{"a kind", replace(`[{"name":"a.b"`, `[{"name":"e.f","version":1,"schema":{}},{"name":"a.b"`), ""},
		{"a field", replace(append(next, `"note":`, `"new":{"type":"string"},"note":`)...), ""},
		{"a field that is always there", replace(append(next, `"required":["id"`, `"required":["note","id"`)...), ""},
		{"a value", replace(append(next, `"shut"]`, `"shut","ajar"]`)...), ""},
		{"any value", replace(append(next, `,"enum":["open","shut"]`, ``)...), ""},
		{"the values that were told in words", replace(append(next, `"new, old or lost."`, `"What it is.","enum":["lost","new","old"]`)...), ""},
		{"never null", replace(append(next, `["string","null"]`, `"string"`)...), ""},
		{"the first emission with other data", replace(`"version":1,"emitted":false`, `"version":1,"emitted":true`, `{"x":{"type":"string"}}`, `{"y":{"type":"string"}}`), ""},
		{"the same in other words", replace(`"anyOf":[{"$ref":"#/$defs/Part"},{"type":"null"}]`, `"anyOf":[{"type":"null"},{"$ref":"#/$defs/Part"}]`, `"version":2`, `"version":3`), ""},

		{"an addition without a version", replace(`"note":`, `"new":{"type":"string"},"note":`), "a.b gained something: set its Version in crm.EventTypes to 3."},
		{"a version without an addition", replace(next...), "a.b has the same data as before: set its Version in crm.EventTypes back to 2."},
		{"a kind removed", replace(`"a.b","version"`, `"a.c","version"`), "a.b was removed"},
		{"a kind that was to come removed", replace(`"c.d"`, `"c.e"`), "c.d was removed"},
		{"a kind not emitted", replace(`"version":2,"emitted":true`, `"version":2,"emitted":false`), "a.b is not emitted any more"},
		{"another scope", replace(`["phoneNumberIds"]`, `["phoneNumberIds","assistantIds"]`), "a.b is limited by [phoneNumberIds assistantIds]"},
		{"a field removed", replace(`"note":`, `"memo":`), "a.b: /data/note was removed"},
		{"an inner field removed", replace(`{"name":{"type":"string"}}`, `{"title":{"type":"string"}}`, `"required":["name"]`, `"required":[]`), "a.b: /data/list/*/name was removed"},
		{"another type", replace(`"type":"integer"`, `"type":"string"`), "a.b: /data/count changed its type from integer to string"},
		{"another type within", replace(`{"name":{"type":"string"}}`, `{"name":{"type":"integer"}}`), "a.b: /data/part/name changed its type"},
		{"another type of values", replace(`"additionalProperties":{"type":"string"}`, `"additionalProperties":{"type":"integer"}`), "a.b: /data/map/* changed its type"},
		{"no values", replace(`"additionalProperties":{"type":"string"}`, `"additionalProperties":false`), "a.b: /data/map changed its additionalProperties"},
		{"a list that is none", replace(`{"type":"array","items":{"$ref":"#/$defs/Part"}}`, `{"$ref":"#/$defs/Part"}`), "a.b: /data/list changed its type from array to object"},
		{"null", replace(`"type":"integer"`, `"type":["integer","null"]`), "a.b: /data/count may be null now"},
		{"null within", replace(`"items":{"$ref":"#/$defs/Part"}`, `"items":{"anyOf":[{"$ref":"#/$defs/Part"},{"type":"null"}]}`), "a.b: /data/list/* may be null now"},
		{"a value removed", replace(`"open","shut"`, `"open"`), `a.b: /data/state does not have the value "shut" any more`},
		{"values where all were taken", replace(`"name":{"type":"string"}`, `"name":{"type":"string","enum":["x"]}`), "a.b: /data/part/name takes only the values [x] now"},
		{"fewer values than were told in words", replace(`"new, old or lost."`, `"What it is.","enum":["new","older"]`), "a.b: /data/kind takes only the values [new older] now"},
		{"values instead of examples", replace(`"Its sort, such as new or old."`, `"Its sort.","enum":["new","old"]`), "a.b: /data/sort takes only the values [new old] now"},
		{"a field sometimes absent", replace(`"required":["id"`, `"required":["list"`), "a.b: /data/id is not always present any more"},
		{"the envelope", replace(`"required":["event","data"]`, `"required":["event"]`), "a.b: /data is not always present any more"},
		{"another format", replace(`"date-time"`, `"date"`), "a.b: /data/id changed its format from date-time to date"},
		{"another bound", replace(`"minimum":0`, `"minimum":-1`), "a.b: /data/count changed its minimum"},
	} {
		var before, after []eventType
		for text, into := range map[string]*[]eventType{released: &before, c.after: &after} {
			if err := json.Unmarshal([]byte(text), into); err != nil {
				t.Fatal(c.what, err)
			}
		}
		if c.after == released {
			after = before
		} else if c.what != "nothing" && reflect.DeepEqual(before, after) {
			t.Errorf("%s: the case changes nothing", c.what)
		}
		got := taken(before, after)
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, c.want) }) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
