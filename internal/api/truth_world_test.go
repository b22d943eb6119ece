package api_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/testkit"
)

// world is where the cases of one file happen: a workspace of their own, the
// values that they saved and the names that volatile values got.
type world struct {
	t *testing.T
	k *testkit.Kit
	testkit.Tenant
	saved map[string]string
	names *names
	// device has the passkey that was made last.
	device *device
}

// newWorld makes the workspace of the i-th file.
func newWorld(t *testing.T, k *testkit.Kit, i int) *world {
	suffix := fmt.Sprintf("%03d", i+3)
	me := k.NewTenant("Truth", "200000000000"+suffix)
	w := &world{t: t, k: k, Tenant: me, names: newNames(), saved: map[string]string{
		"number": me.NumberID, "account": me.AccountID, "key": me.KeyID, "otherNumber": k.Other.NumberID, "otherAccount": k.Other.AccountID,
		"fullNumber": me.Number, "wabaId": me.WABAID, "otherWabaId": k.Other.WABAID, "token": k.App.Sandbox.Token, "receiver": k.ListenReceiver().URL, "sandbox": k.App.Sandbox.URL,
	}}
	// What the simulator's first account would show.
	w.names.replace = strings.NewReplacer(me.Number, "+15550001000", me.WABAID, "200000000000001", me.ProviderNumberID, "100000000000001",
		fmt.Sprintf("9%03d", i+203), "9000", k.App.URL(), "http://service")
	return w
}

var variable = regexp.MustCompile(`<([a-zA-Z]+)([+-][0-9a-z]+)?>`)

// fill replaces <name> and <now+1h>.
func (w *world) fill(s string) string {
	return variable.ReplaceAllStringFunc(s, func(v string) string {
		m := variable.FindStringSubmatch(v)
		if m[1] == "now" {
			d := time.Duration(0)
			if m[2] != "" {
				var err error
				d, err = time.ParseDuration(m[2])
				w.k.Must(err)
			}
			return w.k.Now().Add(d).Format(time.RFC3339)
		}
		value, ok := w.saved[m[1]]
		if !ok {
			w.t.Fatalf("nothing was saved as %q", m[1])
		}
		return value
	})
}

// keyOf returns the key of whoever asks.
func (w *world) keyOf(as string) string {
	id := w.WorkspaceID
	switch {
	case as == "":
		return w.Key
	case as == "nobody":
		return ""
	case as == "other":
		return w.k.Other.Key
	case as == "empty workspace":
		if w.saved["emptyWorkspace"] == "" {
			w.saved["emptyWorkspace"] = w.k.NewTenant("Empty", "").Key
		}
		return w.saved["emptyWorkspace"]
	case slices.Contains([]string{crm.RoleOwner, crm.RoleAdmin, crm.RoleSupervisor, crm.RoleAgent}, as):
		if w.saved[as] == "" {
			p := w.k.NewPerson(id, as)
			w.saved[as], w.saved[as+"Id"], w.saved[as+"Email"] = p.Key, p.ID, p.Email
		}
		return w.saved[as]
	case as == "operator":
		if w.saved[as] == "" {
			w.saved[as] = newOperator(w.k, id, crm.RoleOwner).Key
		}
		return w.saved[as]
	case as == "masked":
		return w.masked()
	case as == "revoked", as == "expired":
		return w.ended(as == "revoked")
	}
	return w.k.NewKey(id, crm.Scope(as))
}

// masked returns a key that sees phone numbers masked.
func (w *world) masked() string {
	ctx := context.Background()
	actor, err := w.k.App.Service.Access.Operator(ctx, w.WorkspaceID)
	w.k.Must(err)
	key, err := w.k.App.Service.Access.CreateAPIKey(ctx, actor, crm.NewAPIKeyRequest{Name: "Masked", Scopes: []crm.Scope{crm.ScopeAll}, MasksPhoneNumbers: true})
	w.k.Must(err)
	return key.Secret
}

// ended returns a key that was good once.
func (w *world) ended(revoked bool) string {
	ctx := context.Background()
	actor, err := w.k.App.Service.Access.Operator(ctx, w.WorkspaceID)
	w.k.Must(err)
	soon := w.k.Now().Add(time.Second)
	key, err := w.k.App.Service.Access.CreateAPIKey(ctx, actor, crm.NewAPIKeyRequest{Name: "Ended", Scopes: []crm.Scope{crm.ScopeAll}, ExpiresAt: &soon})
	w.k.Must(err)
	if revoked {
		w.k.Must(w.k.App.Service.Access.RevokeAPIKey(ctx, actor, key.Key.ID))
	} else {
		w.k.Advance(2 * time.Second)
	}
	return key.Secret
}

// do makes a request and saves what it asks for.
func (w *world) do(r truthRequest, key string) testkit.Response {
	var compact bytes.Buffer // however the file is indented
	if len(r.Body) > 0 {
		w.k.Must(json.Compact(&compact, []byte(w.fill(string(r.Body)))))
	}
	body := compact.Bytes()
	if r.Raw != "" {
		body = []byte(strings.ReplaceAll(r.Raw, "<not UTF-8>", "{\"to\":\"\xff\"}"))
	}
	if r.Zeros > 0 {
		body = append([]byte(`{"type":"`), bytes.Repeat([]byte("0"), r.Zeros<<20)...)
	}
	header := map[string]string{}
	for name, value := range r.Headers {
		header[name] = w.fill(value)
	}
	res := w.k.Send(testkit.Request{Method: r.Method, Path: w.fill(r.Path), Key: key, Header: header, Body: body})
	for name, field := range r.Save {
		value := res.Text(strings.Split(field, ".")...)
		if field == "Set-Cookie" { // as a browser sends it
			value, _, _ = strings.Cut(res.Header.Get(field), ";")
		}
		if _, token, ok := strings.Cut(value, "#token="); ok {
			value = token
		}
		if value == "" {
			w.t.Fatalf("the answer has no %s to save: %d %s", field, res.Status, res.Body)
		}
		w.saved[name] = value
	}
	if r.Path == "/v1/sandbox/messages" && res.Status == http.StatusCreated {
		w.k.EventuallyStored(res.Text("providerMessageId")) // it comes by webhook
	}
	return res
}

// step makes one thing happen, later than what happened before: what happens in one
// millisecond has no order for whoever goes by times.
func (w *world) step(s truthStep) {
	w.k.Advance(10 * time.Millisecond)
	switch {
	case s.Request != nil:
		if res := w.do(*s.Request, w.keyOf(s.Request.As)); res.Status >= 400 {
			w.t.Fatalf("a step was refused: %d %s", res.Status, res.Body)
		}
		w.k.Quiet()
	case s.Customer != nil:
		sent, err := w.k.Sandbox().CustomerSends(sandbox.CustomerMessage{From: s.Customer.From, To: w.Number, Text: s.Customer.Text})
		w.k.Must(err)
		id := w.k.EventuallyStored(sent.MessageID)
		if s.Customer.Save != "" {
			w.saved[s.Customer.Save] = id
		}
		w.k.Quiet() // what follows from it is told of, too
	case s.Rate != nil:
		w.k.Eventually("the question is on the phone", func() bool {
			sent, err := w.k.Sandbox().Tap(s.Rate.From, s.Rate.Tap, nil)
			if err == nil {
				w.k.EventuallyStored(sent.MessageID)
			}
			return err == nil
		})
	case s.Advance != "":
		d, err := time.ParseDuration(s.Advance)
		w.k.Must(err)
		w.k.Advance(d)
	case s.Letter != nil:
		w.k.Eventually("a letter to "+s.Letter.To, func() bool {
			for _, l := range w.k.Sandbox().Mail.Letters(s.Letter.To) {
				if _, token, ok := strings.Cut(strings.Join(l.Links, " "), "#token="); ok {
					w.saved[s.Letter.Save] = token
				}
			}
			return w.saved[s.Letter.Save] != ""
		})
	case s.OptOut != "":
		w.k.OptOut(w.WorkspaceID, s.OptOut)
	case s.Gap != "":
		w.k.Must(w.k.DB().Update(context.Background(), w.WorkspaceID, func(tx *db.Tx) error {
			return library.RecordGap(tx, w.WorkspaceID, crm.GapQuestion{Question: s.Gap, ConversationID: "cnv_1"})
		}))
		w.k.Quiet()
		w.saved["gap"] = w.k.Rows("SELECT id FROM knowledge_gaps WHERE workspace_id = '%s' ORDER BY last_at DESC, id DESC", w.WorkspaceID)[0]["id"].(string)
	case s.Template != nil:
		w.k.Sandbox().SetTemplateStatus(s.Template.Name, "", s.Template.Status, "")
		w.k.Eventually("the template's status is mirrored", func() bool {
			return w.k.Count("templates", fmt.Sprintf("workspace_id = '%s' AND name = '%s' AND status = '%s'",
				w.WorkspaceID, s.Template.Name, strings.ToLower(s.Template.Status))) > 0
		})
	case s.Await != nil:
		id := w.fill(s.Await.Message)
		w.k.Eventually("message "+id+" was "+s.Await.Status, func() bool {
			// Two statuses may come between two looks.
			if w.k.Count("message_states", fmt.Sprintf("message_id = '%s' AND ',' || times LIKE '%%,%s:%%'", id, s.Await.Status)) > 0 {
				return true
			}
			// The simulator schedules a status when the one before was
			// acknowledged, which no clock tells.
			w.k.Advance(time.Hour)
			return false
		})
	case s.Read != "":
		_, err := w.k.Sandbox().Read(s.Read, "")
		w.k.Must(err)
	case s.Indexed:
		w.k.Indexed()
	case s.Notified:
		w.k.Notified()
	case s.Ruled:
		w.k.Ruled()
	case s.Propose != nil:
		p := s.Propose
		act := crm.ProposedAct{Kind: p.Kind, LabelID: w.fill(p.LabelID), TeamID: w.fill(p.TeamID), StageID: w.fill(p.StageID)}
		w.saved["proposal"] = propose(w.k, w.Tenant, w.fill(p.Assistant), w.fill(p.Conversation), p.State, act)
	case s.Factor != nil:
		w.factorStep(s.Factor.As, s.Factor.Do)
	case s.Fault != nil:
		w.k.Must(w.k.Sandbox().SetFaults(*s.Fault))
	case s.Control != nil:
		control(w.t, w.k.App.Sandbox.URL, s.Control.Path, string(s.Control.Body))
	case s.Signup != nil:
		end := onboardingWorld{setupWorld{w.k, w.t}}.signUp(string(s.Signup))
		w.saved["code"], w.saved["waba"] = end["code"].(string), end["messagingAccountId"].(string)
		w.saved["phone"], _ = end["phoneNumberId"].(string)
	case s.Failed != "":
		path := "/v1/broadcasts/" + w.fill(s.Failed)
		w.k.Eventually("the broadcast ends with who failed", func() bool {
			w.k.Advance(10 * time.Second)
			r := w.k.Do(http.MethodGet, path, w.Key, nil)
			counts, _ := r.JSON()["counts"].(map[string]any)
			return r.Text("status") == "completed" && counts["failed"] != 0.0
		})
		w.k.Quiet()
	case s.Unsubscribe:
		unsubscribe(w.k, w.WABAID)
	}
}

// shown are the headers that a truth file keeps.
var shown = []string{"Content-Type", "Retry-After", "Idempotent-Replayed", "WWW-Authenticate", "Allow", "Location"}

func (w *world) response(r testkit.Response) truthResponse {
	out := truthResponse{Status: r.Status}
	for _, name := range shown {
		if v := r.Header.Get(name); v != "" && v != "application/json" {
			if out.Headers == nil {
				out.Headers = map[string]string{}
			}
			out.Headers[name] = v
		}
	}
	if r.Header.Get("X-Request-Id") == "" {
		w.t.Error("the answer has no X-Request-Id")
	}
	var body any
	if json.Unmarshal(r.Body, &body) == nil {
		if of, ok := body.(map[string]any); ok {
			steadyDeployment(of)
		}
		out.Body = w.names.value("", body)
	} else if r.Header.Get("Content-Type") == "application/zip" {
		out.Body = w.names.text("a ZIP: " + strings.Join(slices.Sorted(maps.Keys(unzipped(r.Body))), ", "))
	} else if len(r.Body) > 0 {
		out.Body = w.names.text(string(r.Body))
	}
	return out
}

// hidden are the columns that a truth file leaves away, by table, besides those
// of every table.
var hidden = map[string][]string{
	"api_keys": {"hash", "last_four", "last_used_at", "last_used_from"}, "messaging_accounts": {"token", "app_secret"},
	"templates": {"components", "provider_id"}, "template_versions": {"components"}, "contacts": {"lookup_key", "phone_since", "search_name", "updated_at"},
	"ai_providers": {"sealed_key"}, "ai_calls": {"latency_ms"}, "conversation_states": {"waited_ms", "cleared_ms", "clocks", "due_at", "waiting"}, "clocks": {"used_ms"}, "episodes": {"waited_ms", "waiting"},
	"contact_merges": {"record"}, "contact_imports": {"sealed_key", "object", "run_started_at", "run_updated_at", "run_ended_at"}, "deal_imports": {"sealed_key", "object", "run_started_at", "run_updated_at", "run_ended_at"},
	"broadcasts":         {"run_position", "run_phase", "run_state", "run_started_at", "run_updated_at", "run_ended_at"},
	"messages":           {"times", "attempts", "message_id"},
	"user_tokens":        {"hash"},
	"push_subscriptions": {"endpoint_hash", "sealed"},
	"webhook_endpoints":  {"secrets"}, "buttons": {"secrets"}, "deliveries": {"next_at", "started_at", "latency_ms", "signature", "answer_headers"}, "delivery_attempts": {"started_at", "latency_ms", "signature", "answer_headers"}, "redeliveries": {"run_position", "run_started_at", "run_updated_at", "since_id", "end_id"}, "idempotency_keys": {"request_hash", "result"},
	"consent_records": {"fact"}, "signup_codes": {"hash", "token"},
	"sso_connections": {"sealed_secret"}, "sso_domains": {"token"},
	"assistants": {"updated_at"}, "assistant_settings": {"cache_secret"},
	"evaluations": {"run_position", "run_started_at", "run_updated_at"}, "evaluation_items": {"question", "answers"},
	"ai_turns": {"opened_at", "due_at"}, "ai_cache": {"answer"}, "proposals": {"since"},
	"knowledge_sources": {"sealed_key", "object"}, "knowledge_embeddings": {"sealed_key", "base_url"},
}

// untold are the tables that a truth file does not show: the log, which it tells
// in its own way, what is at work in the background, and what is only counted.
var untold = []string{"account_directory", "audit_heads", "audit_log", "audit_targets", "ai_provider_standings", "conversation_counts", "conversation_count_repairs", "ai_reservations", "ai_usage_days", "delivery_runs", "endpoint_cursors", "endpoint_health", "endpoint_hours", "endpoint_notices", "ended_waits", "waiting_quarters", "waiting_parts", "waiting_labels", "labeled_waits", "events", "health_notices", "jobs", "key_directory", "knowledge_gap_questions", "knowledge_pages", "knowledge_vectors", "log_heads", "message_expirations", "number_activity", "number_directory", "number_paces", "number_traffic", "parked_items", "provider_facts", "provider_webhooks",
	"notifications", "notification_digests", "notification_positions", "deal_rule_positions", "proposal_positions", "report_facts", "report_labels", "report_positions", "report_queue", "report_sums", "deal_facts", "deal_movements", "deal_movement_sums", "deal_sums", "deal_sum_slots", "stage_facts", "search_changes", "search_documents", "search_moves", "search_positions", "search_spans", "template_positions", "template_days", "template_asked", "template_taps", "charge_facts", "charges", "charge_days", "charge_totals", "charge_volumes", "charge_windows", "charge_positions", "charge_repricings",
	"budget_alerts", "broadcast_positions", "broadcast_parts", "broadcast_exclusions", "broadcast_markets", "broadcast_arms", "broadcast_failures", "broadcast_failure_counts", "failure_days", "broadcast_zones"}

var tableOfWorkspace = regexp.MustCompile(`(?s)CREATE TABLE (\w+) \([^;]*\bworkspace_id\b`)
var droppedTable = regexp.MustCompile(`DROP TABLE (\w+)`)
var renamedTable = regexp.MustCompile(`ALTER TABLE (\w+) RENAME TO (\w+)`)

// tables are what a truth file shows: every table of the workspace's, so that a
// new one needs no line here.
var tables = sync.OnceValue(func() (out []string) {
	scripts, err := schema.Files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, script := range scripts {
		text, err := schema.Files.ReadFile(script.Name())
		if err != nil {
			panic(err)
		}
		for _, m := range tableOfWorkspace.FindAllSubmatch(text, -1) {
			if name := string(m[1]); !slices.Contains(untold, name) {
				out = append(out, name)
			}
		}
		for _, m := range droppedTable.FindAllSubmatch(text, -1) {
			out = slices.DeleteFunc(out, func(name string) bool { return name == string(m[1]) })
		}
		for _, m := range renamedTable.FindAllSubmatch(text, -1) {
			i := slices.Index(out, string(m[1]))
			switch name := string(m[2]); {
			case i < 0:
			case slices.Contains(untold, name) || slices.Contains(out, name): // built anew under another name
				out = slices.Delete(out, i, i+1)
			default:
				out[i] = name
			}
		}
	}
	return out
})

// snapshot is every row of the workspace, by table and primary key.
func (w *world) snapshot() map[string]map[string]any {
	out := map[string]map[string]any{}
	for _, table := range tables() {
		if table == "message_states" || table == "message_provider_ids" {
			continue // shown with the messages
		}
		out[table] = map[string]any{}
		for _, row := range w.k.Rows("SELECT * FROM %s WHERE workspace_id = '%s'", wholeRows(table), w.WorkspaceID) {
			key := fmt.Sprint(row["id"])
			if row["id"] == nil {
				key = fmt.Sprint(row["user_id"], row["team_id"], row["key"], row["provider_message_id"], row["status"], row["endpoint_id"], row["event_id"], row["number"])
				if row["broadcast_id"] != nil {
					key = fmt.Sprint(row["broadcast_id"], " ", row["number"])
				} else if row["calendar_id"] != nil {
					key = fmt.Sprint(row["calendar_id"], " ", row["version"])
				} else if row["place"] != nil { // what routing names, and where
					key = fmt.Sprint(row["thing"], " ", row["place"])
				} else if row["body"] != nil && row["version"] != nil && row["shared"] == nil { // of the rules of routing
					key = fmt.Sprint("version ", row["version"])
				} else if row["contact_id"] != nil { // its tags and field values
					key = strings.TrimSpace(fmt.Sprintln(row["contact_id"], cmp.Or(row["tag"], row["field"])))
				} else if row["epoch"] != nil || row["assistant_id"] != nil {
					key = fmt.Sprint(row["conversation_id"], row["epoch"], row["message_id"], row["assistant_id"], row["number"], row["phone_number_id"])
				} else if row["domain"] != nil {
					key = fmt.Sprint(row["domain"])
				} else if row["deal_id"] != nil || row["stage_id"] != nil { // what happened to deals, and totals of stages
					key = fmt.Sprint(row["deal_id"], " ", row["number"], " ", row["stage_id"], " ", row["currency"])
				} else if row["rate_on"] != nil {
					key = fmt.Sprint(row["from_currency"], row["to_currency"], row["rate_on"])
				} else if row["import_id"] != nil {
					key = fmt.Sprint(row["import_id"], row["number"])
				} else if row["checked_at"] != nil && row["facts"] != nil { // how numbers are set up
					key = fmt.Sprint(row["phone_number_id"])
				} else if row["item"] != nil { // of the checklist
					key = fmt.Sprint(row["item"])
				}
			}
			out[table][key] = plainRow(row, hidden[table])
		}
	}
	return out
}

// wholeRows reads a table: messages with their states.
func wholeRows(table string) string {
	if table == "messages" {
		return "(SELECT * FROM messages JOIN message_states USING (workspace_id) WHERE message_id = id) AS messages"
	}
	return table
}

// plainRow leaves away what says nothing or never repeats, and opens the
// columns that hold JSON.
func plainRow(row testkit.Row, hidden []string) map[string]any {
	out := map[string]any{}
	for name, v := range row {
		if name == "workspace_id" || slices.Contains(hidden, name) {
			continue
		}
		switch v := v.(type) {
		case int64:
			if v > 1_000_000_000_000 {
				out[name] = "2026-…"
			} else if v != 0 {
				out[name] = float64(v)
			}
		case bool:
			if v {
				out[name] = 1.0
			}
		case string:
			var inner any
			if strings.HasPrefix(v, "{") && json.Unmarshal([]byte(v), &inner) == nil {
				out[name] = inner
			} else if v != "" {
				out[name] = v
			}
		}
	}
	return out
}

// changed returns the rows that are new or differ, by table.
func (w *world) changed(before, after map[string]map[string]any) map[string][]any {
	out := map[string][]any{}
	for _, table := range slices.Sorted(maps.Keys(after)) {
		for _, key := range slices.Sorted(maps.Keys(after[table])) {
			row := after[table][key]
			old, known := before[table][key]
			if !known || string(asJSON(w.t, old)) != string(asJSON(w.t, row)) {
				out[table] = append(out[table], w.names.value("", row))
			}
		}
		for _, key := range slices.Sorted(maps.Keys(before[table])) {
			if _, there := after[table][key]; !there {
				out[table] = append(out[table], map[string]any{"deleted": w.names.text(key)})
			}
		}
	}
	return out
}

// events is the workspace's log as it is stored. Events of one key come in
// their order; those of several keys have none, so they are told key by key.
func (w *world) events() []testkit.Row {
	return w.k.Rows("SELECT id, body FROM events WHERE workspace_id = '%s' AND kind NOT IN ('audit.recorded', 'charge.recorded') ORDER BY key, id", w.WorkspaceID)
}

// since returns the events that were not there before.
func since(before, after []testkit.Row) []testkit.Row {
	return slices.DeleteFunc(after, func(row testkit.Row) bool {
		return slices.ContainsFunc(before, func(old testkit.Row) bool { return old["id"] == row["id"] })
	})
}

func (w *world) tell(list []testkit.Row) []any {
	out := []any{}
	for _, row := range list {
		var body any
		raw, _ := row["body"].([]byte)
		w.k.Must(json.Unmarshal(raw, &body))
		out = append(out, w.names.value("", body))
	}
	return out
}
