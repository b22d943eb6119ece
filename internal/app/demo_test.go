package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/people"
)

// patience is how long the demo has for what must happen.
const patience = time.Minute

// demo is a running demo, as crm demo makes it.
type demo struct {
	t    *testing.T
	app  *app.App
	info app.DemoInfo
}

func startDemo(t *testing.T, dir string) *demo { return startDemoWith(t, dir, false) }

func startDemoWith(t *testing.T, dir string, day bool) *demo {
	t.Helper()
	ctx := context.Background()
	a, err := app.New(ctx, app.DemoConfig(dir, "127.0.0.1:0"), app.Options{Sandbox: sandbox.DemoConfig(), Demo: true, Day: day})
	if err != nil {
		t.Fatal(err)
	}
	d := &demo{t: t, app: a}
	t.Cleanup(d.stop)
	if err := a.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if d.info, err = a.SeedDemo(ctx, dir); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *demo) stop() {
	if d.app == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := d.app.Stop(ctx); err != nil {
		d.t.Error(err)
	}
	d.app = nil
}

// call makes a call to the API, or to the sandbox where the path begins so.
func (d *demo) call(method, path string, body, out any) {
	d.t.Helper()
	base := d.info.URL
	if strings.HasPrefix(path, "/_sandbox/") {
		base = d.info.SandboxURL
	}
	raw, _ := json.Marshal(body)
	req, _ := http.NewRequest(method, base+path, bytes.NewReader(raw))
	req.Header.Set("Authorization", "Bearer "+d.info.APIKey)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		d.t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	if res.StatusCode >= 300 {
		d.t.Fatalf("%s %s: %d %s", method, path, res.StatusCode, text)
	}
	if out != nil {
		if err := json.Unmarshal(text, out); err != nil {
			d.t.Fatalf("%s %s: %v: %s", method, path, err, text)
		}
	}
}

// told is the data of an event, as far as the test looks at it.
type told struct {
	MessageID    string  `json:"message_id"`
	AIReply      string  `json:"ai_reply"`
	AITokensUsed int     `json:"ai_tokens_used"`
	CacheHit     bool    `json:"cache_hit"`
	Reason       string  `json:"reason"`
	ToProvider   *string `json:"to_provider"`
}

func (d *demo) events(kind string) (out []told) {
	d.t.Helper()
	var list struct{ Data []struct{ Data told } }
	d.call("GET", "/v1/events?limit=200&event="+kind, nil, &list)
	for _, e := range list.Data {
		out = append(out, e.Data)
	}
	return out
}

// write lets a customer write.
func (d *demo) write(from, text string) (messageID string) {
	d.t.Helper()
	var sent struct{ MessageID string }
	d.call("POST", "/_sandbox/messages", map[string]any{"from": from, "text": text}, &sent)
	return sent.MessageID
}

// ask lets a customer write and returns what was made of it.
func (d *demo) ask(from, text string) told {
	d.t.Helper()
	return d.madeOf(d.write(from, text))
}

// madeOf waits for what was made of a message.
func (d *demo) madeOf(messageID string) told {
	d.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		for _, u := range d.events("messages.upsert") {
			if u.MessageID == messageID {
				return u
			}
		}
		if time.Now().After(deadline) {
			d.t.Fatalf("nothing was made of %s", messageID)
		}
	}
}

// counts are how many of everything the demo has.
func (d *demo) counts() string {
	d.t.Helper()
	var out []string
	for _, noun := range []string{"ai/providers", "knowledge/sources", "assistants", "conversations", "contacts", "messages", "api-keys"} {
		var list struct{ Data []json.RawMessage }
		d.call("GET", "/v1/"+noun+"?limit=200", nil, &list)
		out = append(out, fmt.Sprintf("%s %d", noun, len(list.Data)))
	}
	return strings.Join(out, ", ")
}

const seeded = "ai/providers 2, knowledge/sources 6, assistants 1, conversations 3, contacts 3, messages 3, api-keys 1"

func TestTheDemoAnswersByItself(t *testing.T) {
	d := startDemo(t, t.TempDir())
	if got := d.counts(); got != seeded {
		t.Errorf("the demo has %s, want %s", got, seeded)
	}
	first := d.ask("+14155550201", "When are you open?")
	if !strings.Contains(first.AIReply, "9:00 to 18:00") || first.AITokensUsed == 0 || first.CacheHit {
		t.Errorf("the first question: %+v", first)
	}
	if again := d.ask("+14155550202", "When are you open?"); again.AIReply != first.AIReply || again.AITokensUsed != 0 || !again.CacheHit {
		t.Errorf("the same question again: %+v", again)
	}
	if d.ask("+14155550203", "I want to talk to a person"); len(d.events("conversation.handed_off")) != 1 || d.events("conversation.handed_off")[0].Reason != "asked_for_person" {
		t.Errorf("hand-offs: %+v", d.events("conversation.handed_off"))
	}
	d.call("POST", "/_sandbox/ai", []map[string]any{{"match": map[string]string{"path": "/ai/one/"}, "fail": "server_error", "times": 2}}, nil)
	if u := d.ask("+14155550204", "How long does delivery take?"); !strings.Contains(u.AIReply, "two to three working days") {
		t.Errorf("with the first provider down: %+v", u)
	}
	if list := d.events("ai.failover_triggered"); len(list) != 1 || list[0].Reason != "server_error" || list[0].ToProvider == nil {
		t.Errorf("failovers: %+v", list)
	}
	d.countsMove()
	want := map[string]string{}
	for i, q := range [][2]string{{"Do you sell gift cards?", "gift cards of $25"}, {"Can I send something back?", "30 days"},
		{"How much is the floor lamp?", "$89"}, {"Which payment methods do you accept?", "PayPal"}, {"What are your opening hours?", "9:00 to 18:00"}} {
		want[d.write(fmt.Sprintf("+1415555021%d", i), q[0])] = q[1]
	}
	for id, text := range want {
		if u := d.madeOf(id); !strings.Contains(u.AIReply, text) {
			t.Errorf("%q is not in %+v", text, u)
		}
	}
}

// A fresh demo has a day of the shop behind it: every list of the inbox has something
// in it, nothing of it is of the future, and the next start adds nothing.
func TestTheDemoBeginsWithADay(t *testing.T) {
	dir := t.TempDir()
	d := startDemoWith(t, dir, true)
	type listed struct {
		Data []struct {
			ID                       string
			ActivityAt, WaitingSince *time.Time
		}
	}
	views := []string{"all", "unassigned", "needs_answer", "assistant", "snoozed", "closed", "waiting_longest", "window_closing", "follow_ups"}
	for _, view := range views {
		var list listed
		if d.call("GET", "/v1/conversations?limit=100&view="+view, nil, &list); len(list.Data) == 0 {
			t.Errorf("the view %s is empty", view)
		}
		for _, c := range list.Data {
			if c.ActivityAt == nil || time.Since(*c.ActivityAt) < -time.Second || time.Since(*c.ActivityAt) > 10*time.Hour {
				t.Errorf("%s was active at %v", c.ID, c.ActivityAt)
			}
		}
	}
	var waiting listed
	d.call("GET", "/v1/conversations?view=waiting_longest", nil, &waiting)
	if len(waiting.Data) > 0 && time.Since(*waiting.Data[0].WaitingSince) < 3*time.Hour {
		t.Errorf("who waits longest waits since %s", waiting.Data[0].WaitingSince)
	}
	d.explains()
	var saved struct{ Data []struct{ ID string } }
	d.call("GET", "/v1/views", nil, &saved)
	var list listed
	if len(saved.Data) == 1 {
		d.call("GET", "/v1/conversations?viewId="+saved.Data[0].ID, nil, &list)
	}
	if len(list.Data) == 0 {
		t.Errorf("the saved views %v have nothing", saved.Data)
	}
	before := d.counts()
	d.stop()
	d = startDemoWith(t, dir, true)
	if after := d.counts(); after != before {
		t.Errorf("after a second start the demo has %s, had %s", after, before)
	}
	if u := d.ask("+14155550301", "When are you open?"); !strings.Contains(u.AIReply, "9:00 to 18:00") {
		t.Errorf("after the day the assistant says %+v", u)
	}
}

// The pipeline of the demo has forty deals, some on each stage, in three currencies and
// more, and each lost one says why.
func TestTheDemoHasDealsInMotion(t *testing.T) {
	d := startDemoWith(t, t.TempDir(), true)
	var pipelines struct{ Data []struct{ ID string } }
	d.call("GET", "/v1/pipelines", nil, &pipelines)
	if len(pipelines.Data) != 1 {
		t.Fatalf("the demo has %d pipelines", len(pipelines.Data))
	}
	var board struct {
		Columns []struct {
			Stage  struct{ Name, Kind string }
			Count  int
			Totals []struct{ Currency string }
			Deals  []struct {
				ReasonID, Title string
			}
		}
	}
	d.call("GET", "/v1/pipelines/"+pipelines.Data[0].ID+"/board?limit=50", nil, &board)
	all, currencies := 0, map[string]bool{}
	for _, c := range board.Columns {
		if all += c.Count; c.Count < 4 || c.Count != len(c.Deals) {
			t.Errorf("%s has %d deals, %d in its column", c.Stage.Name, c.Count, len(c.Deals))
		}
		for _, sum := range c.Totals {
			currencies[sum.Currency] = true
		}
		for _, of := range c.Deals {
			if lost := c.Stage.Kind == "lost"; lost != (of.ReasonID != "") {
				t.Errorf("%s on %s has the reason %q", of.Title, c.Stage.Name, of.ReasonID)
			}
		}
	}
	if all != 40 || len(currencies) < 4 {
		t.Errorf("%d deals in %d currencies", all, len(currencies))
	}
}

// The login of the demo finds something in the lists that are a person's own, too, and
// what people work with.
func TestTheDemosLoginHasWork(t *testing.T) {
	d := startDemoWith(t, t.TempDir(), true)
	in, err := d.app.Service.People.SignIn(t.Context(), people.SignInRequest{Email: d.info.Login.Email, Password: d.info.Login.Password}, crm.Origin{IP: "127.0.0.1", UserAgent: "Test"})
	if err != nil {
		t.Fatal(err)
	}
	list := func(path string) (out []map[string]any) {
		t.Helper()
		req, _ := http.NewRequest(http.MethodGet, d.info.URL+path, nil)
		req.AddCookie(&http.Cookie{Name: "crm", Value: in.Secret})
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var body struct{ Data []map[string]any }
		if err := json.NewDecoder(res.Body).Decode(&body); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v", path, res.StatusCode, err)
		}
		return body.Data
	}
	for _, path := range []string{"/v1/conversations?view=mine", "/v1/conversations?view=followed", "/v1/conversations?view=mentions",
		"/v1/drafts", "/v1/actions", "/v1/action-buttons", "/v1/canned-replies", "/v1/views"} {
		if len(list(path)) == 0 {
			t.Errorf("%s has nothing", path)
		}
	}
	if ratings := list("/v1/ratings"); len(ratings) != 1 || ratings[0]["score"] != 5.0 || ratings[0]["comment"] != "Chen was quick and kind." {
		t.Errorf("the ratings are %v", ratings)
	}
	for _, team := range list("/v1/teams") {
		if id := team["id"].(string); team["name"] == "Sales" && len(list("/v1/conversations?view=team&teamId="+id)) == 0 {
			t.Error("the team has nothing")
		}
	}
	// What became late while the day was told is found within seconds of its end.
	states := map[string]bool{}
	eventually(t, "a clock is met, one runs, one is late", func() bool {
		for _, view := range []string{"all", "closed"} {
			for _, c := range list("/v1/conversations?limit=100&view=" + view) {
				for _, clock := range list("/v1/conversations/" + c["id"].(string) + "/clocks") {
					if clock["breachedAt"] != nil {
						states["late"] = true
						continue
					}
					states[fmt.Sprint(clock["state"])] = true
				}
			}
		}
		return states["met"] && states["running"] && states["late"]
	})
}

// What the demo sends to many is there in every state, with what it costs: the simulator
// said so of each message. None of it is work in the inbox.
func TestTheDemoHasBroadcastsAndCharges(t *testing.T) {
	d := startDemoWith(t, t.TempDir(), true)
	var inbox, segments struct{ Data []struct{ ID string } }
	if d.call("GET", "/v1/conversations?limit=100&view=all", nil, &inbox); len(inbox.Data) != 14 {
		t.Errorf("the inbox has %d conversations", len(inbox.Data))
	}
	d.call("GET", "/v1/segments", nil, &segments)
	for _, s := range segments.Data {
		var n struct{ Count int }
		if d.call("GET", "/v1/segments/"+s.ID+"/count", nil, &n); n.Count < 3 {
			t.Errorf("a segment has %d contacts", n.Count)
		}
	}
	var list struct {
		Data []struct {
			ID, Name, Status string
			ScheduledAt      *time.Time
			Counts           struct{ Recipients, Excluded, Sent, Delivered, Read, Failed, Answered int }
		}
	}
	d.call("GET", "/v1/broadcasts", nil, &list)
	states := map[string]int{}
	for _, b := range list.Data {
		states[b.Status]++
		if b.ScheduledAt != nil && (time.Until(*b.ScheduledAt) < 14*time.Hour || time.Until(*b.ScheduledAt) > 48*time.Hour) {
			t.Errorf("%s is scheduled for %s", b.Name, b.ScheduledAt)
		}
		if b.Name != "Lamp week" {
			continue
		}
		if c := b.Counts; c.Recipients != 33 || c.Excluded != 2 || c.Failed != 5 || c.Delivered != 28 || c.Answered < 3 || c.Read == 0 || c.Read == c.Delivered {
			t.Errorf("%s has %+v", b.Name, c)
		}
		var failures, results struct {
			Data     []struct{ ProviderCode, Count int }
			Variants []struct{ Read int }
		}
		if d.call("GET", "/v1/broadcasts/"+b.ID+"/failures", nil, &failures); len(failures.Data) != 2 {
			t.Errorf("its failures are %+v", failures.Data)
		}
		if d.call("GET", "/v1/broadcasts/"+b.ID+"/results", nil, &results); len(results.Variants) != 2 {
			t.Errorf("its variants are %+v", results.Variants)
		}
	}
	if states["completed"] != 2 || states["scheduled"] != 1 || states["draft"] != 1 || len(segments.Data) != 3 {
		t.Errorf("%d segments, broadcasts %v", len(segments.Data), states)
	}
	for by, least := range map[string]int{"day": 6, "category": 3, "market": 6, "phoneNumber": 1, "template": 4, "broadcast": 3} {
		var sums struct {
			Data []struct {
				Key, Amount     string
				Count, Unpriced int
			}
		}
		eventually(t, "what was sent is booked by "+by, func() bool {
			d.call("GET", "/v1/charges/summary?groupBy="+by, nil, &sums)
			return len(sums.Data) >= least
		})
		for _, s := range sums.Data {
			// Today has nothing but what is free as long as it is young.
			past := by == "day" && s.Key < time.Now().UTC().Format(time.DateOnly)
			if s.Unpriced > 0 || past && s.Amount == "0.00" {
				t.Errorf("by %s: %+v", by, s)
			}
		}
	}
}

func TestASecondStartOfTheDemoSeedsNothing(t *testing.T) {
	dir := t.TempDir()
	d := startDemo(t, dir)
	key := d.info.APIKey
	var assistants struct{ Data []struct{ ID string } }
	d.stop()
	d = startDemo(t, dir)
	if got := d.counts(); got != seeded || d.info.APIKey != key {
		t.Errorf("after a second start the demo has %s, want %s", got, seeded)
	}
	if u := d.ask("+14155550201", "When are you open?"); u.AITokensUsed == 0 {
		t.Errorf("after a second start: %+v", u)
	}
	d.repliesAreTaken()
	d.call("GET", "/v1/assistants", nil, &assistants)
	d.call("DELETE", "/v1/assistants/"+assistants.Data[0].ID, nil, nil)
	d.stop()
	d = startDemo(t, dir)
	if d.call("GET", "/v1/assistants", nil, &assistants); len(assistants.Data) != 0 {
		t.Error("an assistant that was deleted came back")
	}
}

// repliesAreTaken answers a customer who wrote before this start: the simulator knows it.
func (d *demo) repliesAreTaken() {
	d.t.Helper()
	var sent struct{ MessageID, Status string }
	d.call("POST", "/v1/messages", map[string]any{"to": "+14155550123", "type": "text", "text": map[string]any{"body": "At nine."}}, &sent)
	for deadline := time.Now().Add(patience); sent.Status != "delivered" && sent.Status != "read"; time.Sleep(20 * time.Millisecond) {
		if sent.Status == "failed" || time.Now().After(deadline) {
			d.t.Fatalf("a reply within the window is %s", sent.Status)
		}
		d.call("GET", "/v1/messages/"+sent.MessageID, nil, &sent)
	}
}

// countsMove waits until the metrics tell of what was asked so far: a turn is counted
// once it is committed, so its events may be seen a moment earlier.
func (d *demo) countsMove() {
	d.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		text := d.metrics()
		wrong := untoldCounts(text)
		if wrong == "" || time.Now().After(deadline) {
			if wrong != "" {
				d.t.Errorf("the metrics do not say %s", wrong)
			}
			if strings.Contains(text, "crm_knowledge_index_bytes 0\n") || strings.Contains(text, "wsp_") {
				d.t.Error("the knowledge has no size, or a workspace is named")
			}
			return
		}
	}
}

func (d *demo) metrics() string {
	d.t.Helper()
	res, err := http.Get(d.info.URL + "/metrics")
	if err != nil {
		d.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

// untoldCounts names the first count that the metrics do not have yet.
func untoldCounts(text string) string {
	for _, line := range []string{`crm_ai_turns_total{reason="model",state="replied"} 2`, `crm_ai_turns_total{reason="cache",state="replied"} 1`,
		`crm_ai_turns_total{reason="asked_for_person",state="handed_off"} 1`, `crm_ai_hand_offs_total{reason="asked_for_person"} 1`,
		`crm_ai_failovers_total{reason="server_error"} 1`, `crm_ai_cache_hits_total 1`, `crm_ai_cache_misses_total 2`, `crm_knowledge_search_duration_seconds_count 3`,
		`crm_ai_calls_total{class="ok",provider_kind="openai"} 1`, `crm_ai_calls_total{class="ok",provider_kind="anthropic"} 1`,
		`crm_ai_calls_total{class="transient",provider_kind="openai"} 2`, `crm_ai_replies_writing 0`, `crm_ai_providers{state="closed"} 2`} {
		if !strings.Contains(text, "\n"+line+"\n") {
			return line
		}
	}
	return ""
}

// demo.json has all that a client of the provider needs to call the sandbox
// itself: its address, its token and the provider's ids.
func TestDemoFileLetsProviderClientsIn(t *testing.T) {
	dir := t.TempDir()
	startDemo(t, dir)
	text, err := os.ReadFile(filepath.Join(dir, "demo.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ SandboxURL, SandboxToken, ProviderAccountID, ProviderPhoneNumberID, AppSecret, VerifyToken string }
	if err := json.Unmarshal(text, &file); err != nil || file.AppSecret == "" || file.VerifyToken == "" {
		t.Fatalf("%v in %s", err, text)
	}
	get := func(path, token string) (status int, body string) {
		req, _ := http.NewRequest(http.MethodGet, file.SandboxURL+"/v25.0/"+path, nil)
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		out, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(out)
	}
	for _, path := range []string{file.ProviderPhoneNumberID, file.ProviderAccountID + "/phone_numbers"} {
		if status, body := get(path, file.SandboxToken); status != http.StatusOK || !strings.Contains(body, `"`+file.ProviderPhoneNumberID+`"`) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if status, body := get(file.ProviderPhoneNumberID, "another"); status == http.StatusOK {
		t.Errorf("another token is taken: %s", body)
	}
}
