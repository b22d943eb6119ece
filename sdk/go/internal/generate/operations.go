package main

import (
	"fmt"
	"slices"
	"strings"
)

// method is where the library has an operation. By hand means that it is not
// generated: its body or answer is no JSON.
type method struct {
	group, name string
	byHand      bool
}

var groupDocs = map[string]string{}

type operation struct {
	method
	id, verb, path, doc string
	parameters          []*object
	body, answer        string
	bodyRequired        bool
}

func (g *generator) operations(doc *object) error {
	var list []operation
	var problems []string
	for _, t := range doc.list("tags") {
		tag := t.(*object)
		groupDocs[goName(tag.text("name"))] = tag.text("description")
	}
	paths := doc.object("paths")
	for _, path := range paths.keys {
		for _, verb := range paths.object(path).keys {
			o := paths.object(path).object(verb)
			id := o.text("operationId")
			if id == "" {
				continue
			}
			m, ok := names[id]
			if !ok {
				problems = append(problems, fmt.Sprintf("operation %s has no name in names.go", id))
				continue
			}
			if !m.byHand {
				list = append(list, g.operation(m, path, verb, o))
			}
		}
	}
	if problems != nil {
		return fmt.Errorf("%s", strings.Join(problems, "\n"))
	}
	g.groups()
	slices.SortStableFunc(list, func(a, b operation) int { return strings.Compare(a.group, b.group) })
	for _, o := range list {
		g.method(o)
	}
	return nil
}

func (g *generator) groups() {
	var all []string
	for _, m := range names {
		all = append(all, m.group)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	g.printf("\n// Client is the service's API. Make it with NewClient.\ntype Client struct {\n")
	for _, name := range all {
		g.comment("\t", groupDocs[name])
		g.printf("\t%s *%sResource\n", name, name)
	}
	g.printf("}\n\nfunc newClient(t *transport) *Client {\n\treturn &Client{\n")
	for _, name := range all {
		g.printf("\t\t%s: &%sResource{t},\n", name, name)
	}
	g.printf("\t}\n}\n")
	for _, name := range all {
		g.printf("\n// %sResource has the operations on %s.\ntype %sResource struct{ t *transport }\n", name, words(name), name)
	}
}

// words writes MessagingAccounts as "messaging accounts".
func words(name string) string {
	var out strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' && name[i-1] >= 'a' {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return strings.ReplaceAll(strings.ToLower(out.String()), "apikeys", "API keys")
}

func (g *generator) operation(m method, path, verb string, o *object) operation {
	out := operation{method: m, id: o.text("operationId"), verb: strings.ToUpper(verb), path: path,
		doc: strings.ToUpper(verb) + " " + path + ". " + strings.TrimSuffix(o.text("summary"), ".") + ". " + o.text("description")}
	for _, p := range o.list("parameters") {
		if q := g.parameter(p.(*object)); q.text("in") == "query" {
			out.parameters = append(out.parameters, q)
		}
	}
	if body := o.object("requestBody"); body != nil {
		out.body = goName(ref(body.object("content").object("application/json").object("schema")))
		if out.body == "" {
			out.body = g.inline(o, body)
		}
		out.bodyRequired = body.get("required") == true
	}
	responses := o.object("responses")
	for _, status := range responses.keys {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		if content := responses.object(status).object("content").object("application/json"); content != nil {
			out.answer = ref(content.object("schema"))
		}
	}
	return out
}

// parameter is p itself, or the one under components that it stands for.
func (g *generator) parameter(p *object) *object {
	if shared, ok := strings.CutPrefix(p.text("$ref"), "#/components/parameters/"); ok {
		return g.parameters.object(shared)
	}
	return p
}

// inline names the schema of a body that has none of its own.
func (g *generator) inline(o, body *object) string {
	name := goName(o.text("operationId"))
	g.structure(name, body.object("content").object("application/json").object("schema"))
	return name
}

func (g *generator) method(o operation) {
	isList := isPage(o.answer)
	params := ""
	if len(o.parameters) > 0 {
		params = goName(o.id)
		g.parameterStruct(params, o)
	}
	g.printf("\n")
	g.comment("", o.name+" calls "+o.doc)
	args := []string{}
	if !isList {
		args = append(args, "ctx context.Context")
	}
	path := `"` + o.path + `"`
	for strings.Contains(path, "{") {
		i, j := strings.Index(path, "{"), strings.Index(path, "}")
		name := path[i+1 : j]
		args = append(args, name+" string")
		path = path[:i] + `" + segment(` + name + `) + "` + path[j+1:]
	}
	path = strings.TrimSuffix(path, ` + ""`)
	if o.body != "" {
		args = append(args, "request "+o.body)
	}
	if params != "" {
		args = append(args, "query "+params)
	}
	args = append(args, "options ...CallOption")
	answer := goName(o.answer)
	result := "error"
	if answer != "" {
		result = "(*" + answer + ", error)"
	}
	if isList {
		item := goName(strings.TrimPrefix(o.answer, "Page"))
		g.printf("func (r *%sResource) %s(%s) *List[%s] {\n", o.group, o.name, strings.Join(args, ", "), item)
		g.printf("\treturn list[%s](r.t, %s, query.Cursor, query.fill, options)\n}\n", item, path)
		return
	}
	g.printf("func (r *%sResource) %s(%s) %s {\n", o.group, o.name, strings.Join(args, ", "), result)
	g.printf("\tc := r.t.newCall(%q, %s, options)\n", o.verb, path)
	if o.body != "" {
		g.printf("\tc.body = request\n")
	}
	if params != "" {
		g.printf("\tquery.fill(c)\n")
	}
	if answer == "" {
		g.printf("\treturn r.t.do(ctx, c, nil)\n}\n")
		return
	}
	g.printf("\tout := &%s{}\n\tif err := r.t.do(ctx, c, out); err != nil {\n\t\treturn nil, err\n\t}\n\treturn out, nil\n}\n", answer)
}

func (g *generator) parameterStruct(name string, o operation) {
	g.printf("\n// %s selects what %s returns; all of it may be left out.\ntype %s struct {\n", name, o.name, name)
	for _, p := range o.parameters {
		schema := p.object("schema")
		doc := p.text("description")
		if values := schema.list("enum"); values != nil {
			doc += " One of " + join(values) + "."
		}
		g.comment("\t", doc)
		g.printf("\t%s %s\n", goName(p.text("name")), g.parameterKind(schema))
	}
	g.printf("}\n\nfunc (q %s) fill(c *call) {\n", name)
	for _, p := range o.parameters {
		field, wire := "q."+goName(p.text("name")), p.text("name")
		switch g.parameterKind(p.object("schema")) {
		case "int":
			g.printf("\tif %s != 0 {\n\t\tc.query.Set(%q, strconv.Itoa(%s))\n\t}\n", field, wire, field)
		case "*bool":
			g.printf("\tif %s != nil {\n\t\tc.query.Set(%q, strconv.FormatBool(*%s))\n\t}\n", field, wire, field)
		case "time.Time":
			g.printf("\tif !%s.IsZero() {\n\t\tc.query.Set(%q, %s.UTC().Format(time.RFC3339Nano))\n\t}\n", field, wire, field)
		case "[]string":
			g.printf("\tif len(%s) > 0 {\n\t\tc.query.Set(%q, strings.Join(%s, \",\"))\n\t}\n", field, wire, field)
		default:
			g.printf("\tif %s != \"\" {\n\t\tc.query.Set(%q, %s)\n\t}\n", field, wire, field)
		}
	}
	g.printf("}\n")
}

func (g *generator) parameterKind(schema *object) string {
	switch base, _ := g.base(schema, ""); base {
	case "bool":
		return "*bool"
	case "int", "int64":
		return "int"
	case "time.Time", "[]string":
		return base
	}
	return "string"
}
