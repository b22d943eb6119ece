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
}

// union is a schema that is the choice between picks.
type union struct {
	name  string
	by    string // the field that tells them apart, "" for none
	picks string
}

var unions = []union{
	{"SendMessage", "type", "SendTemplate SendText SendImage SendVideo SendAudio SendDocument SendSticker SendLocation SendContacts SendReaction SendInteractive"},
	{"Interactive", "type", "ButtonsInteractive ListInteractive CTAURLInteractive FlowInteractive LocationRequestInteractive ProductInteractive " +
		"ProductListInteractive CatalogInteractive CarouselInteractive CallPermissionInteractive ContactInfoInteractive"},
	{"InteractiveHeader", "type", "TextHeader DocumentHeader ImageHeader VideoHeader"},
	{"CardHeader", "type", "ImageHeader VideoHeader"},
	{"InteractiveCard", "", "LinkCard ReplyCard ProductCard"},
}

const (
	envelope = "to userId type* from scheduledAt expiresAt metadata takeOver "
	answer   = "to userId type* from replyTo scheduledAt expiresAt metadata takeOver "
	frame    = "type* header body* footer "
	bare     = "type* body* footer "
)

var (
	textHeader = map[string]any{"header": ref("TextHeader")}
	cardHeader = map[string]any{"header": ref("CardHeader")}
	plainFile  = map[string]any{"media": ref("File")}
)

var picks = []pick{
	{"SendTemplate", "SendMessage", "template", answer + "templateName* parameters language headerParameter headerMedia headerLocation buttonParameters cards offerExpiresAt", nil},
	{"SendText", "SendMessage", "text", answer + "text*", nil},
	{"SendImage", "SendMessage", "image", answer + "image*", map[string]any{"image": ref("Image")}},
	{"SendVideo", "SendMessage", "video", answer + "video*", map[string]any{"video": ref("Video")}},
	{"SendAudio", "SendMessage", "audio", answer + "audio*", map[string]any{"audio": ref("Audio")}},
	{"SendDocument", "SendMessage", "document", answer + "document*", map[string]any{"document": ref("Document")}},
	{"SendSticker", "SendMessage", "sticker", answer + "sticker*", map[string]any{"sticker": ref("Sticker")}},
	{"SendLocation", "SendMessage", "location", answer + "location*", nil},
	{"SendContacts", "SendMessage", "contacts", answer + "contacts*", nil},
	{"SendReaction", "SendMessage", "reaction", envelope + "reaction*", map[string]any{"reaction": ref("SentReaction")}},
	{"SendInteractive", "SendMessage", "interactive", answer + "interactive*", nil},

	{"Image", "Media", "", "mediaId link caption", nil},
	{"Video", "Media", "", "mediaId link caption", nil},
	{"Audio", "Media", "", "mediaId link voice", nil},
	{"Document", "Media", "", "mediaId link caption filename", nil},
	{"Sticker", "Media", "", "mediaId link", nil},
	{"SentReaction", "Reaction", "", "messageId* emoji", nil},

	{"ButtonsInteractive", "Interactive", "buttons", frame + "buttons*", nil},
	{"ListInteractive", "Interactive", "list", frame + "list*", textHeader},
	{"CTAURLInteractive", "Interactive", "ctaUrl", frame + "ctaUrl*", nil},
	{"FlowInteractive", "Interactive", "flow", frame + "flow*", nil},
	{"LocationRequestInteractive", "Interactive", "locationRequest", bare, nil},
	{"ProductInteractive", "Interactive", "product", "type* body footer product*", nil},
	{"ProductListInteractive", "Interactive", "productList", "type* header* body* footer productList*", textHeader},
	{"CatalogInteractive", "Interactive", "catalog", bare + "catalog", nil},
	{"CarouselInteractive", "Interactive", "carousel", bare + "cards*", nil},
	{"CallPermissionInteractive", "Interactive", "callPermission", "type* body footer", nil},
	{"ContactInfoInteractive", "Interactive", "contactInfo", bare, nil},

	{"TextHeader", "InteractiveHeader", "text", "type* text*", nil},
	{"ImageHeader", "InteractiveHeader", "image", "type* media*", plainFile},
	{"VideoHeader", "InteractiveHeader", "video", "type* media*", plainFile},
	{"DocumentHeader", "InteractiveHeader", "document", "type* media*", nil},
	{"File", "MediaRef", "", "mediaId link", nil},

	{"LinkCard", "InteractiveCard", "", "header* body ctaUrl*", cardHeader},
	{"ReplyCard", "InteractiveCard", "", "header* body buttons*", cardHeader},
	{"ProductCard", "InteractiveCard", "", "product*", nil},
}

const schemaPath = "#/components/schemas/"

func ref(name string) map[string]any { return map[string]any{"$ref": schemaPath + name} }

// split adds the picks and makes the unions of them.
func split(schemas map[string]any) {
	values := map[string]string{}
	for _, p := range picks {
		schemas[p.name] = p.schema(schemas[p.of].(map[string]any))
		values[p.name] = p.is
	}
	for _, u := range unions {
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
	if shown, ok := typeExamples[p.name]; ok {
		out["examples"] = []any{ordered{names, shown}}
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
