package api_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// A person whose words, name and number are nowhere else.
const (
	zerlina      = "+4917683920571"
	zerlinaName  = "Zerlina"
	zerlinaWords = "xylograph"
	zerlinaOther = "+4917683920572"
)

// traces returns the tables in which something of the person stands, but for those that
// keep what came and went for some time.
func traces(k *testkit.Kit) (out map[string]string) {
	list := "SELECT name AS t FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite%'"
	if k.DB().Engine() != "sqlite" {
		list = "SELECT table_name AS t FROM information_schema.tables WHERE table_schema = current_schema()"
	}
	out = map[string]string{}
	for _, table := range k.Rows("%s", list) {
		name := table["t"].(string)
		if slices.Contains([]string{"provider_webhooks", "idempotency_keys"}, name) {
			continue
		}
		for _, row := range k.Rows("SELECT * FROM %s", name) {
			for column, value := range row {
				text := fmt.Sprint(value)
				if b, ok := value.([]byte); ok {
					text = string(b)
				}
				for _, word := range []string{zerlinaName, zerlinaWords, zerlina[1:], zerlinaOther[1:], strings.ToLower(zerlinaName)} {
					if strings.Contains(text, word) {
						out[name] = fmt.Sprintf("%s: %.300s", column, text)
					}
				}
			}
		}
	}
	return out
}

// knownPerson has everything known of a person that a business can know.
type knownPerson struct {
	contact, conversation, message, file, deal, broadcast string
	early                                                 string // a broadcast before it was a contact
}

func newKnownPerson(t *testing.T, k *testkit.Kit) (p knownPerson) {
	t.Helper()
	must := func(method, path string, body any) testkit.Response {
		t.Helper()
		r := k.Do(method, path, k.Key, body)
		if r.Status >= 300 {
			t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
		}
		return r
	}
	receiver := k.NewReceiver("messages.received")
	receiver.Answer(func(w http.ResponseWriter) { fmt.Fprint(w, zerlinaWords) })
	w := broadcasting{k, t}
	p.early = w.create(map[string]any{"recipients": []any{map[string]any{"to": zerlina}, map[string]any{"to": zerlinaOther}}}, nil)
	w.prepared(p.early)
	must(http.MethodPost, "/v1/contact-fields", map[string]any{"key": "hobby", "label": "Hobby", "type": "text"})
	p.contact = must(http.MethodPost, "/v1/contacts", map[string]any{"phone": zerlina, "name": zerlinaName, "tags": []string{zerlinaWords}, "fields": map[string]any{"hobby": zerlinaWords}}).Text("id")
	other := must(http.MethodPost, "/v1/contacts", map[string]any{"phone": zerlinaOther, "name": zerlinaName + " again"}).Text("id")
	must(http.MethodPost, "/v1/contacts/"+p.contact+"/merge", map[string]any{"contactId": other})
	must(http.MethodPost, "/v1/contacts/"+p.contact+"/consent", map[string]any{"state": "opted_in", "purpose": "marketing", "proof": zerlinaWords})
	p.message = k.EventuallyStored(k.CustomerWrites(zerlina, "Where is my "+zerlinaWords+"?"))
	p.conversation = k.Message(p.message)["conversationId"].(string)
	at := "/v1/conversations/" + p.conversation
	sent, err := k.Sandbox().CustomerSends(sandbox.CustomerMessage{From: zerlina, To: k.Number, Type: "document",
		Content: map[string]any{"data": base64.StdEncoding.EncodeToString([]byte("It is a " + zerlinaWords)), "filename": zerlinaWords + ".txt", "caption": zerlinaWords, "mime_type": "text/plain"}})
	k.Must(err)
	document := k.EventuallyStored(sent.MessageID)
	k.Eventually("the file is here", func() bool {
		p.file, _ = fileOf(k, document, "document")
		return p.file != "" && state(k, p.file) == "ready"
	})
	answer := must(http.MethodPost, "/v1/messages", map[string]any{"to": zerlina, "type": "text", "text": map[string]any{"body": "Your " + zerlinaWords + " is here"}, "metadata": map[string]any{"about": zerlinaWords}})
	k.EventuallyMessage(answer.Text("messageId"), "delivered")
	must(http.MethodPost, "/v1/messages", map[string]any{"to": zerlina, "type": "text", "text": map[string]any{"body": zerlinaWords + ", later"}, "scheduledAt": k.Now().Add(12 * time.Hour)})
	_, err = k.Sandbox().React(zerlina, k.Message(answer.Text("messageId"))["providerMessageId"].(string), "👍")
	k.Must(err)
	user := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
	must(http.MethodPost, at+"/notes", map[string]any{"body": "Likes the " + zerlinaWords + " @" + user.ID})
	if r := k.Do(http.MethodPut, at+"/draft", user.Key, map[string]any{"body": zerlinaWords, "shared": true}); r.Status >= 300 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	label := must(http.MethodPost, "/v1/labels", map[string]any{"name": "Good customer"}).Text("id")
	must(http.MethodPost, "/v1/actions", map[string]any{"conversationIds": []string{p.conversation}, "change": map[string]any{"addLabelIds": []string{label}, "priority": "high"}})
	must(http.MethodPost, at+"/promises", map[string]any{"text": "Send the " + zerlinaWords, "dueAt": k.Now().Add(time.Hour)})
	pipeline := must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New"}}})
	p.deal = must(http.MethodPost, "/v1/deals", map[string]any{"title": "Forty chairs", "pipelineId": pipeline.Text("id"), "contactId": p.contact, "conversationId": p.conversation}).Text("id")
	p.broadcast = w.create(map[string]any{"recipients": []any{map[string]any{"to": zerlina}, map[string]any{"to": "+4917683920999"}}}, nil)
	w.prepared(p.broadcast)
	if r := w.act(p.broadcast, "start"); r.Status >= 300 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	k.Eventually("it was sent", func() bool { return w.get(p.broadcast).Text("status") == "completed" })
	k.Quiet()
	k.Indexed()
	return p
}

// Of a person that is erased nothing is left in any table, and nothing that belongs to
// others is touched.
func TestAnErasedContactLeavesNoTrace(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		stays := k.EventuallyStored(k.CustomerWrites("+4917683920998", "I stay"))
		p := newKnownPerson(t, k)
		before := traces(k)
		for _, table := range []string{"contacts", "contact_tags", "contact_field_values", "consent_records", "messages", "conversation_states", "notes", "drafts", "promises", "media", "events", "deliveries", "broadcast_recipients", "contact_merges"} {
			if before[table] == "" {
				t.Errorf("%s shows nothing of the person: this proves nothing about it", table)
			}
		}
		charged, facts := k.Count("charges"), k.Count("report_facts")
		r := k.Do(http.MethodPost, "/v1/contacts/"+p.contact+"/erase", k.Key, nil)
		if r.Status != http.StatusAccepted || r.Text("contactId") != p.contact {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		erasure := "/v1/contact-erasures/" + r.Text("id")
		k.Eventually("all is erased", func() bool { return k.Do(http.MethodGet, erasure, k.Key, nil).Text("state") == "completed" })
		k.Quiet()
		k.Indexed()
		if left := traces(k); len(left) > 0 {
			for _, table := range slices.Sorted(maps.Keys(left)) {
				t.Errorf("%s has %s", table, left[table])
			}
		}
		done := k.Do(http.MethodGet, erasure, k.Key, nil).JSON()
		if done["messages"].(float64) < 5 || done["files"] != 1.0 || done["events"].(float64) < 5 {
			t.Errorf("the erasure is %v", done)
		}
		w := broadcasting{k, t}
		if r := w.act(p.early, "start"); r.Status >= 300 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		k.Eventually("the broadcast of before has nobody to send to", func() bool { return w.get(p.early).Text("status") == "completed" })
		early := w.get(p.early).JSON()["counts"].(map[string]any)
		if left := string(k.Do(http.MethodGet, "/v1/broadcasts/"+p.early+"/recipients", k.Key, nil).Body); early["excluded"] != 2.0 || strings.Count(left, `"reason":"no_number"`) != 2 {
			t.Errorf("the broadcast of before has %v: %s", early, left)
		}
		for _, path := range []string{"/v1/contacts/" + p.contact, "/v1/conversations/" + p.conversation, "/v1/messages/" + p.message, "/v1/media/" + p.file} {
			if r := k.Do(http.MethodGet, path, k.Key, nil); r.Status != http.StatusNotFound {
				t.Errorf("%s: %d %.300s", path, r.Status, r.Body)
			}
		}
		for _, path := range []string{"/v1/contacts?limit=200", "/v1/conversations?limit=200", "/v1/messages?limit=200", "/v1/events?limit=200", "/v1/deals?limit=200", "/v1/search?q=" + zerlinaWords, "/v1/timeline", "/v1/broadcasts/" + p.broadcast + "/recipients"} {
			if r := k.Do(http.MethodGet, path, k.Key, nil); r.Status != http.StatusOK && path != "/v1/timeline" || strings.Contains(string(r.Body), p.conversation) && !strings.HasPrefix(path, "/v1/events") && !strings.HasPrefix(path, "/v1/broadcasts") {
				t.Errorf("%s: %d %.300s", path, r.Status, r.Body)
			}
		}
		if k.Count("charges") < charged || k.Count("report_facts") < facts {
			t.Error("what was counted is gone")
		}
		if deal := k.Do(http.MethodGet, "/v1/deals/"+p.deal, k.Key, nil); deal.Status != http.StatusOK || deal.Text("contactId") != "" || deal.Text("conversationId") != "" {
			t.Errorf("the deal is %s", deal.Body)
		}
		if r := k.Do(http.MethodGet, "/v1/messages/"+stays, k.Key, nil); r.Status != http.StatusOK {
			t.Errorf("who stays: %d %s", r.Status, r.Body)
		}
		// Whoever writes from the number is somebody new.
		again := k.Message(k.EventuallyStored(k.CustomerWrites(zerlina, "Hello")))
		if again["contactId"] == p.contact || again["conversationId"] == p.conversation {
			t.Errorf("the person is known again: %v", again)
		}
	})
}

// A message that the provider is just asked to send is erased when it has answered; an
// erasure that was given up goes on when somebody asks again.
func TestAnErasureWaitsAndGoesOn(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send"}, DelayMs: 3000}))
		sent := k.SendMessage(testkit.OrderShipped(zerlina))
		contact := k.EventuallyMessage(sent, "sending")["contactId"].(string)
		erase := func() testkit.Response {
			t.Helper()
			r := k.Do(http.MethodPost, "/v1/contacts/"+contact+"/erase", k.Key, nil)
			if r.Status != http.StatusAccepted {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			return r
		}
		first, again := erase(), erase()
		if again.Text("id") != first.Text("id") || again.Text("state") != "running" {
			t.Errorf("asked twice: %s, %s", first.Body, again.Body)
		}
		if r := k.Do(http.MethodGet, "/v1/contacts/"+contact, k.Key, nil); r.Text("phone") != "" || r.Text("name") != "" {
			t.Errorf("the contact is still known: %s", r.Body)
		}
		k.Must(k.DB().Update(t.Context(), k.WorkspaceID, func(tx *db.Tx) error { // as if it had failed too often
			tx.Write(db.SQL(`UPDATE contact_erasures SET run_state = 'failed', run_ended_at = 1 WHERE workspace_id = $1 AND id = $2`), k.WorkspaceID, first.Text("id"))
			return nil
		}))
		if r := erase(); r.Text("id") != first.Text("id") || r.Text("state") != "running" {
			t.Errorf("asked after it was given up: %s", r.Body)
		}
		k.Eventually("all is erased", func() bool {
			return k.Do(http.MethodGet, "/v1/contact-erasures/"+first.Text("id"), k.Key, nil).Text("state") == "completed"
		})
		k.Quiet()
		if r := k.Do(http.MethodGet, "/v1/messages/"+sent, k.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("the message: %d %s", r.Status, r.Body)
		}
		if left := traces(k); len(left) > 0 {
			t.Errorf("left is %v", left)
		}
		if r := k.Do(http.MethodPost, "/v1/contacts/"+contact+"/erase", k.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("nobody is there: %d %s", r.Status, r.Body)
		}
	})
}

// A question that was taken from a conversation stays in its evaluation, without words.
func TestAnEvaluationOutlivesItsContact(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		m := k.Message(k.EventuallyStored(k.CustomerWrites(zerlina, "Hello")))
		assistant := "/v1/assistants/" + k.Do(http.MethodPost, "/v1/assistants", k.Key, map[string]any{"name": "Night"}).Text("id")
		made := k.Do(http.MethodPost, assistant+"/evaluations", k.Key, map[string]any{"source": "questions", "questions": []any{map[string]any{"question": zerlinaWords}}})
		items := assistant + "/evaluations/" + made.Text("id") + "/items"
		shown := func() string {
			r := k.Do(http.MethodGet, items, k.Key, nil)
			if r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			return string(r.Body)
		}
		k.Eventually("it is asked", func() bool { return strings.Contains(shown(), zerlinaWords) })
		k.Must(k.DB().Update(t.Context(), k.WorkspaceID, func(tx *db.Tx) error { // as if it had been asked there
			tx.Write(db.SQL(`UPDATE evaluation_items SET conversation_id = $2 WHERE workspace_id = $1`), k.WorkspaceID, m["conversationId"])
			return nil
		}))
		erasure := k.Do(http.MethodPost, "/v1/contacts/"+m["contactId"].(string)+"/erase", k.Key, nil)
		k.Eventually("all is erased", func() bool {
			return k.Do(http.MethodGet, "/v1/contact-erasures/"+erasure.Text("id"), k.Key, nil).Text("state") == "completed"
		})
		if text := shown(); strings.Contains(text, zerlinaWords) || !strings.Contains(text, `"number":1`) {
			t.Errorf("the question is %s", text)
		}
	})
}
