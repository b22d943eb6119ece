// Command generate writes the library's types and operations from the
// service's OpenAPI document, which it reads as JSON from standard input. With
// -check it only says whether they are up to date.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"strings"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail when the file is stale")
	out := flag.String("out", "api.gen.go", "the file to write")
	flag.Parse()
	if err := run(*out, *check); err != nil {
		fmt.Fprintln(os.Stderr, "generate: "+err.Error())
		os.Exit(1)
	}
}

func run(out string, check bool) error {
	doc, err := parse(os.Stdin)
	if err != nil {
		return err
	}
	components := doc.object("components")
	g := &generator{schemas: components.object("schemas"), parameters: components.object("parameters"), written: map[string]bool{}, use: uses(doc), needed: map[string]bool{}}
	for _, part := range []string{"paths", "webhooks"} {
		g.need(doc.get(part))
	}
	g.types()
	if err := g.operations(doc); err != nil {
		return err
	}
	g.events(doc)
	text, err := format.Source([]byte(header(g.out.String()) + g.out.String()))
	if err != nil {
		return fmt.Errorf("%w\n%s", err, g.out.String())
	}
	if !check {
		return os.WriteFile(out, text, 0o644)
	}
	if old, err := os.ReadFile(out); err != nil || !bytes.Equal(old, text) {
		return fmt.Errorf("%s is stale: run make openapi", out)
	}
	return nil
}

// uses finds out what each schema is for: the operations and events that name
// it, else the schema that does.
func uses(doc *object) map[string]string {
	out := map[string]string{}
	paths := doc.object("paths")
	for _, path := range paths.keys {
		for _, verb := range paths.object(path).keys {
			note(paths.object(path).get(verb), strings.ToUpper(verb)+" "+path, out)
		}
	}
	events := doc.object("webhooks")
	for _, name := range events.keys {
		note(events.get(name), "the event "+name, out)
	}
	schemas := doc.object("components").object("schemas")
	for range 3 { // schemas within schemas
		for _, name := range schemas.keys {
			if where, known := out[goName(name)]; known {
				note(schemas.get(name), where, out)
			}
		}
	}
	return out
}

// need notes the schemas that a part of the document leads to. Those of a
// union's forms are led to by its fields only.
func (g *generator) need(v any) {
	o, _ := v.(*object)
	if list, ok := v.([]any); ok {
		for _, item := range list {
			g.need(item)
		}
	}
	if o == nil {
		return
	}
	if name := ref(o); name != "" && !g.needed[name] {
		g.needed[name] = true
		g.need(g.schemas.get(name))
	}
	if alternatives := forms(o); len(alternatives) > 1 {
		g.need(g.merge(o, alternatives).get("properties"))
		return
	}
	for _, key := range o.keys {
		g.need(o.get(key))
	}
}

func note(v any, where string, out map[string]string) {
	switch v := v.(type) {
	case *object:
		if r := ref(v); r != "" && out[goName(r)] == "" {
			out[goName(r)] = where
		}
		for _, key := range v.keys {
			note(v.get(key), where, out)
		}
	case []any:
		for _, item := range v {
			note(item, where, out)
		}
	}
}

// header imports what the code uses.
func header(code string) string {
	h := "// Code generated from the OpenAPI document. DO NOT EDIT.\n\npackage service\n\nimport (\n"
	for _, p := range []struct{ path, use string }{{"context", "context."}, {"encoding/json", "json."}, {"strconv", "strconv."},
		{"strings", "strings."}, {"time", "time."}} {
		if strings.Contains(code, p.use) {
			h += "\t\"" + p.path + "\"\n"
		}
	}
	return h + ")\n"
}
