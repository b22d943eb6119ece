package whatsapp

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
)

// What is written of a template: its display format where it shows an order, and a link into
// an app as the provider has it.
func TestWriteTemplate(t *testing.T) {
	var asked string
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = string(body)
		fmt.Fprint(w, `{"id":"1","status":"PENDING","category":"MARKETING"}`)
	})
	for components, want := range map[string]string{
		`[{"type":"BODY","text":"x"},{"type":"BUTTONS","buttons":[{"type":"ORDER_DETAILS","text":"Pay"}]}]`:                                                                                                                                     `"display_format":"ORDER_DETAILS"`,
		`[{"type":"BODY","text":"x"},{"type":"BUTTONS","buttons":[{"type":"URL","text":"y","url":"https://a.example","app_deep_link":{"meta_app_id":7,"android_deep_link":"shop://x","android_fallback_playstore_url":"https://b.example"}}]}]`: `"app_deep_link":{"meta_app_id":7,"android_deep_link":"shop://x","android_fallback_playstore_url":"https://b.example"}`,
	} {
		d := crm.TemplateDraft{Name: "n", Language: "en_US", Category: "MARKETING"}
		if err := json.Unmarshal([]byte(components), &d.Components); err != nil {
			t.Fatal(err)
		}
		if _, err := c.CreateTemplate(t.Context(), token, "102", d); err != nil || !strings.Contains(asked, want) || strings.Contains(asked, "display_format") != d.OfOrder() {
			t.Errorf("%s is written as %s, %v", components, asked, err)
		}
	}
}

func TestDialogURL(t *testing.T) {
	for base, want := range map[string]string{
		"https://graph.facebook.com":  "https://www.facebook.com/v25.0/dialog/oauth",
		"https://graph.facebook.com/": "https://www.facebook.com/v25.0/dialog/oauth",
		"http://127.0.0.1:9090":       "http://127.0.0.1:9090/v25.0/dialog/oauth",
	} {
		if got := DialogURL(New(base, "v25.0", nil)); got != want {
			t.Errorf("of %s it is %s", base, got)
		}
	}
}
