package main

import "slices"

// events writes a name for each kind of event, and what turns the data of an
// event into the type of its kind.
func (g *generator) events(doc *object) {
	kinds := slices.Clone(doc.object("webhooks").keys)
	slices.Sort(kinds)
	g.printf("\n// The kinds of events.\nconst (\n")
	for _, kind := range kinds {
		g.printf("\tEvent%s = %q\n", goName(kind), kind)
	}
	g.printf(")\n\nfunc decodeEvent(kind string, data json.RawMessage) (any, error) {\n\tvar out any\n\tswitch kind {\n")
	for _, kind := range kinds {
		schema := doc.object("webhooks").object(kind).object("post").object("requestBody").object("content").object("application/json").object("schema")
		g.printf("\tcase Event%s:\n\t\tout = &%s{}\n", goName(kind), goName(ref(schema.object("properties").object("data"))))
	}
	g.printf("\tdefault:\n\t\treturn data, nil\n\t}\n\treturn out, json.Unmarshal(data, out)\n}\n")
	for _, name := range []string{"WebhookEvent", "Event"} {
		g.printf("\n")
		g.comment("", "Decode returns what happened as the type of the event's kind, for a type switch: *MessageUpsertData for messages.upsert, and so on. "+
			"The data of a kind that this version of the library does not know is returned as it is, a json.RawMessage.")
		g.printf("func (e *%s) Decode() (any, error) { return decodeEvent(e.Event, e.Data) }\n", name)
	}
}
