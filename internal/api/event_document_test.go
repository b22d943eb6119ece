package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// holdDocument checks that the part of a document between two marks is the
// text; with -record it writes it.
func holdDocument(t *testing.T, file, mark, text string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+mark+": written by make openapi -->\n", "<!-- end of "+mark+" -->\n"
	head, rest, found := strings.Cut(string(raw), begin)
	old, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no part %q", file, begin)
	}
	if *record {
		if err := os.WriteFile(file, []byte(head+begin+text+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != text {
		t.Errorf("%s is stale: run make openapi", file)
	}
}

// describeCatalogue writes the catalogue for people.
func describeCatalogue(list []eventType) string {
	var out strings.Builder
	for _, e := range list {
		fmt.Fprintf(&out, "\n### `%s`\n\n%s", e.Name, e.Description)
		if !e.Emitted {
			out.WriteString(" *Not emitted by this version; its data may change until it is.*")
		}
		if len(e.LimitedBy) > 0 {
			fmt.Fprintf(&out, " Limited by `%s`.", strings.Join(e.LimitedBy, "`, `"))
		}
		fmt.Fprintf(&out, " Version %d.\n\n", e.Version)
		data := follow(e.Schema, members(members(e.Schema["properties"])["data"]))
		out.WriteString("| field of `data` | type | meaning |\n| --- | --- | --- |\n")
		for _, name := range sortedFields(data) {
			field := members(members(data["properties"])[name])
			description, _ := field["description"].(string)
			shown, null := withoutNull(e.Schema, field)
			shown = follow(e.Schema, shown)
			if description == "" {
				description, _ = shown["description"].(string)
			}
			kind := fmt.Sprint(shown["type"])
			if null {
				kind += " or null"
			}
			if values := texts(shown["enum"]); len(values) > 0 {
				description = strings.TrimSpace(description + " One of `" + strings.Join(values, "`, `") + "`.")
			}
			fmt.Fprintf(&out, "| `%s` | %s | %s |\n", name, kind, strings.ReplaceAll(description, "|", `\|`))
		}
		example, _ := json.MarshalIndent(e.Example, "", "  ")
		fmt.Fprintf(&out, "\n```json\n%s\n```\n", example)
	}
	return out.String() + "\n"
}

// sortedFields are the fields of a schema: those that are always there, then the rest.
func sortedFields(schema map[string]any) []string {
	names := texts(schema["required"])
	for _, name := range slices.Sorted(maps.Keys(members(schema["properties"]))) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
