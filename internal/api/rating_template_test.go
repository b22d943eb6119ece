package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// asking adds templates that ask for a rating to the simulator's account.
func asking(c *sandbox.Config) {
	for i, name := range []string{"rate_us", "rate_paused"} {
		c.Accounts[0].Templates = append(c.Accounts[0].Templates, sandbox.Template(fmt.Sprintf(`{"id":"900000000000007%d","name":%q,"language":"en_US","category":"UTILITY","components":[
			{"type":"BODY","text":"How did we do?"},
			{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"Great"},{"type":"QUICK_REPLY","text":"Fair"},{"type":"QUICK_REPLY","text":"Poor"}]}]}`, i, name)))
	}
}

// What the timeline says of asking for a rating, the latest first.
func (w ratingWorld) asked(id string) (out []map[string]any) {
	for _, e := range timelineWorld(w).entries(w.Key, id, 50) {
		if e["kind"] == "rating_asked" || e["kind"] == "rating_not_asked" {
			out = append(out, e)
		}
	}
	return out
}

// A contact whose window has closed is asked by a template, where there is one that
// may be sent. A tap on it counts like any other; where nobody is asked, the timeline
// says why.
func TestRatingByTemplate(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond, Sandbox: asking}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		phone := func(i int) string { return fmt.Sprintf("+1415555019%d", i) }
		for i, c := range []struct {
			body    map[string]any
			pointer string
			code    crm.Code
		}{
			{map[string]any{"templateName": "rate_su"}, "/templateName", crm.CodeTemplateNotFound},
			{map[string]any{"templateName": "rate_us", "templateLanguage": "de"}, "/templateLanguage", crm.CodeTemplateLanguage},
			{map[string]any{"templateName": "order_shipped"}, "/templateName", crm.CodeNotAllowed},
			{map[string]any{"templateLanguage": "en_US"}, "/templateLanguage", crm.CodeNotAllowed},
		} {
			r := k.Do(http.MethodPatch, "/v1/rating-settings", k.Key, c.body)
			if r.Status != http.StatusUnprocessableEntity || r.Text("errors", "0", "pointer") != c.pointer || r.Text("errors", "0", "code") != string(c.code) {
				t.Errorf("%d: %d %s", i, r.Status, r.Body)
			}
		}
		var closing []string
		for i := range 4 {
			id, contact := w.served(phone(i))
			if i == 1 {
				w.do(http.StatusCreated, http.MethodPost, "/v1/contacts/"+contact+"/consent", k.Key, map[string]any{"purpose": "all", "state": "opted_out", "proof": "By telephone"})
			}
			closing = append(closing, id)
		}
		k.Advance(25 * time.Hour)
		w.settings(map[string]any{"enabled": true, "templateName": "rate_us", "templateLanguage": "en_US"})
		for _, id := range closing[:2] {
			w.status(id, map[string]any{"status": "closed"})
		}
		w.awaitState(closing[0], "asked", "")
		w.awaitState(closing[1], "not_sent", "contact_opted_out")
		k.Sandbox().SetTemplateStatus("rate_paused", "en_US", "PAUSED", "")
		w.settings(map[string]any{"templateName": "rate_paused"})
		k.Eventually("the template is paused", func() bool { return k.Count("templates", "name = 'rate_paused' AND status = 'paused'") == 1 })
		k.Advance(2 * time.Second) // what is remembered of templates and settings
		w.status(closing[2], map[string]any{"status": "closed"})
		w.awaitState(closing[2], "not_sent", "template_paused")
		w.settings(map[string]any{"templateName": ""})
		if s := w.do(http.StatusOK, http.MethodGet, "/v1/rating-settings", k.Key, nil).JSON(); s["templateLanguage"] != "" {
			t.Errorf("without a template the language is %v", s["templateLanguage"])
		}
		w.status(closing[3], map[string]any{"status": "closed"})
		w.awaitState(closing[3], "window_closed", "")

		w.taps(phone(0), "Fair")
		if r := w.rating(closing[0]); r["state"] != "rated" || r["score"] != 3.0 {
			t.Errorf("after the tap it is %v", r)
		}
		if c := w.shown(closing[0]); c["status"] != "closed" || c["waitingSince"] != nil || len(w.episodes(closing[0])) != 1 {
			t.Errorf("after the tap the conversation is %v", c)
		}
		question := k.Message(w.rating(closing[0])["messageId"].(string))
		if by, _ := question["sentBy"].(map[string]any); question["type"] != "template" || by["type"] != "system" {
			t.Errorf("the question is %v", question)
		}
		for i, want := range []string{"rating_asked ", "rating_not_asked contact_opted_out", "rating_not_asked template_paused", "rating_not_asked window_closed"} {
			list := w.asked(closing[i])
			if len(list) != 1 || fmt.Sprint(list[0]["kind"], " ", list[0]["reason"]) != want || list[0]["episodeId"] == "" || (list[0]["messageId"] != "") != (i == 0) {
				t.Errorf("the timeline says %v, want %s", list, want)
			}
			sent := slices.ContainsFunc(k.Sandbox().Phone(phone(i)), func(m sandbox.Received) bool { return m.Type == "template" })
			if sent != (i == 0) {
				t.Errorf("contact %d got a template: %v", i, sent)
			}
		}
	})
}
