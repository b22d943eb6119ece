package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/service/proposal"
	"service.example/crm/internal/testkit"
)

// What every operation of the document must have and do. Whoever adds one is
// told here what is missing.
func TestEveryOperation(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	doc := readDocument(t, k)
	things := newThings(k)
	list := doc.operations()
	if len(list) < 21 {
		t.Fatalf("the document has %d operations only", len(list))
	}
	for _, op := range list {
		t.Run(op.id, func(t *testing.T) {
			if op.access() == "scope" && (!slices.Contains(crm.Scopes, crm.Scope(op.scope)) || op.scope == "*") {
				t.Errorf("x-scope is %q, which is no scope", op.scope)
			}
			checkSecurity(t, op)
			checkExample(t, doc, op)
			checkTruth(t, op)
			if samples, _ := op.node["x-codeSamples"].([]any); len(samples) == 0 {
				t.Error("there is no x-codeSamples: add sdk/typescript/samples/" + op.id)
			}
			_, example := op.body()
			path := things.fill(t, op)
			if op.access() == "public" {
				return
			}
			if r := k.Do(op.method, path, "", example); r.Status != http.StatusUnauthorized || r.Header.Get("WWW-Authenticate") == "" {
				t.Errorf("without a key it answers %d, %v", r.Status, r.Header)
			}
			if op.access() == "user" {
				if r := k.Do(op.method, path, k.Key, example); r.Status != http.StatusForbidden || r.Text("code") != string(crm.CodeUserRequired) {
					t.Errorf("to a key it answers %d %s", r.Status, r.Body)
				}
			}
			if op.access() != "scope" {
				return
			}
			if r := k.Do(op.method, path, k.NewKey(k.WorkspaceID, allBut(op.scope)...), example); r.Status != http.StatusForbidden || !strings.Contains(r.Text("detail"), op.scope) {
				t.Errorf("without its scope it answers %d %s", r.Status, r.Body)
			}
		})
	}
	if things.changed() {
		t.Error("a request without key or scope changed something")
	}
}

func allBut(scope string) []crm.Scope {
	return slices.DeleteFunc(slices.Clone(crm.Scopes), func(s crm.Scope) bool { return s == crm.ScopeAll || string(s) == scope })
}

func checkSecurity(t *testing.T, op operation) {
	key, session := map[string]any{"apiKey": []any{}}, map[string]any{"session": []any{}}
	if op.scope != "" {
		key["apiKey"] = []any{op.scope}
	}
	want := map[string][]any{"scope": {key, session}, "any": {key, session}, "user": {session}, "public": {map[string]any{}}}[op.access()]
	if !reflect.DeepEqual(op.node["security"], want) {
		t.Errorf("security is %v, want %v", op.node["security"], want)
	}
}

func checkExample(t *testing.T, doc document, op operation) {
	schema, example := op.body()
	if schema == nil {
		return
	}
	if example == nil {
		t.Error("the request has no example")
		return
	}
	for _, fault := range doc.accepts(schema, example, "") {
		t.Error("the example is not accepted by the schema: " + fault)
	}
}

// checkTruth wants a truth file with what goes well and what is refused, and
// every status in it in the document.
func checkTruth(t *testing.T, op operation) {
	cases := truths(t, op.id)
	if len(cases) == 0 {
		t.Errorf("there is no truth file testdata/%s.json", op.id)
		return
	}
	good, refused := false, false
	responses := op.node["responses"].(map[string]any)
	for _, c := range cases {
		good = good || c.Response.Status < 300
		refused = refused || c.Response.Status >= 400
		if _, told := responses[strconv.Itoa(c.Response.Status)]; !told {
			t.Errorf("the document does not tell of the status %d (%s)", c.Response.Status, c.Label)
		}
	}
	if !good || !refused {
		t.Error("the truth file needs a case that goes well and one that is refused")
	}
}

// Truth files are about operations that exist.
func TestNoTruthFileIsLeftOver(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	var ids []string
	for _, op := range readDocument(t, k).operations() {
		ids = append(ids, op.id)
	}
	files, _ := filepath.Glob("testdata/*.json")
	for _, file := range files {
		id, _, _ := strings.Cut(filepath.Base(file), ".")
		if !slices.Contains(ids, id) {
			t.Errorf("%s is about no operation", file)
		}
	}
}

// things are one of everything in the first workspace, which others must not
// reach.
type things struct {
	k                                                                      *testkit.Kit
	message, endpoint, key, answers                                        string
	conversation, contact, event                                           string
	file                                                                   string
	field, merge, stranger, table, erasure                                 string
	delivery, redelivery                                                   string
	model                                                                  string
	source, gap                                                            string
	team, role, calendar                                                   string
	before                                                                 string
	assistant, evaluation                                                  string
	connection                                                             string
	user, note, canned, colleague                                          string
	label, view, segment, action, button, rehearsal                        string
	promise                                                                string
	pipeline, deal, dealReason, rateCard, dealRule, reconciliation, budget string
	dealField, dealAction, dealNote                                        string
	proposal                                                               string
	dealTable, broadcast, template                                         string
}

func newThings(k *testkit.Kit) *things {
	x := &things{k: k}
	later := testkit.OrderShipped("+14155550123")
	later["scheduledAt"] = k.Now().Add(time.Hour)
	x.message = k.SendMessage(later)
	x.answers = k.EventuallyStored(k.CustomerWrites("+14155550123", "Hello"))
	k.EventuallyStored(k.CustomerWrites("+14155550189", "Hello"))
	shown := k.Message(x.message)
	x.conversation, x.contact = shown["conversationId"].(string), shown["contactId"].(string)
	// Nobody answers there, and nothing is tried again while a test runs.
	x.endpoint = k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": "https://example.com/webhook", "events": []string{"template.status_updated"}, "retrySchedule": []int{86400}}).Text("id")
	x.redelivery = k.Do(http.MethodPost, "/v1/webhook-endpoints/"+x.endpoint+"/redeliveries", k.Key, map[string]any{"what": "failed"}).Text("id")
	k.Quiet()
	k.Do(http.MethodPatch, "/v1/webhook-endpoints/"+x.endpoint, k.Key, map[string]any{"enabled": false})
	x.delivery = k.Do(http.MethodPost, "/v1/webhook-endpoints/"+x.endpoint+"/test", k.Key, map[string]any{"event": "template.status_updated"}).Text("deliveryId")
	k.Do(http.MethodPatch, "/v1/webhook-endpoints/"+x.endpoint, k.Key, map[string]any{"enabled": true})
	x.field = k.Do(http.MethodPost, "/v1/contact-fields", k.Key, map[string]any{"key": "note", "label": "Note", "type": "text"}).Text("id")
	twin := k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": "+14155550177", "name": "Twin"}).Text("id")
	k.Do(http.MethodPost, "/v1/contacts/"+x.contact+"/merge", k.Key, map[string]any{"contactId": twin})
	x.stranger = k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": "+14155550178"}).Text("id")
	x.erasure = k.Do(http.MethodPost, "/v1/contacts/"+k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": "+14155550180"}).Text("id")+"/erase", k.Key, nil).Text("id")
	x.table = k.Do(http.MethodPost, "/v1/contact-imports", k.Key, map[string]any{"csv": "phone\n+14155550179\nnone"}).Text("id")
	x.source = k.Do(http.MethodPost, "/v1/knowledge/sources", k.Key, map[string]any{"kind": "question", "question": "Where is the secret shop?", "answer": "Below the bridge."}).Text("id")
	k.Must(k.DB().Update(context.Background(), k.WorkspaceID, func(tx *db.Tx) error {
		return library.RecordGap(tx, k.WorkspaceID, crm.GapQuestion{Question: "Do you sell gift cards?", ConversationID: x.conversation})
	}))
	k.Quiet()
	x.gap = k.Rows("SELECT id FROM knowledge_gaps WHERE workspace_id = '%s'", k.WorkspaceID)[0]["id"].(string)
	x.merge = k.Rows("SELECT id FROM contact_merges WHERE workspace_id = '%s'", k.WorkspaceID)[0]["id"].(string)
	x.key = k.Do(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Mine", "scopes": []string{"*"}}).Text("id")
	x.model = k.Do(http.MethodPost, "/v1/ai/providers", k.Key, map[string]any{"name": "Mine", "kind": "openai", "baseUrl": k.App.Sandbox.URL + "/v1", "model": "sandbox-1"}).Text("id")
	x.connection = k.Do(http.MethodPost, "/v1/sso-connections", k.Key, map[string]any{"name": "Mine", "issuer": "https://login.mine.example", "clientId": "crm", "clientSecret": "secret", "domains": []string{"mine.example"}}).Text("id")
	x.file = upload(k, k.Key, "receipt.pdf", "application/pdf", pdf(1000)).Text("id")
	x.assistant = k.Do(http.MethodPost, "/v1/assistants", k.Key, map[string]any{"name": "Mine"}).Text("id")
	x.evaluation = k.Do(http.MethodPost, "/v1/assistants/"+x.assistant+"/evaluations", k.Key, map[string]any{"source": "questions", "questions": []any{map[string]any{"question": "Hello"}}}).Text("id")
	x.team = k.Do(http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Mine"}).Text("id")
	x.calendar = k.Do(http.MethodPost, "/v1/calendars", k.Key, map[string]any{"name": "Mine", "timeZone": "UTC"}).Text("id")
	x.role = k.Do(http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Mine", "scopes": []string{"messages:read"}, "reach": "teams"}).Text("id")
	x.user = k.Do(http.MethodPost, "/v1/users", k.Key, map[string]any{"email": "things@example.com", "name": "Mine", "role": "agent"}).Text("id")
	x.note = k.Do(http.MethodPost, "/v1/conversations/"+x.conversation+"/notes", k.Key, map[string]any{"body": "Mine"}).Text("id")
	x.promise = k.Do(http.MethodPost, "/v1/conversations/"+x.conversation+"/promises", k.Key, map[string]any{"text": "Mine", "dueAt": k.Now().Add(time.Hour)}).Text("id")
	x.colleague = k.NewPerson(k.WorkspaceID, crm.RoleAgent).ID
	x.canned = k.Do(http.MethodPost, "/v1/canned-replies", k.Key, map[string]any{"shortcut": "mine", "body": "Hi"}).Text("id")
	x.label = k.Do(http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": "Mine"}).Text("id")
	x.view = k.Do(http.MethodPost, "/v1/views", k.Key, map[string]any{"name": "Mine"}).Text("id")
	x.segment = k.Do(http.MethodPost, "/v1/segments", k.Key, map[string]any{"name": "Mine", "filter": map[string]any{"name": map[string]any{"contains": "a"}}}).Text("id")
	x.rehearsal = k.Do(http.MethodPost, "/v1/routing/rehearsals", k.Key, map[string]any{}).Text("id")
	x.action = k.Do(http.MethodPost, "/v1/actions", k.Key, map[string]any{"conversationIds": []string{x.conversation}, "change": map[string]any{"priority": "high"}}).Text("id")
	x.button = k.Do(http.MethodPost, "/v1/action-buttons", k.Key, map[string]any{"label": "Mine", "kind": "post", "url": "http://127.0.0.1:1/mine"}).Text("id")
	k.Do(http.MethodPost, "/v1/conversations/"+x.conversation+"/buttons/"+x.button+"/press", k.Key, nil)
	pipeline := k.Do(http.MethodPost, "/v1/pipelines", k.Key, map[string]any{"name": "Mine", "stages": []any{map[string]any{"name": "New"}}})
	x.pipeline = pipeline.Text("id")
	x.deal = k.Do(http.MethodPost, "/v1/deals", k.Key, map[string]any{"title": "Mine", "pipelineId": x.pipeline, "conversationId": x.conversation}).Text("id")
	x.dealField = k.Do(http.MethodPost, "/v1/deal-fields", k.Key, map[string]any{"key": "mine", "label": "Mine", "type": "text"}).Text("id")
	x.dealAction = k.Do(http.MethodPost, "/v1/deal-actions", k.Key, map[string]any{"dealIds": []string{x.deal}, "move": map[string]any{"toStageId": pipeline.Text("stages", "1", "id")}}).Text("id")
	x.dealNote = k.Do(http.MethodPost, "/v1/deals/"+x.deal+"/notes", k.Key, map[string]any{"body": "Mine"}).Text("id")
	x.broadcast = k.Do(http.MethodPost, "/v1/broadcasts", k.Key, map[string]any{"name": "Hello", "templateName": "hello_world", "language": "en_US", "audience": map[string]any{"recipients": []any{map[string]any{"to": "+14155550123"}}}}).Text("id")
	x.dealTable = k.Do(http.MethodPost, "/v1/deal-imports", k.Key, map[string]any{"csv": "title,amount\nImported,12\nRefused,much"}).Text("id")
	x.budget = k.Do(http.MethodPost, "/v1/budgets", k.Key, map[string]any{"name": "Mine", "period": "day", "amount": "90000", "currency": "USD"}).Text("id")
	x.reconciliation = k.Do(http.MethodPost, "/v1/charges/reconciliations", k.Key, map[string]any{}).Text("id")
	x.rateCard = k.Do(http.MethodPost, "/v1/rate-cards", k.Key, map[string]any{"name": "Mine", "prices": "valid_from,market,category,currency,above,amount\n2026-10-01,Germany,marketing,EUR,0,0.1131\n"}).Text("id")
	x.dealReason = k.Do(http.MethodPost, "/v1/deal-reasons", k.Key, map[string]any{"name": "Mine"}).Text("id")
	x.dealRule = k.Do(http.MethodPost, "/v1/deal-rules", k.Key, map[string]any{"name": "Mine", "trigger": "label_added", "conditions": map[string]any{"labelIds": []string{x.label}}, "act": map[string]any{"type": "create_deal", "pipelineId": x.pipeline, "title": "Mine"}}).Text("id")
	x.template = k.Do(http.MethodPost, "/v1/templates", k.Key, map[string]any{"name": "mine", "language": "en_US"}).Text("id")
	other := k.Do(http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": "No rule acts on it"}).Text("id")
	x.proposal = propose(k, k.Tenant, x.assistant, x.conversation, crm.AutonomySuggest, crm.ProposedAct{Kind: crm.ProposeLabel, LabelID: other})
	x.event = k.Rows("SELECT id FROM events WHERE workspace_id = '%s' AND kind <> 'audit.recorded' ORDER BY id LIMIT 1", k.WorkspaceID)[0]["id"].(string)
	k.Quiet()
	x.before = x.state()
	return x
}

// propose has an assistant that may do so much propose something because of a new message,
// and returns the proposal.
func propose(k *testkit.Kit, of testkit.Tenant, assistant, conversation string, state crm.AutonomyState, act crm.ProposedAct) string {
	k.Do(http.MethodPut, "/v1/assistants/"+assistant+"/autonomy/"+string(act.Kind), of.Key, map[string]any{"state": state})
	k.Must(k.DB().Update(context.Background(), of.NumberID, func(tx *db.Tx) error {
		return k.App.Service.Proposal.Propose(tx, proposal.Found{WorkspaceID: of.WorkspaceID, ConversationID: conversation, AssistantID: assistant, MessageID: tx.NewID(crm.PrefixMessage), Acts: []crm.ProposedAct{act}})
	}))
	k.Quiet()
	return k.Rows("SELECT id FROM proposals WHERE workspace_id = '%s' ORDER BY id DESC", of.WorkspaceID)[0]["id"].(string)
}

// state is everything that the workspace has, but keys that tests make and the
// secret of the cache, which is made when it is first needed.
func (x *things) state() string {
	var out []string
	for _, table := range slices.Concat(tables(), []string{"events"}) {
		if table == "api_keys" || table == "assistant_settings" {
			continue
		}
		for _, row := range x.k.Rows("SELECT * FROM %s WHERE workspace_id = '%s'", table, x.k.WorkspaceID) {
			if row["kind"] != "audit.recorded" { // of keys that tests make
				out = append(out, fmt.Sprintln(table, row))
			}
		}
	}
	slices.Sort(out)
	return fmt.Sprintln(out,
		x.k.Rows("SELECT settings, cache_generation FROM assistant_settings WHERE workspace_id = '%s'", x.k.WorkspaceID),
		x.k.Rows("SELECT id, revoked_at, rotated_to FROM api_keys WHERE id = '%s'", x.key))
}

func (x *things) changed() bool { x.k.Quiet(); return x.state() != x.before }

// ids are what must never be shown to another workspace.
func (x *things) ids() []string {
	return []string{x.message, x.answers, x.endpoint, x.key, x.conversation, x.contact, x.event, x.delivery, x.redelivery, x.field, x.merge, x.stranger, x.erasure, x.table, x.file, x.k.NumberID, x.k.AccountID,
		x.model, x.user, x.connection, x.assistant, x.evaluation,
		x.source, x.gap, x.team, x.role, x.note, x.canned, x.label, x.view, x.action, x.button, x.rehearsal, x.calendar, x.promise, x.pipeline, x.deal, x.dealReason, x.rateCard, x.reconciliation, x.budget, x.dealRule, x.dealField, x.dealAction, x.dealNote, x.proposal, x.dealTable, x.template, x.broadcast,
		x.k.WorkspaceID, x.k.KeyID}
}

// fill puts the first workspace's identifiers into a path. A new noun must be
// added here.
func (x *things) fill(t *testing.T, op operation) string {
	known := map[string]string{"/v1/messages/{id}": x.message, "/v1/messages/{id}/read": x.answers, "/v1/webhook-endpoints/{id}": x.endpoint, "/v1/api-keys/{id}": x.key, "/v1/events/{id}": x.event, "/v1/media/{id}": x.file,
		"/v1/contacts/{id}": x.contact, "/v1/contact-fields/{id}": x.field, "/v1/contact-merges/{id}": x.merge, "/v1/contact-imports/{id}": x.table, "/v1/contact-erasures/{id}": x.erasure, "/v1/phone-numbers/{id}": x.k.NumberID, "/v1/assistants/{id}": x.assistant, "/v1/conversations/{id}": x.conversation,
		"/v1/ai/providers/{id}":      x.model,
		"/v1/sso-connections/{id}":   x.connection,
		"/v1/users/{id}":             x.user,
		"/v1/knowledge/sources/{id}": x.source, "/v1/knowledge/gaps/{id}": x.gap,
		"/v1/sessions/{id}":                         "ses_01jd5k3v6rf0w8m2a4t9x7bq1e", // a person's own
		"/v1/notifications/push-subscriptions/{id}": "psh_01jd5k3v6rf0w8m2a4t9x7bq1e", // a person's own
		"/v1/me/passkeys/{id}":                      "pky_01jd5k3v6rf0w8m2a4t9x7bq1e",
		"/v1/users/{id}/availability":               x.colleague,
		"/v1/canned-replies/{id}":                   x.canned,
		"/v1/routing-rules/{key}":                   "refunds",
		"/v1/routing/agents/{id}":                   x.colleague, "/v1/routing/teams/{id}": x.team, "/v1/routing/rehearsals/{id}": x.rehearsal, "/v1/routing/rules/versions/{version}": "1", "/v1/service-levels/versions/{version}": "2", // the example makes the first of the other one
		"/v1/labels/{id}": x.label, "/v1/views/{id}": x.view, "/v1/segments/{id}": x.segment, "/v1/actions/{id}": x.action, "/v1/action-buttons/{id}": x.button, "/v1/promises/{id}": x.promise, "/v1/proposals/{id}": x.proposal,
		"/v1/teams/{id}": x.team, "/v1/roles/{id}": x.role, "/v1/calendars/{id}": x.calendar,
		"/v1/pipelines/{id}": x.pipeline, "/v1/deals/{id}": x.deal, "/v1/deal-reasons/{id}": x.dealReason, "/v1/rate-cards/{id}": x.rateCard, "/v1/budgets/{id}": x.budget, "/v1/charges/reconciliations/{id}": x.reconciliation, "/v1/charges/reconciliations/{id}/differences": x.reconciliation, "/v1/deal-rules/{id}": x.dealRule, "/v1/deal-fields/{id}": x.dealField, "/v1/deal-actions/{id}": x.dealAction, "/v1/deal-imports/{id}": x.dealTable, "/v1/deals/{id}/notes/{noteId}": x.deal,
		"/v1/sandbox/phones/{number}":     "+14155550189",
		"/v1/onboarding/{item}":           "payment_card",
		"/v1/messaging-accounts/{id}":     x.k.AccountID,
		"/v1/onboarding/doctor/{finding}": "webhooks_not_subscribed." + x.k.AccountID,
		"/v1/reports/{report}":            "answers",
		"/v1/templates/{id}":              x.template,
		"/v1/broadcasts/{id}":             x.broadcast, "/v1/charges/savings": "",
		"/v1/event-types/{name}": "messages.upsert", "/v1/template-gallery/{id}": "order_shipped"}
	for _, prefix := range slices.Backward(slices.Sorted(maps.Keys(known))) { // the longest that fits
		if rest, ok := strings.CutPrefix(op.path, prefix); ok {
			return strings.NewReplacer("{id}", known[prefix], "{noteId}", x.dealNote, "{name}", known[prefix], "{number}", known[prefix], "{version}", known[prefix], "{key}", known[prefix], "{report}", known[prefix], "{item}", known[prefix], "{finding}", known[prefix]).Replace(prefix) +
				strings.NewReplacer("{tag}", "vip", "{contactId}", x.contact, "{code}", "4O4YGZEG3RIVE1", "{domain}", "mine.example", "{noteId}", x.note, "{buttonId}", x.button, "{number}", "1", "{kind}", "team", "{cause}", "bubbles", "{secretId}", "wks_0000000000000000", "{deliveryId}", x.delivery, "{redeliveryId}", x.redelivery, "{evaluationId}", x.evaluation).Replace(rest)
		}
	}
	if strings.Contains(op.path, "{") {
		t.Fatalf("this test does not know what to put into %s", op.path)
	}
	return op.path
}

// Another workspace's key reaches nothing of the first workspace: by its
// identifiers in paths, queries and bodies it gets 404, a refusal or nothing.
func TestAnotherWorkspaceReachesNothing(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	x := newThings(k)
	for _, op := range readDocument(t, k).operations() {
		if op.id == "advance-simulated-clock" { // a demo has one clock: it moves what falls due everywhere
			continue
		}
		_, example := op.body()
		path := x.fill(t, op)
		r := k.Do(op.method, path, k.Other.Key, example)
		if op.access() == "user" {
			continue // refused to every key
		}
		everywhere := op.id == "get-event-type" || op.id == "get-gallery-template" || strings.HasPrefix(op.path, "/v1/onboarding/{item}") || op.id == "list-saving-messages" || strings.HasPrefix(op.path, "/v1/reports/{report}") // names that every workspace has; a report is of its own
		if path != op.path && !everywhere && r.Status != http.StatusNotFound {
			t.Errorf("%s with a foreign identifier answers %d %s", op.id, r.Status, r.Body)
		}
		x.mustNotShow(t, op.id, r)
	}
	for _, query := range []string{"/v1/messages?conversationId=" + x.conversation, "/v1/events?after=" + x.event, "/v1/messages?to=%2B14155550123",
		"/v1/contacts?phone=%2B14155550123", "/v1/contacts?q=T", "/v1/contacts?q=1415"} {
		x.mustNotShow(t, query, k.Do(http.MethodGet, query, k.Other.Key, nil))
	}
	for field, value := range map[string]string{"from": k.NumberID, "replyTo": x.answers} {
		body := testkit.OrderShipped("+14155550123")
		body[field] = value
		r := k.Do(http.MethodPost, "/v1/messages", k.Other.Key, body)
		if r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"pointer":"/`+field+`"`) {
			t.Errorf("a foreign %s is answered with %d %s", field, r.Status, r.Body)
		}
	}
	r := k.Do(http.MethodPost, "/v1/messaging-accounts", k.Other.Key, map[string]any{"messagingAccountId": k.WABAID, "systemUserToken": k.App.Sandbox.Token})
	if r.Status != http.StatusConflict {
		t.Errorf("a foreign account can be connected: %d %s", r.Status, r.Body)
	}
	if x.changed() {
		t.Error("another workspace's key changed something")
	}
}

// mustNotShow fails when an answer has anything of the first workspace that
// the question did not have.
func (x *things) mustNotShow(t *testing.T, question string, r testkit.Response) {
	t.Helper()
	body := string(r.Body)
	if r.Status == http.StatusNotFound { // it repeats the identifier that was asked for
		return
	}
	for _, id := range x.ids() {
		if strings.Contains(body, id) {
			t.Errorf("%s shows %s to another workspace: %s", question, id, body)
		}
	}
}

// The webhooks in the document are the events that are sent.
func TestWebhooksOfTheDocument(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	doc := readDocument(t, k)
	webhooks := doc["webhooks"].(map[string]any)
	if len(webhooks) != len(crm.EventKinds) {
		t.Errorf("the document has %d webhooks, the catalogue %d events", len(webhooks), len(crm.EventKinds))
	}
	r := k.NewReceiver()
	for _, kind := range crm.EventKinds {
		item, _ := webhooks[string(kind)].(map[string]any)
		op := operation{node: item["post"].(map[string]any)}
		schema, example := op.body()
		sample, ok := crm.EventSample(kind)
		if !ok {
			t.Fatalf("there is no sample of %s", kind)
		}
		want := map[string]any{}
		raw, err := crm.EventBody(kind, time.Unix(1767225600, 0), sample)
		k.Must(err)
		k.Must(json.Unmarshal(raw, &want))
		if !reflect.DeepEqual(example, any(want)) {
			t.Errorf("the example of %s is %v, the sample is %v", kind, example, want)
		}
		for _, fault := range doc.accepts(schema, example, "") {
			t.Errorf("the example of %s is not accepted by its schema: %s", kind, fault)
		}
		id := k.Rows("SELECT id FROM webhook_endpoints WHERE workspace_id = '%s'", k.WorkspaceID)[0]["id"].(string)
		k.Do(http.MethodPost, "/v1/webhook-endpoints/"+id+"/test", k.Key, map[string]any{"event": kind})
		sent := r.Eventually(1, string(kind))[0]
		if !reflect.DeepEqual(any(sent.Data), want["data"]) {
			t.Errorf("a test sends %v as %s, the document says %v", sent.Data, kind, want["data"])
		}
	}
}
