package api_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit"
)

// unzipped returns what a ZIP has, by name; nothing for what is none.
func unzipped(body []byte) map[string]string {
	r, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return nil
	}
	out := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			return nil
		}
		text, err := io.ReadAll(in) // the checksum is right, too
		if err != nil {
			return nil
		}
		out[f.Name] = string(text)
	}
	return out
}

func exported(t *testing.T, k *testkit.Kit, contact string) map[string]string {
	t.Helper()
	r := k.Do(http.MethodGet, "/v1/contacts/"+contact+"/export", k.Key, nil)
	if r.Status != http.StatusOK || r.Header.Get("Content-Type") != "application/zip" || r.Header.Get("Content-Disposition") != `attachment; filename="contact.zip"` {
		t.Fatalf("%d %v %.300s", r.Status, r.Header, r.Body)
	}
	out := unzipped(r.Body)
	if len(out) == 0 {
		t.Fatal("it is no ZIP")
	}
	return out
}

// An export has everything that is stored about a person, each in its place, and nothing
// about anybody else.
func TestAnExportHasAllOfThePerson(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		must := func(key, method, path string, body any) testkit.Response {
			t.Helper()
			r := k.Do(method, path, key, body)
			if r.Status >= 300 {
				t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
			return r
		}
		p := newKnownPerson(t, k)
		out := upload(k, k.Key, "offer.pdf", "application/pdf", pdf(900)).Text("id")
		lost := upload(k, k.Key, "plan.pdf", "application/pdf", pdf(950)).Text("id")
		for _, id := range []string{out, lost} {
			k.EventuallyMessage(must(k.Key, http.MethodPost, "/v1/messages", map[string]any{"to": zerlina, "type": "document", "document": map[string]any{"mediaId": id}}).Text("messageId"), "delivered")
		}
		must(k.Key, http.MethodDelete, "/v1/media/"+lost, nil)
		must(k.Key, http.MethodPost, "/v1/deals/"+p.deal+"/notes", map[string]any{"body": "Wants them in vermilion"})
		must(k.Key, http.MethodPost, "/v1/conversions", map[string]any{"contactId": p.contact, "name": "quitclaim"})
		must(k.Key, http.MethodPut, "/v1/conversations/"+p.conversation+"/status", map[string]any{"status": "closed", "summary": "It was about a gazebo"})
		// From another number, of which an assistant made something, and which was hers.
		old := k.Message(k.EventuallyStored(k.CustomerWrites("+4917683920575", "I like a sarabande")))
		decision := ""
		k.Must(k.DB().Update(t.Context(), k.WorkspaceID, func(tx *db.Tx) error {
			decision = tx.NewID(crm.PrefixRoutingDecision)
			tx.Write(db.SQL(`INSERT INTO routing_decisions (workspace_id, conversation_id, id, episode_id, decided_at, cause, outcome, agent_id, body)
				VALUES ($1, $2, $3, '', 1, '', '', '', '{}')`), k.WorkspaceID, old["conversationId"], decision)
			tx.Write(db.SQL(`INSERT INTO ai_turns (workspace_id, conversation_id, epoch, id, contact_id, phone_number_id, state, assistant_id, last_message_id, messages, opened_at, due_at, result)
				VALUES ($1, $2, 1, $3, $4, $5, 'silent', '', '', 1, 1, 1, '{"reason":"gavotte"}')`), k.WorkspaceID, old["conversationId"], tx.NewID(crm.PrefixTurn), old["contactId"], k.NumberID)
			return nil
		}))
		must(k.Key, http.MethodPost, "/v1/contacts/"+p.contact+"/merge", map[string]any{"contactId": old["contactId"]})
		label := must(k.Key, http.MethodPost, "/v1/labels", map[string]any{"name": "No rule acts on it"}).Text("id")
		proposed := propose(k, k.Tenant, must(k.Key, http.MethodPost, "/v1/assistants", map[string]any{"name": "Night"}).Text("id"), p.conversation, crm.AutonomySuggest, crm.ProposedAct{Kind: crm.ProposeLabel, LabelID: label})
		// Somebody else, and somebody with the same number in another workspace.
		stranger := k.Message(k.EventuallyStored(k.CustomerWrites("+4917683920998", "I am a troglodyte")))
		must(k.Key, http.MethodPost, "/v1/conversations/"+stranger["conversationId"].(string)+"/notes", map[string]any{"body": "Such a troglodyte"})
		elsewhere := must(k.Other.Key, http.MethodPost, "/v1/contacts", map[string]any{"phone": zerlina, "name": "A troglodyte elsewhere"}).Text("id")
		k.Quiet()

		all := exported(t, k, p.contact)
		for name, words := range map[string][]string{
			"README.txt":          {zerlinaName, zerlina, "Test shop"},
			"contact.json":        {zerlinaName, zerlina, zerlinaOther, `"` + zerlinaWords + `"`, `"hobby": "` + zerlinaWords + `"`},
			"consent.jsonl":       {zerlinaWords, "opted_in"},
			"conversations.jsonl": {p.conversation},
			"conversations/" + p.conversation + ".txt": {"Where is my " + zerlinaWords, "Your " + zerlinaWords + " is here", zerlinaWords + ", later", "Contact (" + zerlinaName + ")", "I like a sarabande"},
			"messages.jsonl":           {"Where is my " + zerlinaWords, "Your " + zerlinaWords + " is here", zerlinaWords + ", later", p.file, out, lost, "👍", "I like a sarabande"},
			"notes.jsonl":              {"Likes the " + zerlinaWords},
			"timeline.jsonl":           {`"kind":"note"`, `"kind":"priority"`},
			"episodes.jsonl":           {"It was about a gazebo", p.conversation},
			"promises.jsonl":           {"Send the " + zerlinaWords},
			"turns.jsonl":              {"gavotte", old["conversationId"].(string)},
			"proposals.jsonl":          {proposed},
			"routing.jsonl":            {decision, p.conversation},
			"deals.jsonl":              {p.deal, "Forty chairs"},
			"deal-notes.jsonl":         {"Wants them in vermilion"},
			"conversions.jsonl":        {"quitclaim"},
			"broadcasts.jsonl":         {p.early, p.broadcast, zerlinaOther},
			"files/" + p.file + ".txt": {"It is a " + zerlinaWords},
			"files/" + out + ".pdf":    {string(pdf(900))},
			"missing.txt":              {lost + "  It was deleted.\n"},
		} {
			for _, word := range words {
				if !strings.Contains(all[name], word) {
					t.Errorf("%s lacks %.80q: %.600s", name, word, all[name])
				}
			}
		}
		for name, text := range all {
			if strings.Contains(text, "troglodyte") || strings.Contains(text, stranger["contactId"].(string)) || strings.Contains(text, elsewhere) {
				t.Errorf("%s is about somebody else: %.600s", name, text)
			}
			if dir, _, _ := strings.Cut(name, "/"); dir != "README.txt" && !strings.Contains(all["README.txt"], dir) {
				t.Errorf("README.txt does not say what %s is", name)
			}
		}
		if strings.Contains(all["messages.jsonl"], `"charge"`) || k.Count("charges") == 0 {
			t.Error("what the messages cost is in it, or they cost nothing")
		}
		if n, want := strings.Count(all["messages.jsonl"], "\n"), len(k.Rows("SELECT id FROM messages WHERE conversation_id IN ('%s', '%s')", p.conversation, old["conversationId"])); n != want || n < 6 {
			t.Errorf("it has %d messages of %d", n, want)
		}
		// The contact that was merged away leads to the same person.
		if again := exported(t, k, old["contactId"].(string)); again["contact.json"] != all["contact.json"] || again["messages.jsonl"] != all["messages.jsonl"] {
			t.Errorf("the contact that was merged is %.300s", again["contact.json"])
		}
		if r := k.Do(http.MethodGet, "/v1/contacts/"+p.contact+"/export", k.Other.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("another workspace: %d %s", r.Status, r.Body)
		}
		erasure := must(k.Key, http.MethodPost, "/v1/contacts/"+p.contact+"/erase", nil).Text("id")
		k.Eventually("all is erased", func() bool {
			return k.Do(http.MethodGet, "/v1/contact-erasures/"+erasure, k.Key, nil).Text("state") == "completed"
		})
		if r := k.Do(http.MethodGet, "/v1/contacts/"+p.contact+"/export", k.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("who was erased: %d %s", r.Status, r.Body)
		}
	})
}

// Who lacks the scope or the reach for a part of it gets nothing, not a part that passes
// for the whole.
func TestAnExportIsWholeOrRefused(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		contact := k.Message(k.EventuallyStored(k.CustomerWrites(zerlina, "Hello")))["contactId"].(string)
		for _, scope := range []string{"contacts:read", "messages:read", "conversations:read", "media:read", "deals:read"} {
			r := k.Do(http.MethodGet, "/v1/contacts/"+contact+"/export", k.NewKey(k.WorkspaceID, allBut(scope)...), nil)
			if r.Status != http.StatusForbidden || !strings.Contains(r.Text("detail"), scope) {
				t.Errorf("without %s: %d %s", scope, r.Status, r.Body)
			}
		}
		few := k.NewKey(k.WorkspaceID, crm.ScopeContactsRead, crm.ScopeMessagesRead, crm.ScopeConversationsRead, crm.ScopeMediaRead, crm.ScopeDealsRead)
		if r := k.Do(http.MethodGet, "/v1/contacts/"+contact+"/export", few, nil); r.Status != http.StatusOK || unzipped(r.Body)["messages.jsonl"] == "" {
			t.Errorf("with just those: %d %.300s", r.Status, r.Body)
		}
		role := k.Do(http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Some", "scopes": allBut("*"), "reach": "teams"}).Text("id")
		if r := k.Do(http.MethodGet, "/v1/contacts/"+contact+"/export", k.NewPerson(k.WorkspaceID, role).Key, nil); r.Status != http.StatusForbidden || r.Text("code") != string(crm.CodeReachRequired) {
			t.Errorf("with a limited reach: %d %s", r.Status, r.Body)
		}
	})
}

// brokenWriter takes some bytes and then none: at most so many, and never the last one of
// a ZIP. Two exports of one person need not have the same length, so the last byte is
// known by what it ends, and not by its place.
type brokenWriter struct {
	bytes.Buffer
	most int
}

var (
	errBroken = errors.New("it is broken")
	endOfZIP  = []byte("PK\x05\x06") // begins the last record, which has 22 bytes
)

func (w *brokenWriter) Write(p []byte) (int, error) {
	room := w.most - w.Len()
	if end := bytes.Index(append(w.Bytes(), p...), endOfZIP); end >= 0 {
		room = min(room, end+22-1-w.Len())
	}
	if len(p) > room {
		n, _ := w.Buffer.Write(p[:room])
		return n, errBroken
	}
	return w.Buffer.Write(p)
}

// An export that breaks off fails, and nobody takes what there is for a ZIP.
func TestAnExportThatBreaksOffIsNoZIP(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		contact := k.Message(k.EventuallyStored(k.CustomerWrites(zerlina, "Hello")))["contactId"].(string)
		actor := crm.Insider(k.WorkspaceID, crm.ActorOperator, false)
		plain := func(v any) ([]byte, error) { return json.Marshal(v) }
		write, err := k.App.Service.PersonExport.Export(t.Context(), actor, contact, plain)
		k.Must(err)
		var whole bytes.Buffer
		if k.Must(write(&whole)); len(unzipped(whole.Bytes())) < 5 {
			t.Fatalf("the whole has %v", unzipped(whole.Bytes()))
		}
		for _, most := range []int{0, 100, whole.Len() / 2, math.MaxInt} {
			write, err := k.App.Service.PersonExport.Export(t.Context(), actor, contact, plain)
			k.Must(err)
			w := &brokenWriter{most: most}
			if err := write(w); !errors.Is(err, errBroken) || unzipped(w.Bytes()) != nil {
				t.Errorf("after %d of about %d bytes: %v, %d entries", w.Len(), whole.Len(), err, len(unzipped(w.Bytes())))
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		write, err = k.App.Service.PersonExport.Export(ctx, actor, contact, func(v any) ([]byte, error) {
			if _, last := v.(*crm.Message); last {
				cancel() // whoever asked is gone
			}
			return plain(v)
		})
		k.Must(err)
		var some bytes.Buffer
		if err := write(&some); err == nil || unzipped(some.Bytes()) != nil {
			t.Errorf("nobody waits for it, and it ended with %v", err)
		}
	})
}

// heapWriter notes how much memory is in use, once for each MiB that is written to it.
type heapWriter struct{ written, next, most uint64 }

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func (w *heapWriter) Write(p []byte) (int, error) {
	if w.written += uint64(len(p)); w.written >= w.next {
		w.next, w.most = w.written+1<<20, max(w.most, heap())
	}
	return len(p), nil
}

// However long the conversation, an export holds a page of it.
func TestAnExportHoldsAPage(t *testing.T) {
	const messages, size = 6000, 4000
	k := testkit.New(t, testkit.Options{})
	m := k.Message(k.EventuallyStored(k.CustomerWrites(zerlina, "Hello")))
	contact := m["contactId"].(string)
	copyOf := func(table string, row map[string]any) func(tx *db.Tx, changed map[string]any) {
		columns := slices.Sorted(maps.Keys(row))
		places := make([]string, len(columns))
		for i := range columns {
			places[i] = fmt.Sprintf("$%d", i+1)
		}
		insert := db.SQL("INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")")
		return func(tx *db.Tx, changed map[string]any) {
			args := make([]any, len(columns))
			for i, column := range columns {
				if args[i] = row[column]; changed[column] != nil {
					args[i] = changed[column]
				}
			}
			tx.Write(insert, args...)
		}
	}
	row := k.Rows("SELECT * FROM messages WHERE id = '%s'", m["id"])[0]
	message := copyOf("messages", row)
	state := copyOf("message_states", k.Rows("SELECT * FROM message_states WHERE message_id = '%s'", m["id"])[0])
	for range messages / 1000 {
		k.Must(k.DB().Update(t.Context(), k.NumberID, func(tx *db.Tx) error {
			for range 1000 {
				id, noise := tx.NewID(crm.PrefixMessage), make([]byte, size/2)
				_, _ = rand.Read(noise)
				message(tx, map[string]any{"id": id, "content": strings.Replace(row["content"].(string), "Hello", hex.EncodeToString(noise), 1)})
				state(tx, map[string]any{"message_id": id})
			}
			return nil
		}))
	}
	export := func(w io.Writer) {
		write, err := k.App.Service.PersonExport.Export(t.Context(), crm.Insider(k.WorkspaceID, crm.ActorOperator, false), contact, func(v any) ([]byte, error) { return json.Marshal(v) })
		k.Must(err)
		k.Must(write(w))
	}
	export(io.Discard) // what is remembered of the database is there
	before := heap()
	w := &heapWriter{}
	export(w)
	if w.written < messages*size/2 {
		t.Fatalf("%d KB were written: the messages are not there", w.written>>10)
	}
	t.Logf("%d KB were written; the memory was %d KB, and %d KB at most", w.written>>10, before>>10, w.most>>10)
	if grown := int64(w.most) - int64(before); grown > messages*size/4 {
		t.Errorf("of %d KB of messages %d KB were held", messages*size>>10, grown>>10)
	}
}
