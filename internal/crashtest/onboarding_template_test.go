package crashtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// ownTemplate is a template of the business.
type ownTemplate struct{ name, id string }

func (t *ownTemplate) path() string { return "/v1/templates/" + t.id }

// text is what the template says; no two say the same, which reviewers reject.
func (t *ownTemplate) text(when string) string {
	return fmt.Sprintf("Your order %s comes %s. We are sorry.", t.name, when)
}

func (t *ownTemplate) parts(when string) []any {
	return []any{map[string]any{"type": "BODY", "text": t.text(when)}}
}

// shown is the template as it is told.
func (b *boarding) shown(t *ownTemplate) string {
	status, text, err := b.try(b.nodes[0].url, "GET", t.path(), "", nil)
	if err != nil || status != 200 {
		return ""
	}
	return string(text)
}

// until makes a request without a key until it is answered, or what it asks for is seen:
// whoever gets no answer looks before they ask again.
func (b *boarding) until(method, path string, body map[string]any, done func() bool) {
	for deadline := time.Now().Add(100 * time.Second); ; time.Sleep(rand.N(50 * time.Millisecond)) { // the pace of a client
		status, text, err := b.try(b.nodes[0].url, method, path, "", body)
		if err == nil && status < 300 || done() {
			return
		}
		if err == nil && status < 500 && status != 409 && status != 429 || time.Now().After(deadline) {
			b.t.Errorf("%s %s: %d %v %s", method, path, status, err, text)
			return
		}
	}
}

// templatesBecome waits until all templates have a status and say what was written last.
func (b *boarding) templatesBecome(status, when string) {
	b.t.Helper()
	for i := range b.templates {
		t := &b.templates[i]
		awaitUntil(b.t, 60*time.Second, t.name+" is "+status, func() (bool, string) {
			text := b.shown(t)
			var now struct{ Status, Action string }
			_ = json.Unmarshal([]byte(text), &now) // what is no answer yet has no status
			return now.Status == status && now.Action == "" && strings.Contains(text, t.text(when)), text
		})
	}
}

// verifyTemplates checks that the first template is as it was edited, and the others are gone.
func (b *boarding) verifyTemplates(base string) {
	b.t.Helper()
	for i := range b.templates {
		t, want := &b.templates[i], "deleted"
		if i == 0 {
			want = "approved"
		}
		awaitUntil(b.t, 60*time.Second, t.name+" is "+want, func() (bool, string) {
			var now struct{ Status, Action string }
			b.api(base, "GET", t.path(), nil, &now)
			return now.Status == want && now.Action == "", fmt.Sprintf("%+v", now)
		})
		var versions struct{ Data []struct{ Status string } }
		b.api(base, "GET", t.path()+"/versions", nil, &versions)
		if len(versions.Data) != 2 || slices.ContainsFunc(versions.Data, func(v struct{ Status string }) bool { return v.Status != "approved" }) {
			b.t.Errorf("%s has the versions %v", t.name, versions.Data)
		}
	}
}
