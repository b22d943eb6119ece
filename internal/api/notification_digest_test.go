package api_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// digests returns the digests that a person was mailed.
func (w *noticeWorld) digests(p testkit.Person) (texts, links []string) {
	for _, l := range w.Sandbox().Mail.Letters(p.Email) {
		if strings.HasPrefix(l.Subject, "Unread in ") {
			texts = append(texts, l.Text)
			links = append(links, l.Links[len(l.Links)-1])
		}
	}
	return texts, links
}

// later lets time pass, and what falls due in it be mailed.
func (w *noticeWorld) later(d time.Duration) {
	w.T.Helper()
	w.Advance(d)
	w.Must(w.App.Service.Notification.TakeDigests(w.T.Context()))
	w.Eventually("no digest waits", func() bool {
		return w.Count("jobs", fmt.Sprintf("kind = 'mail_digest' AND run_at <= %d", w.Now().UnixMilli())) == 0
	})
}

// A digest has what is still unread, at the hour that was chosen and not in quiet hours,
// once; its link ends it.
func TestDigest(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newNoticeWorld(t, k)
		wants := func(what string, n int) []string {
			t.Helper()
			texts, _ := w.digests(w.agent)
			if len(texts) != n {
				t.Fatalf("%s: %d digests, want %d: %q", what, len(texts), n, texts)
			}
			return texts
		}
		kinds := []any{map[string]any{"kind": "mentioned", "inApp": true, "push": false, "mail": true}, map[string]any{"kind": "assigned", "inApp": true, "push": false, "mail": false}}
		w.must(http.MethodPut, "/v1/notifications/settings", w.agent.Key, map[string]any{"kinds": kinds, "digest": map[string]any{"everyHours": 4}})
		a := w.writes(1, "My secret order")
		w.Notified()
		w.assign(a, map[string]any{"agentId": w.agent.ID}, k.Key)
		mention := func() {
			w.must(http.MethodPost, "/v1/conversations/"+a+"/notes", k.Key, map[string]any{"body": "My secret note", "mentionedUserIds": []string{w.agent.ID}})
			w.Notified()
		}
		mention()
		mention()
		w.later(time.Minute)
		wants("at once", 0)
		w.later(crm.DigestPause)
		text := wants("after the pause", 1)[0]
		if !strings.Contains(text, "A note mentions you: 2") || strings.Contains(text, "secret") || strings.Contains(text, "is yours") {
			t.Errorf("the digest says %q", text)
		}
		mention()
		w.later(3 * time.Hour)
		wants("before four hours are over", 1)
		w.later(time.Hour)
		wants("after four hours", 2)
		// What is read is in none.
		mention()
		w.must(http.MethodPost, "/v1/notifications/read", w.agent.Key, map[string]any{"upTo": 1 << 40})
		w.later(5 * time.Hour)
		wants("all is read", 2)
		// In quiet hours, later.
		now := k.Now().UTC()
		w.must(http.MethodPut, "/v1/notifications/settings", w.agent.Key, map[string]any{"kinds": kinds, "timeZone": "UTC", "digest": map[string]any{"everyHours": 1},
			"quietHours": map[string]any{"from": now.Add(-time.Minute).Format("15:04"), "to": now.Add(5 * time.Hour).Format("15:04")}})
		mention()
		w.later(2 * time.Hour)
		wants("quiet hours", 2)
		w.later(4 * time.Hour)
		wants("after the quiet hours", 3)
		// The link asks, and a click in the mail program ends them.
		_, links := w.digests(w.agent)
		link := links[len(links)-1]
		call := func(method, link string) (int, string) {
			t.Helper()
			req, err := http.NewRequest(method, link, strings.NewReader("List-Unsubscribe=One-Click"))
			k.Must(err)
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			res, err := http.DefaultClient.Do(req)
			k.Must(err)
			defer func() { _ = res.Body.Close() }()
			body, err := io.ReadAll(res.Body)
			k.Must(err)
			return res.StatusCode, string(body)
		}
		digest := func() any {
			return w.must(http.MethodGet, "/v1/notifications/settings", w.agent.Key, nil).JSON()["digest"]
		}
		if status, body := call(http.MethodGet, link); status != http.StatusOK || digest() == nil || strings.Contains(body, w.agent.Email) {
			t.Errorf("opening the link is answered %d %s, and the settings have %v", status, body, digest())
		}
		if status, _ := call(http.MethodPost, link[:len(link)-4]+"AAAA"); status != http.StatusNotFound || digest() == nil {
			t.Errorf("a forged link is answered %d, and the settings have %v", status, digest())
		}
		for range 2 {
			if status, _ := call(http.MethodPost, link); status != http.StatusOK || digest() != nil {
				t.Errorf("a click is answered %d, and the settings have %v", status, digest())
			}
		}
		mention()
		w.later(48 * time.Hour)
		wants("they are ended", 3)
	})
}
