package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// Every type of message and every form of an interactive one has an example in
// the document that its schema takes, no other schema of the union takes, and
// the service sends.
func TestExamplesOfEveryType(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	doc := readDocument(t, k)
	schemas := doc["components"].(map[string]any)["schemas"].(map[string]any)
	const customer = "+14155550123"
	mine := k.EventuallyStored(k.CustomerWrites(customer, "Hello"))
	for _, union := range []string{"SendMessage", "Interactive"} {
		mapping := schemas[union].(map[string]any)["discriminator"].(map[string]any)["mapping"].(map[string]any)
		for _, kind := range slices.Sorted(maps.Keys(mapping)) {
			name := strings.TrimPrefix(mapping[kind].(string), "#/components/schemas/")
			examples, _ := schemas[name].(map[string]any)["examples"].([]any)
			if len(examples) != 1 {
				t.Errorf("%s has %d examples", name, len(examples))
				continue
			}
			body := examples[0].(map[string]any)
			for _, fault := range doc.accepts(map[string]any{"$ref": "#/components/schemas/" + union}, body, "") {
				t.Errorf("the example of %s: %s", name, fault)
			}
			if reaction, ok := body["reaction"].(map[string]any); ok {
				reaction["messageId"] = mine
			}
			if union == "Interactive" {
				body = map[string]any{"to": customer, "type": "interactive", "interactive": body}
			}
			r := k.Do(http.MethodPost, "/v1/messages", k.Key, body)
			if r.Status != http.StatusAccepted {
				t.Errorf("the example of %s is refused: %d %s", name, r.Status, r.Body)
				continue
			}
			k.EventuallyMessage(r.Text("messageId"), "accepted")
		}
	}
}

// What the content of a message lacks is named by its whole way: in "body is
// required" the body could be the request's.
func TestMissingFieldsOfContentAreNamedByTheirWay(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	for _, c := range []struct{ content, want string }{
		{`"type":"text","text":{}`, "/text/body: text.body is required."},
		{`"type":"text","text":{"body":" "}`, "/text/body: text.body is required and may not be blank."},
		{`"type":"image","image":{}`, "/image: image: Give exactly one of mediaId and link."},
		{`"type":"location","location":{}`, "/location/latitude: location.latitude is required. | /location/longitude: location.longitude is required."},
		{`"type":"contacts","contacts":[{}]`, "/contacts/0/name/formattedName: contacts[0].name.formattedName is required"},
		{`"type":"contacts","contacts":[{"name":{}}]`, "/contacts/0/name/formattedName: contacts[0].name.formattedName is required"},
		{`"type":"reaction","reaction":{}`, "/reaction/messageId: reaction.messageId is required"},
		{`"type":"interactive","interactive":{}`, "/interactive/type: interactive.type is required"},
		{`"type":"interactive","interactive":{"type":"buttons"}`, "/interactive/body: interactive.body is required and may not be blank. | /interactive/buttons: interactive.buttons is required for type"},
		{`"type":"interactive","interactive":{"type":"buttons","body":"Hi","buttons":[{}]}`, "/interactive/buttons/0/id: interactive.buttons[0].id is required"},
		{`"type":"interactive","interactive":{"type":"list","body":"Hi","list":{}}`, "/interactive/list/button: interactive.list.button is required"},
		{`"type":"template","templateName":"hello_world","headerLocation":{}`, "/headerLocation/latitude: headerLocation.latitude is required."},
		{`"type":"template","templateName":"hello_world","buttonParameters":[{}]`, "/buttonParameters/0/index: buttonParameters[0].index is required."},
	} {
		r := k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/messages", Key: k.Key, Body: []byte(`{"to":"+14155550123",` + c.content + `}`)})
		var p struct {
			Errors []struct{ Pointer, Detail string }
		}
		k.Must(json.Unmarshal(r.Body, &p))
		var got []string
		for _, e := range p.Errors {
			got = append(got, e.Pointer+": "+e.Detail)
		}
		if text := strings.Join(got, " | "); r.Status != http.StatusUnprocessableEntity || !strings.Contains(text, c.want) {
			t.Errorf("%s: %d\n got %s\nwant %s", c.content, r.Status, text, c.want)
		}
	}
}

// A fault in the query names the parameter, without the slash of a pointer into
// a body.
func TestFaultsOfQueriesNameTheParameter(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	asked := 0
	for path, methods := range readDocument(t, k)["paths"].(map[string]any) {
		get, ok := methods.(map[string]any)["get"].(map[string]any)
		if !ok || strings.HasSuffix(path, "/stream") { // it would not end
			continue
		}
		list, _ := get["parameters"].([]any)
		for _, parameter := range list {
			p, _ := parameter.(map[string]any)
			if ref, ok := p["$ref"].(string); ok {
				p = map[string]any{"in": "query", "name": strings.TrimPrefix(ref, "#/components/parameters/")}
			}
			if p["in"] != "query" {
				continue
			}
			name := p["name"].(string)
			for _, value := range []string{"~~nothing~~", "-1", "99999999999", "0001-01-01T00:00:00Z", "9999-12-31T00:00:00Z"} {
				r := k.Do(http.MethodGet, pathParameter.ReplaceAllString(path, "x")+"?"+name+"="+value, k.Key, nil)
				for _, fault := range strings.Split(faultsOf(r), ", ") {
					if strings.HasPrefix(fault, "/") {
						t.Errorf("%s?%s=%s: %s", path, name, value, fault)
					}
					asked += strings.Count(fault, name+" ")
				}
			}
		}
	}
	if asked < 50 {
		t.Errorf("only %d faults were looked at", asked)
	}
}

var pathParameter = regexp.MustCompile(`\{[^}]*\}`)
