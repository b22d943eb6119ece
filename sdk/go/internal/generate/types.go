package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// handwritten are schemas that the library has in its own form, or in none.
var handwritten = map[string]string{"Problem": "*Error", "ContactImportForm": "Upload", "DealImportForm": "Upload"}

// initialisms are written as Go does.
var initialisms = map[string]string{"Id": "ID", "Ids": "IDs", "Url": "URL", "Urls": "URLs", "Api": "API", "Ai": "AI", "Mime": "MIME",
	"Sha256": "SHA256", "Cta": "CTA", "Http": "HTTP", "Csv": "CSV", "Json": "JSON", "Ip": "IP", "Qr": "QR"}

// goName turns fbtraceId, event_name and API-key into FBTraceID-like names.
func goName(s string) string {
	var words []string
	word := ""
	for i, r := range s {
		if r == '_' || r == '-' || r == ' ' || r == '.' {
			words, word = append(words, word), ""
			continue
		}
		if unicode.IsUpper(r) && i > 0 && word != "" && !unicode.IsUpper(rune(word[len(word)-1])) {
			words, word = append(words, word), ""
		}
		word += string(r)
	}
	out := ""
	for _, w := range append(words, word) {
		if w == "" {
			continue
		}
		w = strings.ToUpper(w[:1]) + w[1:]
		if full, ok := initialisms[w]; ok {
			w = full
		}
		out += w
	}
	return out
}

type generator struct {
	schemas *object
	// parameters are those that several operations share.
	parameters *object
	out        strings.Builder
	written    map[string]bool
	// use is where a schema first occurs: an operation, an event or a schema.
	use map[string]string
	// needed are the schemas that code names; the forms of a union are not.
	needed map[string]bool
}

func (g *generator) printf(format string, args ...any) { fmt.Fprintf(&g.out, format, args...) }

// comment writes a doc comment of at most 90 columns.
func (g *generator) comment(indent, text string) {
	line := ""
	for _, w := range strings.Fields(text) {
		if len(line)+len(w) > 85 {
			g.printf("%s// %s\n", indent, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + w)
	}
	if line != "" {
		g.printf("%s// %s\n", indent, line)
	}
}

func (g *generator) types() {
	for _, name := range slices.Sorted(slices.Values(g.schemas.keys)) {
		if handwritten[name] != "" || isPage(name) || !g.needed[name] || plainUnion(g.schemas.object(name)) {
			continue
		}
		g.structure(goName(name), g.schemas.object(name))
	}
}

func isPage(name string) bool { return strings.HasPrefix(name, "Page") && len(name) > 4 }

func ref(s *object) string {
	return strings.TrimPrefix(s.text("$ref"), "#/components/schemas/")
}

// structure writes a schema as a type. A union is written as one structure with
// the fields of all its forms.
func (g *generator) structure(name string, s *object) {
	if g.written[name] {
		return
	}
	g.written[name] = true
	if forms := forms(s); forms != nil {
		s = g.merge(s, forms)
	}
	doc := ": " + s.text("description")
	if doc == ": " {
		doc = ": see " + g.use[name] + "."
	}
	g.printf("\n")
	g.comment("", name+doc)
	fields := s.object("properties")
	if fields == nil {
		g.printf("type %s %s\n", name, strings.TrimPrefix(g.kind(s, name, true, false), "*"))
		return
	}
	var later []func()
	g.printf("type %s struct {\n", name)
	for _, f := range fields.keys {
		field := fields.object(f)
		if field == nil || f == "$schema" {
			continue
		}
		if inner := nested(field); inner != nil {
			full := name + goName(f)
			later = append(later, func() { g.structure(full, inner) })
		}
		doc := field.text("description")
		if values := field.list("enum"); values != nil {
			doc = strings.TrimSpace(doc + " One of " + join(values) + ".")
		}
		g.comment("\t", doc)
		required := s.requires(f)
		g.printf("\t%s %s `json:\"%s%s\"`\n", goName(f), g.kind(field, name+goName(f), required, patch(name)), f, tag(field, required, name))
	}
	g.printf("}\n")
	for _, fn := range later {
		fn()
	}
}

// patch reports whether a field that is left out differs from an empty one.
func patch(name string) bool { return strings.HasPrefix(name, "Update") }

// given reports whether a field belongs to a request in which false differs
// from nothing.
func given(name string) bool {
	return strings.HasPrefix(name, "Create") || strings.HasPrefix(name, "SegmentField") || patch(name)
}

func tag(field *object, required bool, owner string) string {
	switch {
	case required:
		return ""
	case patch(owner):
		return ",omitzero"
	}
	return ",omitempty"
}

func join(values []any) string {
	var out []string
	for _, v := range values {
		if v != nil && v != "" { // when it is empty, the description says
			out = append(out, fmt.Sprint(v))
		}
	}
	return strings.Join(out, ", ")
}

// nested is the inline object or union of a field or of its items.
func nested(s *object) *object {
	if items := s.object("items"); items != nil {
		s = items
	}
	if s.object("properties") != nil || len(forms(s)) > 1 {
		return s
	}
	return nil
}

// forms are the alternatives of a union of objects; nil for anything else.
func forms(s *object) []*object {
	list := s.list("oneOf")
	if list == nil {
		list = s.list("anyOf")
	}
	var out []*object
	for _, v := range list {
		o, ok := v.(*object)
		if !ok {
			return nil // of an example, where it is a field
		}
		if t := o.text("type"); t != "" && t != "null" && t != "object" {
			return nil // of plain values
		}
		if o.text("type") != "null" {
			out = append(out, o)
		}
	}
	return out
}

// plainUnion reports whether a schema is a choice between plain values.
func plainUnion(s *object) bool {
	return (s.has("oneOf") || s.has("anyOf")) && forms(s) == nil
}

func (g *generator) merge(s *object, forms []*object) *object {
	fields := &object{members: map[string]any{}}
	count := map[string]int{}
	for _, f := range forms {
		if r := ref(f); r != "" {
			f = g.schemas.object(r)
		}
		p := f.object("properties")
		for _, key := range p.keys {
			if !fields.has(key) {
				fields.keys = append(fields.keys, key)
				fields.members[key] = p.get(key)
			} else if key == s.object("discriminator").text("propertyName") {
				fields.members[key] = g.either(fields.object(key), p.object(key))
			}
			if f.requires(key) {
				count[key]++
			}
		}
	}
	var required []any
	for key, n := range count {
		if n == len(forms) {
			required = append(required, key)
		}
	}
	return &object{members: map[string]any{"description": s.text("description"), "properties": fields, "required": required}}
}

// either joins the values of the field that tells the forms of a union apart.
func (g *generator) either(a, b *object) *object {
	var values []any
	for _, o := range []*object{a, b} {
		values = append(values, o.list("enum")...)
		if v := o.get("const"); v != nil {
			values = append(values, v)
		}
	}
	return &object{members: map[string]any{"type": "string", "enum": values, "description": a.text("description")}}
}

// kind is the Go type of a schema. name is what an inline object is called.
func (g *generator) kind(s *object, name string, required, patch bool) string {
	base, nullable := g.base(s, name)
	switch {
	case strings.HasPrefix(base, "*"), strings.HasPrefix(base, "[]"), strings.HasPrefix(base, "map["), base == "json.RawMessage", base == "any":
		return base
	case nullable, patch && !required:
		return "*" + base
	case required:
		return base
	case base == "bool" && given(name), s.has("default") && base != "string", base == "int" && strings.HasPrefix(name, "Upsert"), base == "time.Time", unicode.IsUpper(rune(base[0])):
		return "*" + base
	}
	return base
}

func (g *generator) base(s *object, name string) (base string, nullable bool) {
	if r := ref(s); r != "" {
		if own := handwritten[r]; own != "" {
			return own, false
		}
		if plainUnion(g.schemas.object(r)) {
			return "any", false
		}
		return goName(r), false
	}
	if list := s.list("anyOf"); list != nil || s.has("oneOf") {
		f := forms(s)
		if len(f) == 0 {
			return "any", false
		}
		if len(f) == 1 {
			base, _ = g.base(f[0], name)
			return base, true
		}
		return name, len(list) > len(f)
	}
	kind := s.text("type")
	for _, t := range s.list("type") {
		if t == "null" {
			nullable = true
		} else {
			kind = t.(string)
		}
	}
	switch kind {
	case "string":
		if s.text("format") == "date-time" {
			return "time.Time", nullable
		}
		return "string", nullable
	case "integer":
		if f := s.text("format"); f == "int64" && strings.Contains(strings.ToLower(name), "timestamp") {
			return "int64", nullable
		}
		return "int", nullable
	case "number":
		return "float64", nullable
	case "boolean":
		return "bool", nullable
	case "array":
		return "[]" + strings.TrimPrefix(g.kind(s.object("items"), name, true, false), "*"), nullable
	case "object":
		if s.object("properties") != nil {
			return name, nullable
		}
		if values := s.object("additionalProperties"); values != nil && len(values.keys) > 0 {
			return "map[string]" + g.kind(values, name, true, false), nullable
		}
		return "map[string]any", nullable
	}
	return "json.RawMessage", nullable
}
