package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit"
	service "service.example/crm/sdk/go"
)

// buttonWorld has conversations with buttons, and a system of the business.
type buttonWorld struct{ noteWorld }

func (w buttonWorld) opens(url string, more map[string]any) string {
	w.t.Helper()
	return w.create(map[string]any{"label": "Open", "kind": "open_url", "url": url}, more).Text("id")
}

func (w buttonWorld) create(body, more map[string]any) testkit.Response {
	w.t.Helper()
	for name, value := range more {
		body[name] = value
	}
	return w.do(http.StatusCreated, http.MethodPost, "/v1/action-buttons", w.Key, body)
}

// calls makes a button that calls a receiver, which verifies the signature.
func (w buttonWorld) calls(r *testkit.Receiver, more map[string]any) string {
	w.t.Helper()
	made := w.create(map[string]any{"label": "Refund", "kind": "post", "url": r.URL + "/refund"}, more)
	r.SetSecret(made.Text("secret"))
	return made.Text("id")
}

func pressPath(conversation, button string) string {
	return "/v1/conversations/" + conversation + "/buttons/" + button + "/press"
}

func (w buttonWorld) press(key, conversation, button string) map[string]any {
	w.t.Helper()
	return w.do(http.StatusOK, http.MethodPost, pressPath(conversation, button), key, nil).JSON()
}

// failed presses a button and returns the class of its failure.
func (w buttonWorld) failed(conversation, button string) (class, detail string, status float64) {
	w.t.Helper()
	p := w.press(w.Key, conversation, button)
	e, _ := p["error"].(map[string]any)
	if p["state"] != "failed" || e == nil || p["endedAt"] == nil || len(p["applied"].([]any)) > 0 {
		w.t.Fatalf("the press is %v", p)
	}
	status, _ = e["statusCode"].(float64)
	return e["class"].(string), e["detail"].(string), status
}

func (w buttonWorld) shown(key, conversation string) map[string]map[string]any {
	w.t.Helper()
	out := map[string]map[string]any{}
	for _, b := range w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+conversation+"/buttons", key, nil).JSON()["data"].([]any) {
		out[b.(map[string]any)["id"].(string)] = b.(map[string]any)
	}
	return out
}

func answers(text string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) { _, _ = io.WriteString(w, text) }
}

func skips(p map[string]any) (out []string) {
	for _, s := range p["skipped"].([]any) {
		s := s.(map[string]any)
		out = append(out, s["pointer"].(string)+" "+s["reason"].(string))
	}
	return out
}

// A press is a signed call; its answer is applied, each part once.
func TestPressedButtons(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := buttonWorld{noteWorld{k, t}}
		id, contact := w.conversation("+14155550101")
		w.do(http.StatusCreated, http.MethodPost, "/v1/contact-fields", k.Key, map[string]any{"key": "tier", "label": "Tier", "type": "text"})
		w.do(http.StatusCreated, http.MethodPost, "/v1/contact-fields", k.Key, map[string]any{"key": "points", "label": "Points", "type": "number"})
		w.do(http.StatusOK, http.MethodPatch, "/v1/contacts/"+contact, k.Key, map[string]any{"name": "Ann", "fields": map[string]any{"points": 3}})
		vip := w.do(http.StatusCreated, http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": "VIP"}).Text("id")
		old := w.do(http.StatusCreated, http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": "Old"}).Text("id")
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/labels", k.Key, map[string]any{"labelIds": []string{old}})
		r := k.ListenReceiver()
		button := w.calls(r, nil)
		answer := `{"note":"Refunded 5 €","addLabelIds":["` + vip + `","lbl_01jd5k3v6rf0w8m2a4t9x7bq1b"],"removeLabelIds":["` + old + `"],
			"fields":{"tier":"gold","points":"many","lost":"x"},"replyProposal":"We refunded you.","message":"Done"}`
		r.Answer(answers(answer))

		admin := k.NewPerson(k.WorkspaceID, crm.RoleAdmin)
		p := w.press(admin.Key, id, button)
		if p["state"] != "done" || p["message"] != "Done" || p["replyProposal"] != "We refunded you." || p["drafted"] != true || p["error"] != nil ||
			fmt.Sprint(p["applied"]) != "[/fields/tier /addLabelIds/0 /removeLabelIds/0 /note /replyProposal]" ||
			!slices.Equal(skips(p), []string{"/fields/lost not_found", "/fields/points not_allowed", "/addLabelIds/1 not_found"}) {
			t.Errorf("the press is %v", p)
		}
		pressed := slices.DeleteFunc(timelineWorld(w).entries(k.Key, id, 50), func(e map[string]any) bool { return e["kind"] != "button_pressed" })
		if len(pressed) != 1 || pressed[0]["buttonId"] != button || pressed[0]["pressId"] != p["id"] || pressed[0]["by"].(map[string]any)["id"] != admin.ID {
			t.Errorf("the timeline has the presses %v", pressed)
		}
		if got := w.bodies(id, k.Key); got != "Refunded 5 €" {
			t.Errorf("the notes are %q", got)
		}
		if note := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/notes", k.Key, nil); note.Text("data", "0", "id") != p["noteId"] || note.Text("data", "0", "createdBy", "id") != admin.ID {
			t.Errorf("the note is %s", note.Body)
		}
		if c := w.do(http.StatusOK, http.MethodGet, "/v1/contacts/"+contact, k.Key, nil).JSON(); fmt.Sprint(c["fields"]) != "map[points:3 tier:gold]" {
			t.Errorf("the fields are %v", c["fields"])
		}
		if c := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).JSON(); fmt.Sprint(c["labelIds"]) != "["+vip+"]" {
			t.Errorf("the labels are %v", c["labelIds"])
		}
		if d := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/draft", admin.Key, nil); d.Text("body") != "We refunded you." {
			t.Errorf("the draft is %s", d.Body)
		}

		got := r.Delivered(string(crm.PressEvent))
		if len(got) != 1 || got[0].ID != p["id"] || got[0].Data["press_id"] != p["id"] || got[0].Data["conversation_id"] != id ||
			!strings.HasPrefix(fmt.Sprint(got[0].Data["contact"]), "map[fields:map[points:3] id:"+contact+" name:Ann phone:+14155550101 ") ||
			fmt.Sprint(got[0].Data["pressed_by"]) != "map[id:"+admin.ID+" type:user]" {
			t.Fatalf("the call was %+v", got)
		}

		// Whoever has a draft keeps it; a key has none.
		p = w.press(admin.Key, id, button)
		if p["drafted"] != false || p["replyProposal"] != "We refunded you." || !slices.Contains(skips(p), "/replyProposal draft_exists") {
			t.Errorf("the second press is %v", p)
		}
		if p = w.press(k.Key, id, button); p["state"] != "done" || !slices.Contains(skips(p), "/replyProposal not_allowed") {
			t.Errorf("the press of a key is %v", p)
		}

		list := w.do(http.StatusOK, http.MethodGet, "/v1/action-buttons/"+button+"/presses?limit=2", k.Key, nil)
		if data := list.JSON()["data"].([]any); len(data) != 2 || data[0].(map[string]any)["id"] != p["id"] || strings.Contains(string(list.Body), "We refunded you") || list.Text("nextCursor") == "" {
			t.Errorf("the presses are %s", list.Body)
		}
		k.Advance(crm.PressLife + time.Hour)
		k.Eventually("old presses are gone", func() bool { return k.Count("button_presses") == 0 })
	})
}

// The SDK verifies a call, by the old secret, too, until its overlap ends.
func TestSecretsOfButtons(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	w := buttonWorld{noteWorld{k, t}}
	id, _ := w.conversation("+14155550101")
	r := k.ListenReceiver()
	made := w.create(map[string]any{"label": "Refund", "kind": "post", "url": r.URL}, nil)
	button, first := made.Text("id"), made.Text("secret")
	second := w.do(http.StatusOK, http.MethodPost, "/v1/action-buttons/"+button+"/rotate-secret", k.Key, nil).Text("secret")
	w.press(k.Key, id, button)
	call := r.Delivered()[0]
	for _, secret := range []string{first, second} {
		if event, err := (service.WebhookVerifier{Secrets: []string{secret}, Tolerance: 24 * time.Hour}).Verify(call.Body, call.Header); err != nil || event.Event != "button.pressed" || event.ID != call.ID {
			t.Errorf("%v %v", event, err)
		}
	}
	w.do(http.StatusOK, http.MethodPost, "/v1/action-buttons/"+button+"/rotate-secret", k.Key, map[string]any{"overlapSeconds": 0})
	w.press(k.Key, id, button)
	if call = r.Delivered()[1]; strings.Count(call.Header.Get("webhook-signature"), "v1,") != 1 {
		t.Errorf("the signatures are %s", call.Header.Get("webhook-signature"))
	}
	for _, secret := range []string{first, second} {
		if _, err := service.VerifyWebhook(call.Body, call.Header, secret); err == nil {
			t.Error("a secret that ended still signs")
		}
	}
	for _, path := range []string{"/v1/action-buttons", "/v1/action-buttons/" + button} {
		if list := w.do(http.StatusOK, http.MethodGet, path, k.Key, nil); strings.Contains(string(list.Body), "whsec_") {
			t.Errorf("%s shows a secret: %s", path, list.Body)
		}
	}
	for _, row := range k.Rows("SELECT * FROM buttons") {
		if strings.Contains(fmt.Sprint(row), first[6:]) {
			t.Error("a secret is stored in the clear")
		}
	}
}

// What a business answers that it must not, or not at all, is told in words, and
// changes nothing.
func TestPressesThatFail(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := buttonWorld{noteWorld{k, t}}
		id, _ := w.conversation("+14155550101")
		r := k.ListenReceiver()
		button := w.calls(r, nil)
		elsewhere := k.ListenReceiver()
		for name, c := range map[string]struct {
			answer func(http.ResponseWriter)
			class  string
			detail string
		}{
			"refused": {func(w http.ResponseWriter) { http.Error(w, `{"note":"no"}`, http.StatusInternalServerError) }, "refused", "another status"},
			"redirects": {func(w http.ResponseWriter) {
				w.Header().Set("Location", elsewhere.URL)
				w.WriteHeader(http.StatusTemporaryRedirect)
			}, "refused", "redirect"},
			"oversized":  {answers(`{"note":"` + strings.Repeat("a", 70<<10) + `"}`), "bad_answer", "64 KiB"},
			"malformed":  {answers(`{"note":`), "bad_answer", "JSON"},
			"HTML":       {answers(`<html>OK</html>`), "bad_answer", "JSON object"},
			"unknown":    {answers(`{"notes":"x"}`), "bad_answer", "notes"},
			"wrong type": {answers(`{"note":{"x":1},"addLabelIds":[1]}`), "bad_answer", "note is a text"},
			"NUL":        {answers(`{"note":"a\u0000b"}`), "bad_answer", "U+0000"},
			"deep":       {answers(`{"fields":` + strings.Repeat(`{"a":`, 12000) + `1` + strings.Repeat(`}`, 12001)), "bad_answer", ""},
			"breaks off": {func(w http.ResponseWriter) {
				w.Header().Set("Content-Length", "100")
				_, _ = io.WriteString(w, `{"note"`)
			}, "unreachable", "complete"},
			"no HTTP":      {func(w http.ResponseWriter) { hijack(w, "moon\r\n\r\n") }, "unreachable", ""},
			"endless head": {func(w http.ResponseWriter) { hijack(w, "HTTP/1.1 200 OK\r\nX: "+strings.Repeat("a", 128<<10)) }, "unreachable", ""},
		} {
			r.Answer(c.answer)
			class, detail, _ := w.failed(id, button)
			if class != c.class || !strings.Contains(detail, c.detail) || strings.Contains(detail, "127.0.0.1") {
				t.Errorf("%s: %s, %s", name, class, detail)
			}
		}
		if got := w.bodies(id, k.Key); got != "" || len(elsewhere.Delivered()) > 0 {
			t.Errorf("the notes are %q, and %d calls followed a redirect", got, len(elsewhere.Delivered()))
		}
		r.Answer(func(w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) })
		if p := w.press(k.Key, id, button); p["state"] != "done" || len(p["applied"].([]any)) > 0 {
			t.Errorf("an empty answer: %v", p)
		}
	})
}

func hijack(w http.ResponseWriter, text string) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_, _ = io.WriteString(conn, text)
		_ = conn.Close()
	}
}

// Addresses of the service's own network are never called, and not told.
func TestPressesStayOutside(t *testing.T) {
	k := testkit.New(t, testkit.Options{Strict: true, Config: func(c *config.Serve) { c.AllowLoopbackReceivers = false }})
	w := buttonWorld{noteWorld{k, t}}
	id, _ := w.conversation("+14155550101")
	for _, url := range []string{"https://127.0.0.1/x", "https://localhost/x", "https://10.0.0.1/x", "https://169.254.169.254/latest", "https://[::1]/x", "http://example.com/x", "https://0x7f.1/"} {
		if r := k.Do(http.MethodPost, "/v1/action-buttons", k.Key, map[string]any{"label": "In", "kind": "post", "url": url}); r.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", url, r.Status, r.Body)
		}
	}
	// A name may come to lead inside.
	button := w.create(map[string]any{"label": "In", "kind": "post", "url": "https://example.com/x"}, nil).Text("id")
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a private address was called") }))
	defer inside.Close()
	k.Must(k.DB().Update(t.Context(), k.WorkspaceID, func(tx *db.Tx) error {
		_, err := tx.Exec(db.SQL(`UPDATE buttons SET url = $2 WHERE workspace_id = $1`), k.WorkspaceID, inside.URL)
		return err
	}))
	if class, detail, _ := w.failed(id, button); class != "forbidden_address" || strings.Contains(detail, "127.") {
		t.Errorf("%s, %s", class, detail)
	}
}

// A system that answers slowly holds up nobody but those who press its button.
func TestSlowSystemsBehindButtons(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	w := buttonWorld{noteWorld{k, t}}
	id, _ := w.conversation("+14155550101")
	slow, free := make(chan struct{}), make(chan struct{})
	hangs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slow <- struct{}{}
		select {
		case <-free:
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, `{"note":"slow"}`)
	}))
	defer hangs.Close()
	button := w.create(map[string]any{"label": "Slow", "kind": "post", "url": hangs.URL}, nil).Text("id")
	var under sync.WaitGroup
	for range crm.MaxButtonPresses {
		under.Go(func() {
			if r := k.Do(http.MethodPost, pressPath(id, button), k.Key, nil); r.Status != http.StatusOK || r.Text("state") != "done" {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		})
		<-slow
	}
	if r := k.Do(http.MethodPost, pressPath(id, button), k.Key, nil); r.Status != http.StatusTooManyRequests || r.Code() != string(crm.CodeButtonBusy) || r.Header.Get("Retry-After") == "" {
		t.Errorf("one more: %d %s", r.Status, r.Body)
	}
	other := w.calls(k.ListenReceiver(), nil)
	if p := w.press(k.Key, id, other); p["state"] != "done" {
		t.Errorf("another button: %v", p)
	}
	if n := k.Count("button_presses", "state = 'calling'"); n != crm.MaxButtonPresses {
		t.Errorf("%d presses are under way", n)
	}
	w.do(http.StatusCreated, http.MethodPost, "/v1/conversations/"+id+"/notes", k.Key, map[string]any{"body": "meanwhile"}) // no transaction is open
	close(free)
	under.Wait()
	if got := w.bodies(id, k.Key); got != strings.Repeat("slow ", crm.MaxButtonPresses)+"meanwhile" {
		t.Errorf("the notes are %q", got)
	}
}

func TestPressesTimeOut(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, testkit.Options{})
	w := buttonWorld{noteWorld{k, t}}
	id, _ := w.conversation("+14155550101")
	drips := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, " ")
			_ = http.NewResponseController(w).Flush()
			time.Sleep(100 * time.Millisecond)
		}
	}))
	defer drips.Close()
	button := w.create(map[string]any{"label": "Slow", "kind": "post", "url": drips.URL}, nil).Text("id")
	began := time.Now()
	if class, detail, _ := w.failed(id, button); class != "timeout" || !strings.Contains(detail, "10") || time.Since(began) > 14*time.Second {
		t.Errorf("%s, %s after %s", class, detail, time.Since(began))
	}
}

// One key is one press. What a crash left between call and answer is unknown, and
// what comes later is not applied.
func TestPressesHappenOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := buttonWorld{noteWorld{k, t}}
		id, _ := w.conversation("+14155550101")
		r := k.ListenReceiver()
		button := w.calls(r, nil)
		r.Answer(answers(`{"note":"once","message":"Done"}`))
		var first testkit.Response
		for i := range 3 {
			again := k.DoIdempotent(http.MethodPost, pressPath(id, button), k.Key, "once", nil)
			if i == 0 {
				first = again
			}
			if again.Status != http.StatusOK || string(again.Body) != string(first.Body) || again.Text("message") != "Done" {
				t.Errorf("%d %s, at first %s", again.Status, again.Body, first.Body)
			}
		}
		if got := w.bodies(id, k.Key); got != "once" || len(r.Delivered()) != 1 {
			t.Errorf("the notes are %q after %d calls", got, len(r.Delivered()))
		}

		// While it is called, a press runs out of time: its answer comes too late.
		var late string
		r.Answer(func(rw http.ResponseWriter) {
			k.Advance(2 * crm.PressTime)
			_, _ = io.WriteString(rw, `{"note":"late"}`)
		})
		p := k.DoIdempotent(http.MethodPost, pressPath(id, button), k.Key, "late", nil)
		if late = p.Text("id"); p.Text("state") != "unknown" || w.bodies(id, k.Key) != "once" {
			t.Errorf("%s, and the notes are %q", p.Body, w.bodies(id, k.Key))
		}
		if again := k.DoIdempotent(http.MethodPost, pressPath(id, button), k.Key, "late", nil); again.Text("id") != late || again.Text("state") != "unknown" || len(r.Delivered()) != 2 {
			t.Errorf("%s", again.Body)
		}
		if list := w.do(http.StatusOK, http.MethodGet, "/v1/action-buttons/"+button+"/presses", k.Key, nil); list.Text("data", "0", "id") != late || list.Text("data", "0", "state") != "unknown" {
			t.Errorf("the presses are %s", list.Body)
		}
	})
}

// Who presses does no more than they may themselves, and the business is told no
// more than they may read.
func TestPressesGoByThePresser(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := buttonWorld{noteWorld{k, t}}
		id, contact := w.conversation("+14155550101")
		w.do(http.StatusCreated, http.MethodPost, "/v1/contact-fields", k.Key, map[string]any{"key": "tier", "label": "Tier", "type": "text"})
		w.do(http.StatusOK, http.MethodPatch, "/v1/contacts/"+contact, k.Key, map[string]any{"name": "Ann"})
		r := k.ListenReceiver()
		button := w.calls(r, nil)
		opens := w.opens("https://shop.example/{contact.phone}/{conversation.id}", nil)
		r.Answer(answers(`{"note":"seen","fields":{"tier":"gold"}}`))

		few := k.NewKey(k.WorkspaceID, crm.ScopeConversationsRead, crm.ScopeConversationsWrite)
		p := w.press(few, id, button)
		if fmt.Sprint(p["applied"]) != "[/note]" || !slices.Equal(skips(p), []string{"/fields not_allowed"}) {
			t.Errorf("the press is %v", p)
		}
		if call := r.Delivered()[0]; fmt.Sprint(call.Data["contact"]) != "map[id:"+contact+"]" {
			t.Errorf("told is %s", call.Body)
		}
		if b := w.shown(few, id)[opens]; b["url"] != "https://shop.example//"+id || fmt.Sprint(b["missing"]) != "[contact.phone]" {
			t.Errorf("shown is %v", b)
		}
		r.Answer(answers(`{"removeLabelIds":["lbl_01jd5k3v6rf0w8m2a4t9x7bq1b"]}`))
		if p := w.press(few, id, button); fmt.Sprint(p["applied"]) != "[]" || !slices.Equal(skips(p), []string{"/removeLabelIds/0 unchanged"}) {
			t.Errorf("a label that it does not have is taken off: %v", p)
		}
		// Whoever says where a system is that is told of contacts decides about webhooks.
		labels := k.NewKey(k.WorkspaceID, crm.ScopeTeamsRead, crm.ScopeTeamsWrite)
		w.do(http.StatusForbidden, http.MethodPost, "/v1/action-buttons", labels, map[string]any{"label": "Mine", "kind": "post", "url": "https://example.com/mine"})
		w.do(http.StatusForbidden, http.MethodPatch, "/v1/action-buttons/"+button, labels, map[string]any{"url": "https://example.com/mine"})
		w.do(http.StatusForbidden, http.MethodPost, "/v1/action-buttons/"+button+"/rotate-secret", labels, map[string]any{})
		w.do(http.StatusOK, http.MethodPatch, "/v1/action-buttons/"+opens, labels, map[string]any{"label": "Theirs"})
		reads := k.NewKey(k.WorkspaceID, crm.ScopeConversationsRead)
		if list := w.shown(reads, id); list[button] != nil || list[opens] == nil {
			t.Errorf("shown to who only reads are %v", list)
		}
		w.do(http.StatusForbidden, http.MethodPost, pressPath(id, button), reads, nil)
		for _, path := range []string{"/v1/action-buttons", "/v1/action-buttons/" + button, "/v1/action-buttons/" + button + "/presses"} {
			w.do(http.StatusForbidden, http.MethodGet, path, few, nil)
		}
		w.do(http.StatusForbidden, http.MethodDelete, "/v1/action-buttons/"+button, few, nil)

		// Beyond the reach there is no conversation; a button of another team is not there.
		team := w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Billing"}).Text("id")
		theirs := w.calls(k.ListenReceiver(), map[string]any{"label": "Theirs", "teamIds": []string{team}})
		role := w.do(http.StatusCreated, http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Own", "scopes": []string{"conversations:read", "conversations:write", "messages:write"}, "reach": "own_and_followed"}).Text("id")
		agent := k.NewPerson(k.WorkspaceID, role)
		w.do(http.StatusNotFound, http.MethodGet, "/v1/conversations/"+id+"/buttons", agent.Key, nil)
		w.do(http.StatusNotFound, http.MethodPost, pressPath(id, button), agent.Key, nil)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": agent.ID})
		if list := w.shown(agent.Key, id); list[button] == nil || list[theirs] != nil {
			t.Errorf("shown are %v", list)
		}
		w.do(http.StatusNotFound, http.MethodPost, pressPath(id, theirs), agent.Key, nil)
		if p := w.press(agent.Key, id, button); p["state"] != "done" {
			t.Errorf("the press is %v", p)
		}
		w.do(http.StatusOK, http.MethodPut, "/v1/teams/"+team+"/members", k.Key, map[string]any{"userIds": []string{agent.ID}})
		k.Eventually("the button of the team is there", func() bool { return w.shown(agent.Key, id)[theirs] != nil })

		// Who loses the conversation during the call does nothing to it any more.
		r.Answer(func(rw http.ResponseWriter) {
			w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": ""})
			_, _ = io.WriteString(rw, `{"note":"lost","replyProposal":"lost"}`)
		})
		if p := w.press(agent.Key, id, button); !slices.Equal(skips(p), []string{"/note not_found", "/replyProposal not_found"}) || p["replyProposal"] != "" {
			t.Errorf("the press is %v", p)
		}
	})
}

// Names of contacts are values of a URL, whatever they are.
func TestHostileNamesInURLs(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	w := buttonWorld{noteWorld{k, t}}
	id, contact := w.conversation("+14155550101")
	button := w.opens("https://shop.example/c/{contact.name}/orders?name={contact.name}&phone={contact.phone}&a=1#{contact.name}", nil)
	for name, want := range map[string]string{
		"Ann":               "https://shop.example/c/Ann/orders?name=Ann&phone=%2B14155550101&a=1#Ann",
		"../../admin?x=1#y": "https://shop.example/c/..%2F..%2Fadmin%3Fx%3D1%23y/orders?name=..%2F..%2Fadmin%3Fx%3D1%23y&phone=%2B14155550101&a=1#..%2F..%2Fadmin%3Fx%3D1%23y",
		"..":                "https://shop.example/c//orders?name=..&phone=%2B14155550101&a=1#..",
		"@evil.example\\&a": "https://shop.example/c/%40evil.example%5C%26a/orders?name=%40evil.example%5C%26a&phone=%2B14155550101&a=1#%40evil.example%5C%26a",
		"{contact.phone}":   "https://shop.example/c/%7Bcontact.phone%7D/orders?name=%7Bcontact.phone%7D&phone=%2B14155550101&a=1#%7Bcontact.phone%7D",
	} {
		w.do(http.StatusOK, http.MethodPatch, "/v1/contacts/"+contact, k.Key, map[string]any{"name": name})
		if got := w.shown(k.Key, id)[button]["url"]; got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
	if r := w.do(http.StatusConflict, http.MethodPost, pressPath(id, button), k.Key, nil); r.Code() != string(crm.CodeButtonOpens) {
		t.Errorf("%s", r.Body)
	}
}

func TestButtonLimit(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	w := buttonWorld{noteWorld{k, t}}
	for range crm.MaxButtons {
		w.opens("https://shop.example/", nil)
	}
	body, _ := json.Marshal(map[string]any{"label": "More", "kind": "open_url", "url": "https://shop.example/"})
	if r := k.Do(http.MethodPost, "/v1/action-buttons", k.Key, json.RawMessage(body)); r.Status != http.StatusConflict || r.Code() != string(crm.CodeButtonLimit) {
		t.Errorf("one more: %d %s", r.Status, r.Body)
	}
}
