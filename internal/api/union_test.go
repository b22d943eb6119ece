package api_test

import (
	"maps"
	"net/http"
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
