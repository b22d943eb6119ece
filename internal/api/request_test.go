package api_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// A key beyond its rate gets 429 with when to come again; others do not.
func TestRateLimit(t *testing.T) {
	const limit = 5
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) { c.RateLimit = limit }})
	var refused testkit.Response
	passed := 0
	for range 1000 {
		refused = k.Do(http.MethodGet, "/v1/phone-numbers", k.Key, nil)
		if refused.Status == http.StatusTooManyRequests {
			break
		}
		passed++
		if refused.Header.Get("RateLimit-Policy") != `"default";q=5;w=1` || !strings.HasPrefix(refused.Header.Get("RateLimit"), `"default";r=`) {
			t.Fatalf("a request within the limit has the headers %v", refused.Header)
		}
	}
	if passed < limit || refused.Code() != string(crm.CodeRateLimited) {
		t.Fatalf("%d requests passed, then %d %s", passed, refused.Status, refused.Body)
	}
	if n, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || n < 1 {
		t.Errorf("Retry-After is %q", refused.Header.Get("Retry-After"))
	}
	if refused.Header.Get("RateLimit") != `"default";r=0;t=1` {
		t.Errorf("RateLimit is %q", refused.Header.Get("RateLimit"))
	}
	if r := k.Do(http.MethodGet, "/v1/phone-numbers", k.Other.Key, nil); r.Status != http.StatusOK {
		t.Errorf("another key is refused as well: %d", r.Status)
	}
	k.Eventually("the key is let through again", func() bool {
		return k.Do(http.MethodGet, "/v1/phone-numbers", k.Key, nil).Status == http.StatusOK
	})
}

// A rotated key works beside its successor until the overlap is over.
func TestKeyRotation(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	made := k.Do(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Orders", "scopes": []string{"messages:read"}})
	old := made.Text("key")
	fresh := k.Do(http.MethodPost, "/v1/api-keys/"+made.Text("id")+"/rotate", k.Key, map[string]any{"overlapSeconds": 3600}).Text("key")
	check := func(when string, oldStatus int, oldCode crm.Code) {
		t.Helper()
		if r := k.Do(http.MethodGet, "/v1/messages", old, nil); r.Status != oldStatus || r.Code() != string(oldCode) {
			t.Errorf("%s the old key gets %d %s", when, r.Status, r.Code())
		}
		if r := k.Do(http.MethodGet, "/v1/messages", fresh, nil); r.Status != http.StatusOK {
			t.Errorf("%s the new key gets %d", when, r.Status)
		}
		if r := k.Do(http.MethodGet, "/v1/events", fresh, nil); r.Status != http.StatusForbidden {
			t.Errorf("%s the new key has more scopes than the old one", when)
		}
	}
	check("at once", http.StatusOK, "")
	k.Advance(time.Hour - time.Minute)
	check("just before the end", http.StatusOK, "")
	k.Advance(2 * time.Minute)
	check("after the end", http.StatusUnauthorized, crm.CodeKeyExpired)
}

// A revoked key ends at once, whatever is remembered of it.
func TestRevokedKey(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	made := k.Do(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Orders", "scopes": []string{"*"}})
	for _, want := range []int{http.StatusOK, http.StatusUnauthorized} {
		if r := k.Do(http.MethodGet, "/v1/messages", made.Text("key"), nil); r.Status != want {
			t.Errorf("the key gets %d, want %d", r.Status, want)
		}
		k.Do(http.MethodDelete, "/v1/api-keys/"+made.Text("id"), k.Key, nil)
	}
}

// Both secrets sign during the overlap, the new one alone after it.
func TestSecretRotation(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		r := k.ListenReceiver()
		made := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": r.URL})
		path := "/v1/webhook-endpoints/" + made.Text("id")
		r.SetSecret(made.Text("secret"))
		signatures := func(n int) int {
			k.Do(http.MethodPost, path+"/test", k.Key, map[string]any{"event": "messages.upsert"})
			return strings.Count(r.Eventually(n)[n-1].Header.Get("webhook-signature"), "v1,")
		}
		if n := signatures(1); n != 1 {
			t.Errorf("one secret makes %d signatures", n)
		}
		fresh := k.Do(http.MethodPost, path+"/rotate-secret", k.Key, map[string]any{"overlapSeconds": 3600}).Text("secret")
		if n := signatures(2); n != 2 { // still verified by the old secret
			t.Errorf("two secrets make %d signatures", n)
		}
		r.SetSecret(fresh)
		signatures(3)
		k.Advance(2 * time.Hour)
		if n := signatures(4); n != 1 {
			t.Errorf("after the overlap there are %d signatures", n)
		}
	})
}

// Twenty requests at once with one Idempotency-Key make one message.
func TestIdempotencyAtOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		answers := make([]testkit.Response, 20)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() {
				answers[i] = k.DoIdempotent(http.MethodPost, "/v1/messages", k.Key, "order-48213", testkit.OrderShipped("+14155550123"))
			})
		}
		all.Wait()
		var bodies []string
		first := 0
		for _, r := range answers {
			switch {
			case r.Status == http.StatusAccepted:
				bodies = append(bodies, string(r.Body))
				if r.Header.Get("Idempotent-Replayed") == "" {
					first++
				}
			case r.Status != http.StatusConflict || r.Code() != string(crm.CodeIdempotencyRunning):
				t.Errorf("one of them gets %d %s", r.Status, r.Body)
			}
		}
		if len(slices.Compact(bodies)) != 1 || first != 1 {
			t.Errorf("%d first answers, %d different ones", first, len(slices.Compact(bodies)))
		}
		if n := k.Count("messages"); n != 1 {
			t.Errorf("there are %d messages", n)
		}
	})
}

// An answer is kept for 24 hours, per workspace.
func TestIdempotencyLife(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	send := func(key string) (string, string) {
		r := k.DoIdempotent(http.MethodPost, "/v1/messages", key, "order-48213", testkit.OrderShipped("+14155550123"))
		return r.Text("messageId"), r.Header.Get("Idempotent-Replayed")
	}
	first, _ := send(k.Key)
	if id, replayed := send(k.Other.Key); id == first || replayed != "" {
		t.Error("another workspace gets the answer of this one")
	}
	k.Advance(23 * time.Hour)
	if id, replayed := send(k.Key); id != first || replayed != "true" {
		t.Errorf("after 23 h the answer is %s %q, was %s", id, replayed, first)
	}
	k.Advance(2 * time.Hour)
	if id, replayed := send(k.Key); id == first || replayed != "" {
		t.Errorf("after 25 h the answer is still %s", id)
	}
}

// elsewhere are the operations whose own tests make a request again, because it needs
// weeks, or would leave other requests with several accounts.
var elsewhere = map[string]bool{"request-badge": true, "finish-signup": true, "request-app-history": true}

// changeNothing are the operations that read with a body.
var changeNothing = map[string]bool{"preview-contact-import": true, "preview-deal-import": true, "search-knowledge": true, "fill-canned-reply": true, "lint-template": true,
	"draft-conversation-summary": true, "preview-calendar-holidays": true, "preview-template": true, "preview-template-draft": true, "preview-segment": true}

// Every POST gives its first answer again under the same Idempotency-Key:
// status and body to the byte, and nothing happens twice.
func TestEveryPostIsIdempotent(t *testing.T) {
	names := newNameServer(t)
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour, Config: func(c *config.Serve) { c.NameServer = names.conn.LocalAddr().String() }})
	x := newThings(k)
	review(t, k, reviewLater) // no verdict comes between two calls
	for _, op := range readDocument(t, k).operations() {
		if op.method != http.MethodPost || changeNothing[op.id] || elsewhere[op.id] {
			continue
		}
		if op.access() == "user" || op.access() == "public" { // a key may not ask, and outside of workspaces no answer is kept
			continue
		}
		_, body := op.body()
		if op.id == "connect-messaging-account" { // the example's token is not the simulator's
			body = map[string]any{"messagingAccountId": k.WABAID, "systemUserToken": k.App.Sandbox.Token}
		}
		if op.id == "advance-simulated-clock" { // the example's day ends keys and makes retries due
			body = map[string]any{"advanceSeconds": 1}
		}
		if op.id == "upload-media" { // the example is on the web
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(pdf(100)) }))
			defer web.Close()
			body = map[string]any{"url": web.URL + "/receipt.pdf"}
		}
		if op.id == "merge-contacts" { // the example names nobody
			body = map[string]any{"contactId": x.stranger}
		}
		if op.id == "retry-broadcast" {
			continue // it needs somebody who failed: TestARetryReachesWhomItMay repeats it
		}
		path := x.fill(t, op)
		if op.id == "recrawl-knowledge-source" { // the source at hand is not from the web
			page := k.Do(http.MethodPost, "/v1/knowledge/sources", k.Key, map[string]any{"kind": "page", "url": "http://127.0.0.1:1/help"})
			path = "/v1/knowledge/sources/" + page.Text("id") + "/recrawl"
			k.Quiet()
		}
		switch op.id {
		case "verify-sso-domain": // the record is where it belongs
			names.set("mine.example", k.Do(http.MethodGet, "/v1/sso-connections/"+x.connection, k.Key, nil).Text("domains", "0", "record"))
		case "erase-contact": // the one at hand is still needed
			path = "/v1/contacts/" + k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": "+14155550181"}).Text("id") + "/erase"
		case "send-invitation": // the user at hand is deactivated by now
			path = "/v1/users/" + k.Do(http.MethodPost, "/v1/users", k.Key, map[string]any{"email": "again@example.com", "name": "Again", "role": "agent"}).Text("id") + "/invitation"
		}
		switch op.id {
		case "rotate-account-token":
			control(t, k.App.Sandbox.URL, "token", `{"token":"EAAfresh"}`)
			body = map[string]any{"systemUserToken": "EAAfresh"}
		case "fix-onboarding-finding":
			unsubscribe(k, k.WABAID)
		case "submit-template", "archive-template", "unarchive-template": // the one at hand is an empty draft
			path = templateFor(t, k, op.id)
		case "start-broadcast", "pause-broadcast", "resume-broadcast", "cancel-broadcast": // the one at hand is a draft
			path = broadcastFor(t, k, strings.TrimSuffix(op.id, "-broadcast"))
		}
		if op.id == "publish-assistant" { // the assistant at hand has an evaluation
			path = "/v1/assistants/" + k.Do(http.MethodPost, "/v1/assistants", k.Key, map[string]any{"name": "Night"}).Text("id") + "/publish"
		}
		switch op.id {
		case "create-routing-rule": // the example's team is not here
			body = map[string]any{"name": "Refunds", "target": map[string]any{"teamId": x.team}}
		case "create-deal": // nor is its pipeline
			body = map[string]any{"title": "Chairs", "pipelineId": x.pipeline}
		case "create-deal-rule":
			body = map[string]any{"name": "Offers", "trigger": "button_tapped", "act": map[string]any{"type": "create_deal", "pipelineId": x.pipeline, "title": "Offer"}}
		case "move-deal": // the one at hand is not where the example has it
			stages := k.Do(http.MethodGet, "/v1/pipelines/"+x.pipeline, k.Key, nil).JSON()["stages"].([]any)
			body = map[string]any{"toStageId": stages[1].(map[string]any)["id"]}
		case "create-deal-action":
			stages := k.Do(http.MethodGet, "/v1/pipelines/"+x.pipeline, k.Key, nil).JSON()["stages"].([]any)
			body = map[string]any{"dealIds": []string{x.deal}, "move": map[string]any{"toStageId": stages[0].(map[string]any)["id"]}}
		case "reject-proposal", "undo-proposal": // the one at hand was accepted
			do, state := "/reject", crm.AutonomySuggest
			if op.id == "undo-proposal" {
				do, state = "/undo", crm.AutonomyAct
			}
			team := k.Do(http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": op.id}).Text("id")
			path = "/v1/proposals/" + propose(k, k.Tenant, x.assistant, x.conversation, state, crm.ProposedAct{Kind: crm.ProposeTeam, TeamID: team}) + do
		case "create-qr-code": // the number was deregistered
			k.Do(http.MethodPost, strings.Replace(path, "/qr-codes", "/register", 1), k.Key, map[string]any{"pin": "482931"})
		case "create-routing-rehearsal": // neither is its team
			body = map[string]any{}
		case "requeue-conversation": // nobody has the one at hand
			at := "/v1/conversations/" + x.conversation
			k.Do(http.MethodPut, at+"/status", k.Key, map[string]any{"status": "open"})
			k.Do(http.MethodPut, at+"/assignment", k.Key, map[string]any{"agentId": x.colleague})
			k.Quiet()
		}
		var answers [2]testkit.Response
		var rows [2]string
		for i := range answers {
			answers[i] = k.DoIdempotent(http.MethodPost, path, k.Key, "once-"+op.id, body)
			k.Quiet()
			rows[i] = checkedAnyway.ReplaceAllString(x.state(), "")
		}
		if answers[0].Status >= 300 || answers[0].Header.Get("Idempotent-Replayed") != "" {
			t.Errorf("%s: the first answer is %d %s", op.id, answers[0].Status, answers[0].Body)
		}
		if answers[1].Status != answers[0].Status || string(answers[1].Body) != string(answers[0].Body) || answers[1].Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("%s: the second answer is %d %s, the first was %d %s", op.id, answers[1].Status, answers[1].Body, answers[0].Status, answers[0].Body)
		}
		if rows[0] != rows[1] {
			t.Errorf("%s: the second request changed something: %s", op.id, unlike(rows[0], rows[1]))
		}
	}
}

const reviewLater = 7 * 24 * time.Hour // in no test

// review sets how long the simulator reviews a template.
func review(t *testing.T, k *testkit.Kit, d time.Duration) {
	t.Helper()
	control(t, k.App.Sandbox.URL, "config", `{"templateReviewMs":`+strconv.FormatInt(d.Milliseconds(), 10)+`}`)
}

// checkedAnyway are the rows of a check that comes every half minute, whoever asks.
var checkedAnyway = regexp.MustCompile(`(?m)^ *(number_setups|onboarding_items) .*\n`)

// unlike are the lines that two states do not have in common.
func unlike(a, b string) string {
	var out []string
	was, is := strings.Split(a, "\n"), strings.Split(b, "\n")
	for _, line := range was {
		if !slices.Contains(is, line) {
			out = append(out, "- "+line)
		}
	}
	for _, line := range is {
		if !slices.Contains(was, line) {
			out = append(out, "+ "+line)
		}
	}
	return "\n" + strings.Join(out, "\n")
}

// broadcastFor makes a broadcast for later that takes the act, and returns where.
func broadcastFor(t *testing.T, k *testkit.Kit, act string) string {
	path := "/v1/broadcasts/" + broadcasting{k, t}.create(numbers(0, 2), map[string]any{"scheduledAt": k.Now().Add(time.Hour)})
	k.Quiet()
	if act != "start" {
		k.Do(http.MethodPost, path+"/start", k.Key, nil)
	}
	if act == "resume" {
		k.Do(http.MethodPost, path+"/pause", k.Key, nil)
	}
	return path + "/" + act
}

// unsubscribe ends the provider's webhooks of an account.
func unsubscribe(k *testkit.Kit, wabaID string) {
	graph(k, http.MethodDelete, "/"+wabaID+"/subscribed_apps", "")
}

// graph asks the simulator as the app itself, and returns what it answers.
func graph(k *testkit.Kit, method, path, body string) string {
	req, err := http.NewRequestWithContext(context.Background(), method, k.App.Sandbox.URL+"/v25.0"+path, strings.NewReader(body))
	k.Must(err)
	req.Header.Set("Authorization", "Bearer "+k.App.Sandbox.Token)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	k.Must(err)
	answer, err := io.ReadAll(res.Body)
	k.Must(err)
	k.Must(res.Body.Close())
	return string(answer)
}

// templateFor makes a template that an operation fits, and returns the path.
func templateFor(t *testing.T, k *testkit.Kit, operation string) string {
	review(t, k, time.Millisecond)
	defer review(t, k, reviewLater)
	do, _, _ := strings.Cut(operation, "-")
	body := delayed("to_"+do, "Hi {{name}}, it is late.")
	body["submit"] = do != "submit"
	path := "/v1/templates/" + k.Do(http.MethodPost, "/v1/templates", k.Key, body).Text("id")
	becomes := func(status string) {
		k.Eventually("the template is "+status, func() bool {
			r := k.Do(http.MethodGet, path, k.Key, nil)
			return r.Text("status") == status && r.Text("action") == ""
		})
	}
	if do != "submit" {
		becomes("approved")
	}
	if do == "unarchive" {
		k.Do(http.MethodPost, path+"/archive", k.Key, nil)
		becomes("archived")
	}
	k.Quiet()
	return path + "/" + do
}

// What is not under /v1 answers without a key; unknown paths say so.
func TestOtherPaths(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	for _, c := range []struct {
		method, path string
		status       int
		code         crm.Code
	}{
		{http.MethodGet, "/healthz", http.StatusOK, ""},
		{http.MethodGet, "/readyz", http.StatusOK, ""},
		{http.MethodGet, "/metrics", http.StatusOK, ""},
		{http.MethodGet, "/openapi.json", http.StatusOK, ""},
		{http.MethodGet, "/openapi.yaml", http.StatusOK, ""},
		{http.MethodGet, "/", http.StatusFound, ""},
		{http.MethodGet, "/nothing", http.StatusNotFound, crm.CodeNotFound},
		{http.MethodGet, "/v1/nothing", http.StatusNotFound, crm.CodeNotFound},
		{http.MethodDelete, "/v1/phone-numbers", http.StatusMethodNotAllowed, crm.CodeMethodNotAllowed},
		{http.MethodPut, "/v1/messages", http.StatusMethodNotAllowed, crm.CodeMethodNotAllowed},
		{http.MethodDelete, "/healthz", http.StatusMethodNotAllowed, crm.CodeMethodNotAllowed},
	} {
		r := k.Do(c.method, c.path, k.Key, nil)
		if r.Status != c.status || r.Code() != string(c.code) || r.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s %s answers %d %s", c.method, c.path, r.Status, r.Body)
		}
		if c.status == http.StatusMethodNotAllowed && r.Header.Get("Allow") == "" {
			t.Errorf("%s %s does not say what is allowed", c.method, c.path)
		}
	}
}

// A test key belongs to a test workspace and a live key to a live one.
func TestKeysTellTheirWorkspace(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	_, live, err := k.App.Service.Access.CreateWorkspace(context.Background(), "Live", true, "en_US")
	k.Must(err)
	if !strings.HasPrefix(k.Key, "sk_test_") || !strings.HasPrefix(live.Secret, "sk_live_") {
		t.Errorf("the keys begin with %s and %s", k.Key[:8], live.Secret[:8])
	}
	actor, err := k.App.Service.Access.Authenticate(context.Background(), live.Secret, "")
	k.Must(err)
	if !actor.Live {
		t.Error("the live key's actor is not live")
	}
}
